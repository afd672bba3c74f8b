// The leaderboard: whom the reader follows is kept on this device and stands on top of every answer; a
// choice of club or team is shown at once. Without scripts ?follow= and the form do the same.
const board = document.getElementById("board");
const key = `mjclub.follow.${board.dataset.event}`;
const asked = new URLSearchParams(location.search);

function kept() {
  try {
    return localStorage.getItem(key) || "";
  } catch {
    return "";
  }
}

if (asked.has("follow")) {
  try {
    localStorage.setItem(key, asked.get("follow"));
  } catch {
    // It lasts as long as the address says it.
  }
}

function follow() {
  const number = asked.get("follow") ?? kept();
  const table = board.querySelector("table.board");
  if (!number || !table || table.querySelector(".follow-row")) return;
  const row = table.querySelector(`tr[data-number="${CSS.escape(number)}"]`);
  if (row) {
    row.classList.add("me");
    const copy = row.cloneNode(true);
    copy.classList.replace("me", "followed");
    for (const node of copy.querySelectorAll("[id]")) node.removeAttribute("id");
    copy.removeAttribute("data-entry");
    const body = document.createElement("tbody");
    body.className = "follow-row";
    body.append(copy);
    table.tHead.after(body);
  } else if (!asked.has("follow") && !asked.has("teams") && !board.dataset.asks) {
    // On another page of a long list: the server puts the row on top.
    const address = new URL(board.getAttribute("hx-get") ?? "", location.href);
    if (!board.hasAttribute("hx-get")) return;
    address.searchParams.set("follow", number);
    board.dataset.asks = "yes";
    board.setAttribute("hx-get", address.pathname + address.search);
    board.dispatchEvent(new Event("poll"));
  }
}

board.addEventListener("change", (event) => {
  if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
});
document.body.addEventListener("htmx:afterSwap", follow);
follow();
