// Events that a ruleset declares (scoring/form_facts.py): from answers to an event, and back. Pure.
// `world` is what answers are judged by: {declaration, options, players, dealer, events}, where the
// events are those before this one.
import { holds, lastAct, newKongId, numberIn, ofType, outSeats } from "./facts.js";

export function offered({ declaration, options }) {
  return declaration.form.events.filter((declared) => holds(declared.when, options));
}

export function declaredOf(declaration, event) {
  return declaration.form.events.find((d) => d.type === event.type && Object.entries(d.fixed).every(([key, value]) => event[key] === value));
}

const empty = (value) => value === undefined || value === null || value === "" || (Array.isArray(value) && !value.length);

// Seats that an ask may be answered with.
export function seatsFor(ask, declared, event, world) {
  const out = declared?.phase === "play" ? outSeats(world.events, world.declaration) : new Set();
  const had = declared?.once === "seat" && ask.key === "seat" ? ofType(world.events, declared.type).filter((e) => declaredOf(world.declaration, e) === declared).map((e) => e.seat) : [];
  return [...Array(world.players).keys()].filter((seat) => {
    if (out.has(seat) || had.includes(seat)) return false;
    if (ask.apart_from && event[ask.apart_from] === seat) return false;
    return ask.role === "" || (ask.role === "dealer") === (seat === world.dealer);
  });
}

// The event that an event_ref may point to: the latest kong, if the right seat made it.
export function targetOf(ask, event, world) {
  const last = ask.of === "kong" ? lastAct(world.events) : ofType(world.events, ask.of).at(-1);
  const fits = last?.type === ask.of && last.seat === event[ask.of_seat];
  return fits ? last : world.events.find((e) => e.id !== undefined && e.id === event[ask.key]);
}

export function isAsked(ask, event, world) {
  if (!holds(ask.when, world.options)) return false;
  if (ask.given && !ask.given.values.includes(event[ask.given.key])) return false;
  if (ask.with_event && !world.events.some((e) => e.type === ask.with_event)) return false;
  return ask.widget !== "event_ref" || targetOf(ask, event, world) !== undefined;
}

export function defaultOf(ask, world) {
  const value = ask.default_option ? world.options[ask.default_option] : ask.default;
  return typeof value === "number" && ask.widget === "number" ? String(value) : (value ?? undefined);
}

// A new event with what is fixed, what is usual, and what has only one answer.
export function blank(declared, world) {
  const event = { type: declared.type };
  if (declared.type === "kong") event.id = newKongId(world.events);
  Object.assign(event, declared.fixed);
  for (const ask of declared.asks) {
    const value = defaultOf(ask, world);
    if (value !== undefined) event[ask.key] = value;
    if (ask.widget === "seat" && ask.required) {
      const seats = seatsFor(ask, declared, event, world);
      if (seats.length === 1) [event[ask.key]] = seats;
    }
  }
  return event;
}

const countOf = (tiles) => String(tiles).replaceAll(/[^0-9]/g, "").length;

function isWhole(ask, value, players) {
  if (ask.widget === "numbers") return value.length === ask.count && value.every((n) => !empty(n));
  if (ask.widget === "per_seat_tiles") return value.length === players && value.every((tiles) => countOf(tiles) === (ask.count || countOf(tiles)) && !empty(tiles));
  return true;
}

export function isAnswered(ask, event, world) {
  const value = event[ask.key];
  return !empty(value) && isWhole(ask, value, world.players);
}

// The first required ask that has no answer.
export function nextAsk(declared, event, world) {
  return declared.asks.find((ask) => ask.required && isAsked(ask, event, world) && !isAnswered(ask, event, world));
}

// What the event is without what is no longer asked, and with typed numbers as numbers.
export function finished(declared, event, world) {
  const made = { ...event };
  for (const ask of declared.asks) {
    if (!isAsked(ask, event, world) || !isAnswered(ask, event, world)) delete made[ask.key];
    else if (ask.widget === "number") made[ask.key] = numberIn(event[ask.key]);
    else if (ask.widget === "numbers" || ask.widget === "per_seat_number") made[ask.key] = event[ask.key].map(numberIn);
    else if (ask.widget === "text") made[ask.key] = event[ask.key].trim();
    if (ask.widget === "switch" && made[ask.key] === false) delete made[ask.key];
  }
  return made;
}

// Whether an event has questions that may be left out, and so stays open.
export function hasMore(declared, event, world) {
  return declared.asks.some((ask) => !ask.required && isAsked(ask, event, world));
}

// The seats that such an event can still be of.
export function seatsLeft(declared, world) {
  const ask = declared.asks.find((a) => a.key === "seat");
  return ask ? seatsFor(ask, declared, {}, world) : [];
}
