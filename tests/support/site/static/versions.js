const versions = document.getElementById("version");
versions.addEventListener("change", () => {
  location.href = `/docs/${versions.value}/${versions.dataset.page}`;
});
