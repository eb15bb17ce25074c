// Light or dark: as the reader chose, else as the system is. It runs before the page is drawn.

const kTheme = "course-theme";
const kDark = matchMedia("(prefers-color-scheme: dark)");

// Some browsers keep nothing for pages from disk.
function chosenTheme() {
  try {
    return localStorage.getItem(kTheme);
  } catch {
    return null;
  }
}

function keepTheme(theme) {
  try {
    localStorage.setItem(kTheme, theme);
  } catch { /* it holds for this page */ }
}

function showTheme(theme = chosenTheme() ?? (kDark.matches ? "dark" : "light")) {
  const dark = theme === "dark";
  document.documentElement.classList.toggle("dark-mode", dark);
  document.documentElement.classList.toggle("light-mode", !dark);
  const button = document.getElementById("theme");
  if (!button) return;
  button.setAttribute("aria-label", dark ? "Light theme" : "Dark theme");
  button.title = button.getAttribute("aria-label");
}

showTheme();
kDark.addEventListener("change", () => showTheme());
document.addEventListener("DOMContentLoaded", () => {
  showTheme();
  document.getElementById("theme").addEventListener("click", () => {
    const theme = document.documentElement.classList.contains("dark-mode") ? "light" : "dark";
    keepTheme(theme);
    showTheme(theme);
  });
});
