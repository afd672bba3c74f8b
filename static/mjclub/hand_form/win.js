// A win between taps and its events. Pure: no page, no network.
// What is typed stays text here and becomes a number or a tile only in the events.
import { holds, lastAct, numberIn, ofType } from "./facts.js";
import { defaultOf, isAsked } from "./declared.js";

export function emptyWinner(seat, way) {
  return {
    seat,
    way,
    fan: "", // as typed or tapped
    claimed: "", // a total that was called beside tiles or fans; no fact of the record
    inside: false, // the number has the flowers inside
    flowers: [], // their tiles
    patterns: {}, // id -> times
    both: false, // a record has the number and the fans; a new number drops the fans
    concealed: "",
    melds: "",
    asks: {}, // answers to the ruleset's further asks, by their keys
    more: {}, // what else a record declares of the winner; kept as it is
    rest: {}, // what else a record says of the winner; kept as it is
  };
}

export function emptyWin(seat, declaration, world) {
  const how = declaration.wins_by.length > 1 ? null : declaration.wins_by[0];
  return { kind: "win", winners: [newWinner(seat, declaration.form.ways[0], world)], how, from: null, tile: "", flags: [], kong: null, rest: {} };
}

export function newWinner(seat, way, world) {
  const winner = emptyWinner(seat, way);
  for (const ask of world.declaration.form.winner) {
    const value = defaultOf(ask, world);
    if (value !== undefined && ask.required) winner.asks[ask.key] = value;
    const made = ask.counts && holds(ask.counts_when, world.options) ? madeBy(seat, ask.counts, world.events) : 0;
    if (made) winner.asks[ask.key] = String(made);
  }
  return winner;
}

// How many events of a type a seat has made; a robbed kong is none.
function madeBy(seat, type, events) {
  const robbed = ofType(events, "win").filter((e) => e.by === "rob_kong").map((e) => e.kong);
  return ofType(events, type).filter((e) => e.seat === seat && !robbed.includes(e.id)).length;
}

const MELD = /^(chow|pung|kong_exposed|kong_added|kong_concealed)\s+([1-9mpszf]+)(?:\s+([0-3]))?$/;

export function parseMelds(text) {
  return text
    .split(/\n|;/)
    .map((line) => line.trim())
    .filter(Boolean)
    .map((line) => {
      const found = MELD.exec(line);
      if (!found) return { kind: line, tiles: "" };
      const meld = { kind: found[1], tiles: found[2] };
      if (found[3] !== undefined) meld.from = Number(found[3]);
      return meld;
    });
}

export function meldText(melds) {
  return (melds ?? []).map((m) => [m.kind, m.tiles, m.from].filter((part) => part !== undefined).join(" ")).join("\n");
}

export const FLOWERS = ["1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f"];

// The flower tiles of a winner after one more (or one fewer), of those that nobody has yet.
export function stepFlowers(win, winner, events, by) {
  if (by < 0) return winner.flowers.slice(0, by);
  const taken = [...win.winners.flatMap((w) => w.flowers), ...ofType(events, "flower").map((e) => e.tile)];
  const free = FLOWERS.filter((tile) => !taken.includes(tile));
  return free.length ? [...winner.flowers, free[0]] : winner.flowers;
}

// The ruleset's further asks of this winner.
export function asksOf(winner, world) {
  return world.declaration.form.winner.filter((ask) => ask.ways.includes(winner.way) && isAsked(ask, winner.asks, world));
}

function answer(ask, value) {
  if (ask.widget === "number") return numberIn(value);
  return Array.isArray(value) && ask.widget !== "seats" && ask.widget !== "tiles" ? value.map(numberIn) : value;
}

// A win such as eight flowers needs no hand beside it.
export function needsHand(win, declaration) {
  return !win.flags.some((id) => declaration.circumstances.find((c) => c.id === id)?.no_hand);
}

function winnerFacts(winner, win, world) {
  const one = { ...winner.rest, seat: winner.seat };
  const patterns = Object.entries(winner.patterns).flatMap(([id, n]) => Array(n).fill(id));
  const given = winner.way === "tiles" ? winner.concealed.trim() !== "" : winner.way === "fan" ? String(winner.fan).trim() !== "" : patterns.length > 0;
  if (given || needsHand(win, world.declaration)) {
    if (winner.way === "fan") {
      one.declared = { ...winner.more, [winner.inside ? "fan_with_flowers" : "fan"]: numberIn(winner.fan) };
      if (winner.both) one.declared.patterns = patterns;
    } else if (winner.way === "patterns") {
      one.declared = { ...winner.more, patterns };
    } else {
      one.hand = { concealed: winner.concealed.trim() };
      const melds = parseMelds(winner.melds);
      if (melds.length) one.hand.melds = melds;
    }
  }
  for (const ask of asksOf(winner, world)) {
    const value = winner.asks[ask.key];
    if (value === undefined || value === "" || value === null) continue;
    if (!ask.key.startsWith("declared.")) one[ask.key] = answer(ask, value);
    else if (one.declared) one.declared[ask.key.slice("declared.".length)] = answer(ask, value);
  }
  return one;
}

// What was called beside tiles or fans: {event, seat, fan}, the event by its place in the record.
export function claimsOf({ before, ending }, events) {
  if (ending?.kind !== "win") return [];
  const event = events.findIndex((e, at) => at >= before.length && e.type === "win");
  const called = ending.winners.filter((winner) => winner.way !== "fan" && Number.isInteger(numberIn(winner.claimed)));
  return event < 0 ? [] : called.map((winner) => ({ event, seat: winner.seat, fan: numberIn(winner.claimed) }));
}

