
// Of Pilothouse, behind the pages' own core.js: a page has one problem, that of ?seed=, which begins
// at once and without a clock; its title tells how that ended first.
(() => {
  const { startEpisode, endEpisode } = core;
  const own = location.pathname.split("/").pop() + location.search;
  const tell = (reward) => {
    localStorage[own] = reward;
    document.title = `${own}: reward ${reward}`;
    core.cover_div.textContent = "Done";
    core.cover_div.style.display = "block";
  };
  core.startEpisode = () => {
    core.startEpisode = () => {};
    startEpisode();
    core.hideDisplay();
    core.cover_div.onclick = null;
    if (own in localStorage) return tell(localStorage[own]);
    core.EPISODE_MAX_TIME = 2 ** 30;
    core.setDataMode("train");
    Math.seedrandom(core.QueryString.seed);
    core.startEpisodeReal();
  };
  core.endEpisode = (...said) => {
    endEpisode(...said);
    if (!(own in localStorage)) tell(WOB_RAW_REWARD_GLOBAL);
  };
})();
