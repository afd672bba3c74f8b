// The states of the seats at an exhausted wall, between taps and the event. Pure.
import { holds, numberIn, outSeats, winnersOf } from "./facts.js";
import { meldText, parseMelds } from "./win.js";

export function statesAsked({ declaration, options }) {
  const { states } = declaration.form;
  if (!states || !holds(states.when, options)) return null;
  return states.unless?.length && holds(states.unless, options) ? null : states.choices;
}

function emptyState(state = null) {
  return { state, kept: false, price: null, max_fan: "", patterns: {}, concealed: "", melds: "", more: {}, rest: {} };
}

// Whether this seat's state follows from the events alone.
export function isFixed(seat, world) {
  return outSeats(world.events, world.declaration).has(seat);
}

export function emptyExhaust(world) {
  const asked = statesAsked(world);
  if (!asked) return { kind: "exhaust", states: null, rest: {} };
  const won = winnersOf(world.events);
  const known = asked.some((s) => s.id === "won");
  const states = [...Array(world.players).keys()].map((seat) => emptyState(known && won.includes(seat) ? "won" : null));
  return { kind: "exhaust", states, rest: {} };
}

// The states that a seat may be given.
export function choicesFor(seat, world) {
  const won = winnersOf(world.events).includes(seat);
  return statesAsked(world).filter((s) => (s.id === "won") === won);
}

export function pricesOf(one, world) {
  return statesAsked(world).find((s) => s.id === one.state)?.price ?? [];
}

export function isPriced(one) {
  if (one.price === "tiles") return one.concealed.trim() !== "";
  if (one.price === "declared") return Object.keys(one.patterns).length > 0;
  return String(one.max_fan).trim() !== "";
}

export function isExhaustComplete(ending, world) {
  const asked = statesAsked(world);
  if (!asked || ending.states === null) return true;
  return ending.states.every((one, seat) => {
    const chosen = asked.find((s) => s.id === one.state);
    if (!chosen) return false;
    return !chosen.price.length || !chosen.needed || isFixed(seat, world) || isPriced(one);
  });
}

function stateFacts(one, world) {
  const made = { ...one.rest, state: one.state };
  // A hand that a record shows beside a state without a price is kept.
  if (!isPriced(one) || !(one.kept || pricesOf(one, world).length)) return made;
  if (one.price === "tiles") {
    made.hand = { concealed: one.concealed.trim() };
    const melds = parseMelds(one.melds);
    if (melds.length) made.hand.melds = melds;
  } else if (one.price === "declared") {
    made.declared = { ...one.more, patterns: Object.entries(one.patterns).flatMap(([id, n]) => Array(n).fill(id)) };
  } else {
    made.max_fan = numberIn(one.max_fan);
  }
  return made;
}

export function exhaustEvent(ending, world) {
  const event = { ...ending.rest, type: "exhaust" };
  if (ending.states !== null) event.states = ending.states.map((one) => stateFacts(one, world));
  return event;
}

function readState({ state, max_fan: fan, declared, hand, ...rest }) {
  const one = { ...emptyState(state), kept: true, rest };
  const { patterns, ...more } = declared ?? {};
  one.more = more;
  for (const id of patterns ?? []) one.patterns[id] = (one.patterns[id] ?? 0) + 1;
  if (fan !== undefined) one.max_fan = String(fan);
  if (hand) Object.assign(one, { concealed: hand.concealed, melds: meldText(hand.melds) });
  one.price = hand ? "tiles" : declared ? "declared" : fan !== undefined ? "max_fan" : null;
  // What stands beside the price that the form shows is kept.
  if (hand && declared) one.rest.declared = declared;
  if (fan !== undefined && (hand || declared)) one.rest.max_fan = fan;
  return one;
}

export function readExhaust(event, world) {
  const { type: _type, states, ...rest } = event;
  if (states && statesAsked(world)) return { kind: "exhaust", states: states.map(readState), rest };
  return { kind: "exhaust", states: null, rest: states ? { ...rest, states } : rest };
}
