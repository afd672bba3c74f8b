// Runs before the page is painted, so that a chosen look does not flash.
try {
  const look = localStorage.getItem("mjclub.look");
  if (look) document.documentElement.dataset.look = look;
} catch {
  // Private windows may forbid storage; the system's own look is used then.
}
