// The look: the system's own, light, hall (dark) or high contrast; kept on this device.
const LOOKS = ["auto", "light", "hall", "contrast"];
const root = document.documentElement;

function showLook() {
  for (const button of document.querySelectorAll("[data-look-choice]")) {
    button.setAttribute("aria-pressed", String(button.dataset.lookChoice === root.dataset.look));
  }
}

function chooseLook(look) {
  root.dataset.look = look;
  try {
    localStorage.setItem("mjclub.look", look);
  } catch {
    // The look lasts for this page only.
  }
  showLook();
}

for (const group of document.querySelectorAll("[data-looks]")) group.hidden = false;
for (const button of document.querySelectorAll("[data-look-choice]")) {
  button.addEventListener("click", () => chooseLook(button.dataset.lookChoice));
}
for (const button of document.querySelectorAll("[data-look-switch]")) {
  button.hidden = false;
  button.addEventListener("click", () => {
    chooseLook(LOOKS[(LOOKS.indexOf(root.dataset.look) + 1) % LOOKS.length]);
  });
}
showLook();

// Who has sent something off, or asked for a page that takes long (data-slow), sees after a second
// that it is being worked on. Forms that a script sends by itself say so in their own way.
const busy = document.getElementById("busy");
let busyAfter = 0;

function showBusy(event) {
  clearTimeout(busyAfter);
  busyAfter = setTimeout(() => {
    if (busy && !event.defaultPrevented) busy.hidden = false;
  }, 1000);
}

addEventListener("submit", (event) => {
  if (event.target.method === "post") showBusy(event);
});
addEventListener("click", (event) => {
  if (event.target.closest("a[data-slow]")) showBusy(event);
});
// A page that comes back from the browser's memory waits for nothing.
addEventListener("pageshow", () => {
  clearTimeout(busyAfter);
  if (busy) busy.hidden = true;
});

// Polling. It rests while nobody looks at the page; the tag of the last answer is sent along, and an
// answer that nothing has changed (304) leaves the page alone, so that nobody loses their place.
// Boards (data-poll: milliseconds) ask again some time after the last answer, at once when the page
// is looked at again or the network is back, and ever less often while no answer comes.
const SLOWEST = 60_000;
const waits = new Map();

function ask(board) {
  if (!board.isConnected) return;
  if (document.visibilityState !== "visible" || !navigator.onLine) askLater(board, true);
  else board.dispatchEvent(new Event("poll"));
}

function askLater(board, well) {
  const usual = Number(board.dataset.poll);
  const wait = well ? usual : Math.min(SLOWEST, 2 * Number(board.dataset.wait || usual));
  board.dataset.wait = wait;
  clearTimeout(waits.get(board));
  waits.set(board, setTimeout(() => ask(board), wait * (0.9 + 0.2 * Math.random())));
}

for (const board of document.querySelectorAll("[data-poll]")) {
  askLater(board, true);
  // A part that came empty with the page is asked for at once.
  if (board.dataset.etag === "") setTimeout(() => ask(board), 300);
  board.addEventListener("htmx:afterRequest", (event) => {
    if (event.target !== board) return;
    const { status } = event.detail.xhr;
    askLater(board, status === 304 || (status >= 200 && status < 300));
  });
}
for (const [source, name] of [[document, "visibilitychange"], [window, "online"]]) {
  source.addEventListener(name, () => {
    for (const board of document.querySelectorAll("[data-poll]")) ask(board);
  });
}

document.body.addEventListener("htmx:beforeRequest", (event) => {
  const trigger = event.detail.elt.getAttribute("hx-trigger") || "";
  if (document.visibilityState !== "visible" && trigger.includes("every")) event.preventDefault();
});
// An announcement that was read is put away, on the next pages too; what is said after it comes back.
// One that stands there when the page opens, or comes with its first question and before anybody has
// touched it, has its own room; one that comes later lies over the page's head and moves nothing. So it
// is always on the form for hands.
const bar = document.querySelector(".news-bar");

function showNews() {
  if (!bar) return;
  const words = bar.querySelector(".news span")?.textContent ?? "";
  try {
    bar.hidden = words !== "" && sessionStorage.getItem("mjclub.news") === words;
  } catch {
    bar.hidden = false;
  }
}

document.body.addEventListener("click", (event) => {
  if (!bar || !event.target.closest("[data-news-read]")) return;
  try {
    sessionStorage.setItem("mjclub.news", bar.querySelector(".news span").textContent);
  } catch {
    // It is put away on this page alone.
  }
  bar.hidden = true;
  bar.classList.remove("with-room");
});
document.body.addEventListener("htmx:afterSwap", showNews);
showNews();
let opening = bar !== null && !bar.dataset.etag && !document.querySelector(".masthead.slim");

function giveRoom() {
  opening = false;
  if (!bar || bar.hidden || !bar.querySelector(".news")) return;
  bar.classList.add("with-room");
  bar.style.minHeight = `${bar.offsetHeight}px`;
}

if (!opening) giveRoom();
document.body.addEventListener("htmx:afterSwap", (event) => {
  if (opening && event.target === bar) giveRoom();
});
document.body.addEventListener("htmx:afterRequest", (event) => {
  if (event.target === bar) opening = false;
});
for (const kind of ["pointerdown", "keydown"]) {
  addEventListener(kind, () => { opening = false; }, { capture: true, once: true });
}
document.body.addEventListener("htmx:configRequest", (event) => {
  const tag = event.detail.elt.dataset.etag;
  if (tag) event.detail.headers["If-None-Match"] = tag;
});

function ranks(board) {
  const found = new Map();
  for (const row of board.querySelectorAll("[data-entry]")) {
    found.set(row.dataset.entry, row.dataset.rank);
  }
  return found;
}

let before = new Map();
document.body.addEventListener("htmx:beforeSwap", (event) => {
  const { xhr, target } = event.detail;
  if (xhr.status === 304) {
    event.detail.shouldSwap = false;
    return;
  }
  const tag = xhr.getResponseHeader("ETag");
  if (tag && target.dataset.etag !== undefined) target.dataset.etag = tag;
  before = ranks(target);
});
document.body.addEventListener("htmx:afterSwap", (event) => {
  for (const row of event.detail.target.querySelectorAll("[data-entry]")) {
    const was = before.get(row.dataset.entry);
    if (was !== undefined && was !== row.dataset.rank) row.classList.add("moved");
  }
});
