// From taps to the events of a record, and back. Pure: no page, no network.
// Seats here are winds of the hand (0 East), as records have them.

export function emptyDraft() {
  return {
    outcome: null, // "win" | "draw" | "abort"
    abort: "misdeal",
    winner: null,
    from: null, // null: self-draw
    how: null, // "self_draw" | "discard" | "rob_kong"
    way: null,
    fan: null,
    inside: false, // the number has the flowers inside
    flowers: 0,
    patterns: {}, // id -> times
    concealed: "",
    melds: "",
    tile: "",
    flags: [],
    kongs: [], // {seat, kind, tile, from}
    penalties: [], // {seat, kind, amount}
    stakes: [], // {seat, kind, value}
    wild: { indicator: "", tiles: "" },
    rest: [], // events the form does not show; kept as they are
  };
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

function flowerEvents(draft) {
  return Array.from({ length: draft.flowers }, (_, i) => ({
    type: "flower",
    seat: draft.winner,
    tile: `${i + 1}f`,
  }));
}

function kongEvents(draft) {
  return draft.kongs.map((kong, i) => {
    const event = { type: "kong", seat: kong.seat, kind: kong.kind, tile: kong.tile, id: `k${i + 1}` };
    if (kong.kind === "exposed" && kong.from !== null) event.from = kong.from;
    return event;
  });
}

function winner(draft, way) {
  const one = { seat: draft.winner };
  if (way === "fan") {
    one.declared = { [draft.inside ? "fan_with_flowers" : "fan"]: draft.fan };
  } else if (way === "patterns") {
    const names = Object.entries(draft.patterns).flatMap(([id, n]) => Array(n).fill(id));
    one.declared = { patterns: names };
  } else {
    one.hand = { concealed: draft.concealed.trim() };
    const melds = parseMelds(draft.melds);
    if (melds.length) one.hand.melds = melds;
  }
  return one;
}

function winEvent(draft, declaration) {
  const event = { type: "win", by: draft.how, winners: [winner(draft, draft.way)] };
  if (draft.from !== null) event.from = draft.from;
  if (draft.tile.trim()) event.tile = draft.tile.trim();
  if (draft.flags.length) event.flags = [...draft.flags];
  const needsKong =
    draft.how === "rob_kong" ||
    draft.flags.some((id) => declaration.circumstances.find((c) => c.id === id)?.kong);
  if (needsKong && draft.kongs.length) event.kong = `k${draft.kongs.length}`;
  return event;
}

export function isComplete(draft) {
  if (draft.outcome === "draw" || draft.outcome === "abort") return true;
  if (draft.outcome !== "win" || draft.winner === null || draft.how === null) return false;
  if (draft.way === "fan") return Number.isInteger(draft.fan);
  if (draft.way === "patterns") return Object.keys(draft.patterns).length > 0;
  return draft.concealed.trim() !== "" && draft.tile.trim() !== "";
}

// Events that may stand after the end of the hand.
const AFTER_END = ["adjust", "reveal", "jing", "chan"];

export function toEvents(draft, declaration) {
  const events = draft.stakes.map((stake) => ({ type: "stake", ...stake }));
  if (draft.wild.indicator.trim()) {
    events.push({
      type: "wild",
      indicator: draft.wild.indicator.trim(),
      tiles: draft.wild.tiles.split(/[\s,]+/).filter(Boolean),
    });
  }
  if (draft.outcome === "win") events.push(...flowerEvents(draft));
  events.push(...kongEvents(draft));
  events.push(
    ...draft.penalties.map((p) => {
      const event = { type: "penalty", seat: p.seat, kind: p.kind };
      if (Number.isInteger(p.amount)) event.amount = p.amount;
      return event;
    }),
  );
  events.push(...draft.rest.filter((e) => !AFTER_END.includes(e.type)));
  if (draft.outcome === "win") events.push(winEvent(draft, declaration));
  if (draft.outcome === "draw") events.push({ type: "exhaust" });
  if (draft.outcome === "abort") events.push({ type: "abort", reason: draft.abort });
  events.push(...draft.rest.filter((e) => AFTER_END.includes(e.type)));
  return events;
}

function readWin(draft, event) {
  draft.outcome = "win";
  draft.how = event.by;
  draft.from = event.from ?? null;
  draft.tile = event.tile ?? "";
  draft.flags = event.flags ?? [];
  const one = event.winners[0];
  draft.winner = one.seat;
  const declared = one.declared ?? {};
  if (one.hand) {
    draft.way = "tiles";
    draft.concealed = one.hand.concealed;
    draft.melds = (one.hand.melds ?? [])
      .map((m) => [m.kind, m.tiles, m.from].filter((part) => part !== undefined).join(" "))
      .join("\n");
  } else if (declared.patterns) {
    draft.way = "patterns";
    for (const id of declared.patterns) draft.patterns[id] = (draft.patterns[id] ?? 0) + 1;
  } else {
    draft.way = "fan";
    draft.inside = declared.fan_with_flowers !== undefined;
    draft.fan = declared.fan ?? declared.fan_with_flowers;
  }
}

const READERS = {
  win: readWin,
  exhaust: (draft) => (draft.outcome = "draw"),
  abort: (draft, event) => {
    draft.outcome = "abort";
    draft.abort = event.reason ?? "misdeal";
  },
  kong: (draft, e) => draft.kongs.push({ seat: e.seat, kind: e.kind, tile: e.tile, from: e.from ?? null }),
  penalty: (draft, e) => draft.penalties.push({ seat: e.seat, kind: e.kind, amount: e.amount ?? null }),
  stake: (draft, e) => draft.stakes.push({ seat: e.seat, kind: e.kind, value: e.value }),
  wild: (draft, e) => (draft.wild = { indicator: e.indicator, tiles: e.tiles.join(" ") }),
};

export function fromEvents(events) {
  const draft = emptyDraft();
  const winningSeat = events.find((e) => e.type === "win")?.winners[0].seat;
  for (const event of events) {
    if (event.type === "flower" && event.seat === winningSeat) draft.flowers += 1;
    else if (READERS[event.type]) READERS[event.type](draft, event);
    else draft.rest.push(event);
  }
  return draft;
}
