// Shows the chosen colours before anything is drawn; without a choice those of the system.
const chosen = localStorage.getItem("parlour-docs-theme");
if (chosen) document.documentElement.dataset.theme = chosen;
