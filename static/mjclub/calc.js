// Sends presses without loading the page; without scripts the form does the same by itself.
// Presses wait in a row until an answer holds them, so that quick thumbs lose nothing.
let pressed = [];
let asking = null;

function calc() {
  return document.getElementById("calc");
}

function ask(form) {
  const query = new URLSearchParams(new FormData(form));
  for (const [name, value] of pressed) query.append(name, value);
  const sent = pressed.length;
  const address = `${form.action}?${query}`;
  asking?.abort();
  asking = new AbortController();
  fetch(address, { signal: asking.signal })
    .then((response) => {
      if (!response.ok) throw new Error(String(response.status));
      return response.text().then((text) => show(text, sent));
    })
    .catch((error) => {
      if (error.name !== "AbortError") location.assign(address);
    });
}

function show(text, sent) {
  const fresh = new DOMParser().parseFromString(text, "text/html").getElementById("calc");
  const old = calc();
  const focus = placeOf(document.activeElement, old);
  for (const details of old.querySelectorAll("details[open]")) {
    const same = fresh.querySelector(`details.${details.className || "none"}`);
    if (same) same.open = true;
  }
  old.replaceWith(fresh);
  pressed = pressed.slice(sent);
  history.replaceState(null, "", fresh.dataset.address);
  // Who changes the language now keeps the hand.
  for (const next of document.querySelectorAll('.language [name="next"]')) {
    next.value = fresh.dataset.address;
  }
  if (focus) fresh.querySelector(focus)?.focus({ preventScroll: true });
  showCopy(fresh);
}

function placeOf(element, inside) {
  if (!inside.contains(element)) return null;
  if (element.id) return `#${CSS.escape(element.id)}`;
  if (!element.name) return null;
  return `[name="${CSS.escape(element.name)}"][value="${CSS.escape(element.value)}"]`;
}

function showCopy(inside) {
  if (!navigator.clipboard) return;
  for (const button of inside.querySelectorAll("[data-copy]")) button.hidden = false;
}

document.addEventListener("submit", (event) => {
  if (event.target.id !== "calc-form") return;
  event.preventDefault();
  const key = event.submitter;
  if (key?.name) pressed.push([key.name, key.value]);
  ask(event.target);
});
document.addEventListener("change", (event) => {
  if (event.target.form?.id === "calc-form") ask(event.target.form);
});
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-copy]");
  if (!button) return;
  navigator.clipboard.writeText(button.dataset.copy).then(() => {
    button.textContent = button.dataset.copied;
  });
});
showCopy(document);
