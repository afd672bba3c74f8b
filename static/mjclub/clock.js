// Clocks count down on the page; what they say without scripts is when the time is up.
function tick() {
  for (const clock of document.querySelectorAll("[data-clock]")) {
    const { now, warns, ends } = clock.dataset;
    clock.ahead ??= Date.parse(now) - Date.now(); // of this device's clock
    const moment = Date.now() + clock.ahead;
    const left = Math.max(0, Math.ceil((Date.parse(ends) - moment) / 1000));
    const phase = left === 0 ? "over" : moment >= Date.parse(warns) ? "warning" : "playing";
    const words = `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}`;
    const place = clock.querySelector(".left");
    if (place.textContent !== words) place.textContent = words;
    if (!clock.classList.contains(phase)) {
      clock.classList.remove("playing", "warning", "over");
      clock.classList.add(phase);
    }
  }
}

tick();
setInterval(tick, 1000);