// Winners stand in turn order counted from the one who gave the tile.
function inTurn(win, players) {
  if (win.from === null) return win.winners;
  const turns = (seat) => (seat - win.from + players) % players;
  return [...win.winners].sort((a, b) => turns(a.seat) - turns(b.seat));
}

// Who made the kong that a flag or a robbed kong points to.
export function kongMaker(win) {
  return win.from ?? win.winners[0]?.seat;
}

// The kong that this seat could have robbed from it, or that a flag could speak of.
export function kongBefore(win, events, robbable = null) {
  const last = lastAct(events);
  const own = ofType(events, "kong").filter((k) => k.seat === kongMaker(win) && (!robbable || robbable.includes(k.kind)));
  return own.includes(last) ? last : own.at(-1);
}

function kongOf(win, events, declaration) {
  const robs = win.how === "rob_kong";
  if (!robs && !win.flags.some((id) => declaration.circumstances.find((c) => c.id === id)?.kong)) return undefined;
  if (win.kong && events.some((e) => e.id === win.kong)) return win.kong;
  return kongBefore(win, events, robs ? declaration.robbable : null)?.id;
}

// The flowers of the winners, then the win.
export function winEvents(win, world) {
  const { declaration, players, events } = world;
  const made = win.winners.flatMap((w) => w.flowers.map((tile) => ({ type: "flower", seat: w.seat, tile })));
  const event = { ...win.rest, type: "win", by: win.how, winners: inTurn(win, players).map((w) => winnerFacts(w, win, world)) };
  if (win.from !== null) event.from = win.from;
  const kong = kongOf(win, events, declaration);
  if (kong) event.kong = kong;
  const robbed = win.how === "rob_kong" ? events.find((e) => e.id === kong)?.tile : undefined;
  const tile = win.tile.trim() || robbed;
  if (tile) event.tile = tile;
  if (win.flags.length) event.flags = [...win.flags];
  return [...made, event];
}

export function isWinComplete(win, world) {
  if (!win.winners.length || win.how === null) return false;
  if (!needsHand(win, world.declaration)) return true;
  return win.winners.every((winner) => {
    const asked = asksOf(winner, world).every((ask) => !ask.required || ![undefined, ""].includes(winner.asks[ask.key]));
    if (!asked) return false;
    if (winner.way === "fan") return String(winner.fan).trim() !== "";
    if (winner.way === "patterns") return world.declaration.form.plain || Object.keys(winner.patterns).length > 0;
    const robbed = win.how === "rob_kong";
    return winner.concealed.trim() !== "" && (robbed || win.tile.trim() !== "");
  });
}

// Circumstances that may be ticked: those of the way it was won, of this seat, and with its kong.
export function fittingFlags(win, world) {
  const [first] = win.winners;
  return world.declaration.circumstances.filter((c) => {
    if (!c.by.includes(win.how) || !holds(c.when, world.options)) return false;
    if (c.kong && !kongBefore(win, world.events)) return false;
    return c.role === "" || (c.role === "dealer") === (first.seat === world.dealer);
  });
}

// A win without the circumstances that its way or its winner rules out.
export function withFitting(win, world) {
  const fitting = fittingFlags(win, world).map((c) => c.id);
  return { ...win, flags: win.flags.filter((id) => fitting.includes(id)) };
}

// The same win by another seat. If that seat had given the tile, the two have been mixed up.
export function wonBy(win, seat, world) {
  const [first, ...others] = win.winners;
  const from = win.from === seat ? first.seat : win.from;
  const melds = meldText(parseMelds(first.melds).map((meld) => (meld.from === seat ? { ...meld, from: undefined } : meld)));
  const winners = [{ ...first, seat, melds }, ...others.filter((other) => other.seat !== seat && other.seat !== from)];
  return withFitting({ ...win, from, winners }, world);
}

function readAsks(winner, declared, rest, declaration) {
  for (const { key } of declaration.form.winner) {
    const [place, name] = key.startsWith("declared.") ? [declared, key.slice("declared.".length)] : [rest, key];
    if (place[name] === undefined) continue;
    winner.asks[key] = typeof place[name] === "number" ? String(place[name]) : place[name];
    delete place[name];
  }
}

export function readWinner(facts, declaration) {
  const { seat, hand, declared, ...rest } = facts;
  const { patterns, fan, fan_with_flowers: inside, ...more } = declared ?? {};
  const winner = { ...emptyWinner(seat, "fan"), more, rest };
  readAsks(winner, more, rest, declaration);
  for (const id of patterns ?? []) winner.patterns[id] = (winner.patterns[id] ?? 0) + 1;
  if (hand) {
    winner.way = "tiles";
    winner.concealed = hand.concealed;
    winner.melds = meldText(hand.melds);
    if (declared) winner.rest.declared = declared;
  } else if (fan === undefined && inside === undefined) {
    winner.way = "patterns";
  } else {
    winner.both = patterns !== undefined;
    winner.inside = inside !== undefined;
    winner.fan = String(fan ?? inside);
  }
  return winner;
}

// `flowers` are the flower events of its winners.
export function readWin(event, flowers, declaration) {
  const { type: _type, by, from, tile, flags, winners, kong, ...rest } = event;
  const win = { kind: "win", how: by, from: from ?? null, tile: tile ?? "", flags: flags ?? [], kong: kong ?? null, rest, winners: winners.map((w) => readWinner(w, declaration)) };
  for (const winner of win.winners) winner.flowers = flowers.filter((f) => f.seat === winner.seat).map((f) => f.tile);
  return win;
}
