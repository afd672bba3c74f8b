const LOOKS = ["auto", "hall", "contrast"];

function switchLook() {
  const root = document.documentElement;
  const next = LOOKS[(LOOKS.indexOf(root.dataset.look || "auto") + 1) % LOOKS.length];
  root.dataset.look = next;
  try {
    localStorage.setItem("mjclub.look", next);
  } catch {
    // The look lasts for this page only.
  }
}

for (const button of document.querySelectorAll("[data-look-switch]")) {
  button.hidden = false;
  button.addEventListener("click", switchLook);
}

// Polling rests while nobody looks at the page.
document.body.addEventListener("htmx:beforeRequest", (event) => {
  const polling = event.detail.elt.getAttribute("hx-trigger") || "";
  if (document.visibilityState !== "visible" && polling.includes("every")) event.preventDefault();
});
