// Stands for the script that all pages of MiniWoB++ share: what it offers them, and what a
// program that drives them reads of it.
var core = { EPISODE_MAX_TIME: 1, ept0: null, cover_div: null };
var WOB_RAW_REWARD_GLOBAL = 0, WOB_DONE_GLOBAL = false, WOB_TASK_READY = true;
Math.seedrandom = (seed) => { Math.random = () => Number(seed) / 10; };
core.QueryString = Object.fromEntries(new URLSearchParams(location.search));
core.setDataMode = () => {};
core.hideDisplay = () => {};
core.getUtterance = () => document.getElementById("query").textContent;
core.startEpisode = () => {
  core.cover_div = document.body.appendChild(document.createElement("div"));
  core.cover_div.textContent = "START";
  core.cover_div.onclick = () => core.startEpisodeReal();
};
core.startEpisodeReal = () => {
  genProblem();
  WOB_DONE_GLOBAL = false;
  core.cover_div.style.display = "none";
  core.ept0 = Date.now();
  setTimeout(() => core.endEpisode(-1), core.EPISODE_MAX_TIME);
};
core.endEpisode = (reward) => {
  if (WOB_DONE_GLOBAL) return;
  WOB_RAW_REWARD_GLOBAL = reward;
  WOB_DONE_GLOBAL = true;
  core.startEpisode();
};
