// What is said about seats, events and hands.
import { declaredOf } from "./declared.js";
import { el, fill } from "./dom.js";

export function seatsOf(form) {
  return [...form.position.winds].sort();
}

export function seatLabel(form, seat) {
  return [el("span", { class: "seat-wind" }, form.wind(seat)), " ", el("span", { class: "seat-name" }, form.person(seat).name)];
}

// How a hand is declared: 12 fan, or its patterns, or its tiles.
function handWords(form, { declared, hand, max_fan: max }) {
  const { words } = form;
  const parts = [];
  const fan = declared?.fan ?? declared?.fan_with_flowers ?? max;
  if (fan !== undefined) parts.push(fill(words.n_fan, { n: fan }));
  const counts = {};
  for (const id of declared?.patterns ?? []) counts[id] = (counts[id] ?? 0) + 1;
  parts.push(...Object.entries(counts).map(([id, n]) => form.patternName(id) + (n > 1 ? ` ×${n}` : "")));
  if (hand) parts.push([hand.concealed, ...(hand.melds ?? []).map((m) => m.tiles)].join(" "));
  return parts.join("、");
}

// What a winner's hand was, without who it was.
function worthWords(form, winner) {
  const { declaration, text } = form;
  const further = declaration.form.winner.flatMap((ask) => {
    const value = ask.key.startsWith("declared.") ? winner.declared?.[ask.key.slice("declared.".length)] : winner[ask.key];
    return value === undefined || value === 0 || Array.isArray(value) ? [] : [`${text(ask.label)} ${value}`];
  });
  return [handWords(form, winner), ...further].filter(Boolean).join(" ");
}

function winWords(form, event, who) {
  const { words, declaration, text } = form;
  const how = event.from === undefined ? words.self_draw : `${event.by === "rob_kong" ? `${words.robbed} ` : "← "}${who(event.from)}`;
  const flags = (event.flags ?? []).map((id) => declaration.circumstances.find((c) => c.id === id)).filter(Boolean).map((c) => text(c.name));
  const several = event.winners.length > 1;
  const worths = event.winners.map((w) => (several ? `${who(w.seat)} ${worthWords(form, w)}` : worthWords(form, w)));
  return [event.winners.map((w) => who(w.seat)).join(", "), how, ...worths, ...flags].filter(Boolean).join(" · ");
}

function exhaustWords(form, event, who) {
  const { words, declaration, text } = form;
  const names = new Map((declaration.form.states?.choices ?? []).map((s) => [s.id, text(s.name)]));
  const states = (event.states ?? []).map((one, seat) => [who(seat), names.get(one.state) ?? one.state, handWords(form, one)].filter(Boolean).join(" "));
  return [words.draw, ...states].join(" · ");
}

function value(form, ask, given, who) {
  if (ask.widget === "seat") return who(given);
  if (ask.widget === "seats") return given.map(who).join("、");
  if (ask.widget === "tile") return form.tiles[given]?.name ?? given;
  if (ask.widget === "tiles") return given.map((code) => form.tiles[code]?.name ?? code).join(" ");
  if (ask.widget === "choice") return form.text(ask.choices.find((c) => c.id === given)?.name ?? [given, given]);
  if (ask.widget === "switch" || ask.widget === "event_ref") return form.text(ask.label);
  return Array.isArray(given) ? given.map((one) => (Array.isArray(one) ? one.join("+") : one)).join(" ") : String(given);
}

function declaredWords(form, declared, event, who) {
  const parts = declared.asks.filter((ask) => event[ask.key] !== undefined && ask.key !== "seat");
  const said = parts.map((ask) => (ask.key === "from" ? `← ${value(form, ask, event.from, who)}` : value(form, ask, event[ask.key], who)));
  return [event.seat === undefined ? "" : who(event.seat), form.text(declared.name), ...said].filter(Boolean).join(" ");
}

// One event in words; `position` says whom its seats mean.
export function eventWords(form, event, position = form.position) {
  const { words } = form;
  const who = (seat) => form.state.seats[position.chairs[seat]]?.name ?? form.wind(seat);
  if (event.type === "win") return winWords(form, event, who);
  if (event.type === "exhaust") return exhaustWords(form, event, who);
  if (event.type === "abort") return [words.annulled, words[event.reason] ?? event.reason].filter(Boolean).join(" · ");
  const declared = declaredOf(form.declaration, event);
  if (declared) return declaredWords(form, declared, event, who);
  return [event.type, event.seat === undefined ? "" : who(event.seat), event.kind, event.tile, event.amount].filter((part) => part !== undefined && part !== "").join(" ");
}

// A recorded hand in one line.
export function describe(form, hand) {
  const { words, state } = form;
  if (hand.end === "abort") return words.annulled;
  if (!hand.winners.length) return words.draw;
  const wins = hand.events.filter((event) => event.type === "win");
  const name = (seat) => state.seats[hand.position.chairs[seat]].name;
  const parts = wins.map((win) => `${win.winners.map((w) => name(w.seat)).join(", ")} · ${win.from === undefined ? words.self_draw : `← ${name(win.from)}`}`);
  const further = [];
  if (wins.length === 1 && hand.fan !== null) further.push(fill(words.n_fan, { n: hand.fan }));
  if (hand.end === "exhaust") further.push(words.draw);
  return [parts.join("; "), ...further].join(" · ");
}
