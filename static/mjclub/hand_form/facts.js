// What the events so far say about a hand. Pure: no page, no network.
// Seats are winds of the hand (0 East), as records have them.

// Whether the options bring something in (`When` of the declaration).
export function holds(when, options) {
  return when.every(({ option, values }) => (values.length ? values.includes(options[option]) : Boolean(options[option])));
}

export function ofType(events, type) {
  return events.filter((event) => event.type === type);
}

// The latest kong or win: what a flag or a linked kong may point to.
export function lastAct(events) {
  return events.findLast((event) => event.type === "kong" || event.type === "win");
}

export function winnersOf(events) {
  return ofType(events, "win").flatMap((win) => win.winners.map((winner) => winner.seat));
}

// Seats that take no further part in the hand.
export function outSeats(events, declaration) {
  const leave = !declaration.ends_on_first_win && declaration.form.winners_leave;
  return new Set(leave ? winnersOf(events) : []);
}

// Whether the hand is over, as far as its events tell. An option may end it earlier: the server
// says so in its preview.
export function hasEnded(events, declaration, players) {
  if (events.some((event) => event.type === "exhaust" || event.type === "abort")) return true;
  if (declaration.ends_on_first_win) return events.some((event) => event.type === "win");
  return outSeats(events, declaration).size >= players - 1;
}

export function newKongId(events) {
  const taken = new Set(events.map((event) => event.id));
  let n = 1;
  while (taken.has(`k${n}`)) n += 1;
  return `k${n}`;
}

// The number a text stands for, or the text itself, which the server then refuses in words.
export function numberIn(text) {
  const plain = String(text ?? "").normalize("NFKC").trim();
  return /^[+-]?\d{1,6}$/.test(plain) ? Number(plain) : plain;
}
