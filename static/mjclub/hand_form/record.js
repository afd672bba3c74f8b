// From taps to the events of a record, and back. Pure: no page, no network.
// Seats here are winds of the hand (0 East), as records have them. What is typed stays text in the
// draft and becomes a number or a tile only in the events.

export function emptyWinner(seat, way) {
  return {
    seat,
    way,
    fan: "", // as typed or tapped
    inside: false, // the number has the flowers inside
    flowers: [], // their tiles
    patterns: {}, // id -> times
    both: false, // a record has the number and the fans; a new number drops the fans
    concealed: "",
    melds: "",
    more: {}, // what else a record declares of the winner; kept as it is
  };
}

export function emptyDraft() {
  return {
    outcome: null, // "win" | "draw" | "abort"
    abort: "misdeal",
    winners: [], // in the order of taps
    from: null, // null: self-draw
    how: null, // "self_draw" | "discard" | "rob_kong"
    tile: "",
    flags: [],
    kongs: [], // {seat, kind, tile, from, …}
    penalties: [], // {seat, kind, amount, …}
    stakes: [], // {seat, kind, value}
    wild: null, // {indicator, tiles}
    extra: {}, // id -> the event without its type
    win: {}, // what else the win event says; kept as it is
    ending: {}, // what else the drawn hand says (states); kept as it is
    rest: [], // events the form does not show; kept as they are
  };
}

// The number a text stands for, or the text itself, which the server then refuses in words.
export function numberIn(text) {
  const plain = String(text ?? "").normalize("NFKC").trim();
  return /^[+-]?\d{1,6}$/.test(plain) ? Number(plain) : plain;
}

const MELD = /^(chow|pung|kong_exposed|kong_added|kong_concealed)\s+([1-9mpsz]+)(?:\s+([0-3]))?$/;

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

export const FLOWERS = ["1f", "2f", "3f", "4f", "5f", "6f", "7f", "8f"];

// The flower tiles of a winner after one more (or one fewer), of those that nobody has yet.
export function stepFlowers(draft, winner, by) {
  if (by < 0) return winner.flowers.slice(0, by);
  const taken = [...draft.winners.flatMap((w) => w.flowers), ...draft.rest.filter((e) => e.type === "flower").map((e) => e.tile)];
  const free = FLOWERS.filter((tile) => !taken.includes(tile));
  return free.length ? [...winner.flowers, free[0]] : winner.flowers;
}

function winnerFacts(winner) {
  const one = { seat: winner.seat };
  const patterns = Object.entries(winner.patterns).flatMap(([id, n]) => Array(n).fill(id));
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
  return one;
}

// Winners stand in turn order counted from the one who gave the tile.
function inTurn(draft, players) {
  if (draft.from === null) return draft.winners;
  const turns = (seat) => (seat - draft.from + players) % players;
  return [...draft.winners].sort((a, b) => turns(a.seat) - turns(b.seat));
}

function kongOf(draft, kongs, declaration) {
  const last = (fits) => kongs.findLast(fits)?.id;
  if (draft.how === "rob_kong") return last((k) => k.kind === "added" && k.seat === draft.from);
  const needs = draft.flags.some((id) => declaration.circumstances.find((c) => c.id === id)?.kong);
  if (!needs) return undefined;
  return last((k) => k.seat === (draft.from ?? draft.winners[0].seat));
}

function winEvent(draft, kongs, declaration, players) {
  const event = { ...draft.win, type: "win", by: draft.how, winners: inTurn(draft, players).map(winnerFacts) };
  if (draft.from !== null) event.from = draft.from;
  if (draft.tile.trim()) event.tile = draft.tile.trim();
  if (draft.flags.length) event.flags = [...draft.flags];
  const kong = kongOf(draft, kongs, declaration);
  if (kong) event.kong = kong;
  return event;
}

function kongEvents(draft) {
  return draft.kongs.map((kong, i) => {
    const event = { type: "kong", id: `k${i + 1}`, ...kong, tile: kong.tile.trim() };
    if (kong.kind !== "exposed" || kong.from === null) delete event.from;
    return event;
  });
}

function penaltyEvents(draft) {
  return draft.penalties.map(({ amount, ...rest }) => {
    const event = { type: "penalty", ...rest };
    if (String(amount ?? "").trim() !== "") event.amount = numberIn(amount);
    return event;
  });
}

