// The projector: the clock in the corner counts down by this device's clock, set right by the page;
// each new slide says what it counts to, and which look the desk has chosen.
const corner = document.getElementById("corner");
const left = corner.querySelector(".left");
const ahead = Date.parse(corner.dataset.now) - Date.now();
const timeOfDay = new Intl.DateTimeFormat("en-GB", {
  hour: "2-digit", minute: "2-digit", timeZone: corner.dataset.zone,
});

function counted(seconds) {
  const [minutes, rest] = [Math.floor(seconds / 60), String(seconds % 60).padStart(2, "0")];
  const hours = Math.floor(minutes / 60);
  return hours ? `${hours}:${String(minutes % 60).padStart(2, "0")}:${rest}` : `${minutes}:${rest}`;
}

function tick() {
  const { ends, warns, starts } = document.querySelector(".slide").dataset;
  const moment = Date.now() + ahead;
  const until = Date.parse(ends ?? starts ?? "");
  const seconds = Math.ceil((until - moment) / 1000);
  const counts = ends ? true : starts ? seconds > 0 : false;
  const words = counts ? counted(Math.max(0, seconds)) : timeOfDay.format(moment);
  if (left.textContent !== words) left.textContent = words;
  const phase = !ends ? "" : seconds <= 0 ? "over" : moment >= Date.parse(warns) ? "warning" : "playing";
  corner.className = `corner ${phase}`;
}

function follow() {
  document.documentElement.dataset.look = document.querySelector(".slide").dataset.look;
  tick();
}

document.body.addEventListener("htmx:afterSwap", follow);
follow();
setInterval(tick, 250);