export function isComplete(draft) {
  if (draft.outcome === "draw" || draft.outcome === "abort") return true;
  if (draft.outcome !== "win" || !draft.winners.length || draft.how === null) return false;
  return draft.winners.every((winner) => {
    if (winner.way === "fan") return String(winner.fan).trim() !== "";
    if (winner.way === "patterns") return Object.keys(winner.patterns).length > 0;
    return winner.concealed.trim() !== "" && draft.tile.trim() !== "";
  });
}

// Events that may stand after the end of the hand.
const AFTER_END = ["adjust", "reveal", "jing", "chan"];

export function toEvents(draft, declaration, players = 4) {
  const kongs = kongEvents(draft);
  const extra = Object.entries(draft.extra).map(([type, facts]) => ({ type, ...facts }));
  const others = [...draft.rest, ...extra];
  const events = draft.stakes.map((stake) => ({ type: "stake", ...stake }));
  if (draft.wild && draft.wild.indicator.trim() + draft.wild.tiles.trim()) {
    events.push({ type: "wild", indicator: draft.wild.indicator.trim(), tiles: draft.wild.tiles.split(/[\s,，、]+/).filter(Boolean) });
  }
  if (draft.outcome === "win") {
    events.push(...draft.winners.flatMap((w) => w.flowers.map((tile) => ({ type: "flower", seat: w.seat, tile }))));
  }
  events.push(...kongs, ...penaltyEvents(draft), ...others.filter((e) => !AFTER_END.includes(e.type)));
  if (draft.outcome === "win") events.push(winEvent(draft, kongs, declaration, players));
  if (draft.outcome === "draw") events.push({ ...draft.ending, type: "exhaust" });
  if (draft.outcome === "abort") events.push({ type: "abort", reason: draft.abort });
  events.push(...others.filter((e) => AFTER_END.includes(e.type)));
  return events;
}

function readWinner(facts) {
  const winner = emptyWinner(facts.seat, "fan");
  const { patterns, fan, fan_with_flowers: inside, ...more } = facts.declared ?? {};
  winner.more = more;
  for (const id of patterns ?? []) winner.patterns[id] = (winner.patterns[id] ?? 0) + 1;
  if (facts.hand) {
    winner.way = "tiles";
    winner.concealed = facts.hand.concealed;
    winner.melds = (facts.hand.melds ?? [])
      .map((m) => [m.kind, m.tiles, m.from].filter((part) => part !== undefined).join(" "))
      .join("\n");
  } else if (fan === undefined && inside === undefined) {
    winner.way = "patterns";
  } else {
    winner.both = patterns !== undefined;
    winner.inside = inside !== undefined;
    winner.fan = String(fan ?? inside);
  }
  return winner;
}

function readWin(draft, event) {
  const { type: _type, by, from, tile, flags, winners, kong: _kong, ...win } = event;
  draft.outcome = "win";
  draft.how = by;
  draft.from = from ?? null;
  draft.tile = tile ?? "";
  draft.flags = flags ?? [];
  draft.win = win;
  draft.winners = winners.map(readWinner);
}

const READERS = {
  win: readWin,
  exhaust: (draft, { type: _type, ...ending }) => {
    draft.outcome = "draw";
    draft.ending = ending;
  },
  abort: (draft, event) => {
    draft.outcome = "abort";
    draft.abort = event.reason ?? "misdeal";
  },
  kong: (draft, { type: _type, ...kong }) => draft.kongs.push({ from: null, ...kong }),
  penalty: (draft, { type: _type, ...penalty }) => draft.penalties.push(penalty),
  stake: (draft, { type: _type, ...stake }) => draft.stakes.push(stake),
  wild: (draft, e) => (draft.wild = { indicator: e.indicator, tiles: e.tiles.join(" ") }),
};

// `extras` are the ids of the ruleset's further events that the form shows.
export function fromEvents(events, extras = []) {
  const draft = emptyDraft();
  const flowers = [];
  for (const event of events) {
    const { type, ...facts } = event;
    if (type === "flower") flowers.push(event);
    else if (READERS[type]) READERS[type](draft, event);
    else if (extras.includes(type) && !draft.extra[type]) draft.extra[type] = facts;
    else draft.rest.push(event);
  }
  for (const event of flowers) {
    const winner = draft.winners.find((w) => w.seat === event.seat);
    if (winner) winner.flowers.push(event.tile);
    else draft.rest.push(event);
  }
  return draft;
}
