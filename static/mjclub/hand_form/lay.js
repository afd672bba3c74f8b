// Laying a hand on the tile pad: tiles of the hand, melds, and the tile that won.
import { box, button, choices, el, fill } from "./dom.js";
import { seatLabel, seatsOf } from "./words.js";
import { holds, ofType } from "./facts.js";
import { drawTile, tilePad } from "./tiles.js";
import { meldText, parseMelds } from "./win.js";

const SUITS = "mpszf";
const KONGS = ["kong_exposed", "kong_added", "kong_concealed"];

export function tilesOf(text) {
  return [...text.matchAll(/([1-9]+)([mpszf])/g)].flatMap(([, digits, suit]) => [...digits].map((digit) => digit + suit));
}

// The tile string, suit by suit: 123m4455p.
export function tileText(tiles) {
  return [...SUITS].map((suit) => {
    const digits = tiles.filter((tile) => tile[1] === suit).map((tile) => tile[0]).sort();
    return digits.length ? digits.join("") + suit : "";
  }).join("");
}

// The meld that a tapped tile stands for: the lowest of a run, any of a set.
function meldOf(kind, [digit, suit]) {
  if (kind !== "chow") return { kind, tiles: digit.repeat(KONGS.includes(kind) ? 4 : 3) + suit };
  const low = Math.min(Number(digit), 7);
  return { kind, tiles: `${low}${low + 1}${low + 2}${suit}` };
}

// The kongs on record of a seat, as melds of its hand.
export function kongMelds(seat, events) {
  const robbed = ofType(events, "win").filter((e) => e.by === "rob_kong").map((e) => e.kong);
  const kongs = ofType(events, "kong").filter((k) => k.seat === seat && !robbed.includes(k.id));
  return meldText(kongs.map((k) => ({ kind: `kong_${k.kind}`, tiles: k.tile[0].repeat(4) + k.tile[1], from: k.kind === "exposed" ? k.from : undefined })));
}

function kindsFor({ declaration, options }, takes) {
  const chows = declaration.events.includes("chow") && options.allow_chow !== false;
  return ["hand", ...(chows ? ["chow"] : []), "pung", ...KONGS, ...(takes ? ["win"] : [])];
}

// `one` has `concealed` and `melds` as texts; `id` makes ids; `won` is {tile, put} or null.
export function layPad(form, one, id, put, won = null) {
  const { words, declaration } = form;
  const hand = tilesOf(one.concealed);
  const melds = parseMelds(one.melds).filter((meld) => meld.tiles);
  const missing = declaration.hand_length - 3 * melds.length - hand.length;
  const where = id("pad");
  const kinds = kindsFor(form, won);
  const picked = form.laying.where === where ? form.laying.kind : "hand";
  const kind = picked === "hand" && missing <= 0 && won ? "win" : picked;
  const set = (values) => put({ ...values });
  const pick = (tile) => {
    form.laying = { where, kind: "hand" };
    if (kind === "win") won.put(tile);
    else if (kind === "hand") set({ concealed: tileText([...hand, tile]) });
    else set({ melds: meldText([...melds, meldOf(kind, tile)]) });
  };
  return el(
    "div",
    { key: where, class: "lay" },
    laid(form, hand, melds, won, set),
    el("p", { class: "meta", key: "missing" }, missing > 0 ? fill(words.tiles_missing, { n: missing }) : missing < 0 ? fill(words.tiles_over, { n: -missing }) : won && !won.tile ? words.winning_tile_next : ""),
    choices(words.lay_what, kinds.map((k) => ({ value: k, label: words.lay[k] })), kind, (k) => form.look({ laying: { where, kind: k } }), "lay-kinds"),
    tilePad(form, words.which_tiles, facesOf(form), null, pick, used(hand, melds, won)),
    givers(form, one.seat, melds, set),
    typed(form, one, id, set, won),
  );
}

function facesOf({ declaration, options }) {
  const wild = declaration.flowers_stand && holds(declaration.flowers_stand, options);
  return declaration.faces.filter((code) => wild || code[1] !== "f");
}

// Tiles that this hand has four times.
function used(hand, melds, won) {
  const all = [...hand, ...melds.flatMap((meld) => tilesOf(meld.tiles)), ...(won?.tile ? [won.tile] : [])];
  return new Set(all.filter((tile) => all.filter((other) => other === tile).length >= 4));
}

function laid(form, hand, melds, won, set) {
  const { words } = form;
  const away = (code) => `${words.take_away} ${form.tiles[code]?.name ?? code}`;
  const tiles = hand.map((code, i) => button(drawTile(form, code), () => set({ concealed: tileText(hand.filter((_tile, k) => k !== i)) }), { class: "tile-key", key: `${code}-${i}`, "aria-label": away(code) }));
  const groups = melds.map((meld, i) => button(tilesOf(meld.tiles).map((code) => drawTile(form, code)), () => set({ melds: meldText(melds.filter((_meld, k) => k !== i)) }), { class: "meld-key", key: `meld-${i}`, "aria-label": `${words.take_away} ${words.lay[meld.kind] ?? ""} ${meld.tiles}` }));
  const last = won?.tile ? button(drawTile(form, won.tile), () => won.put(""), { class: "tile-key won", key: "won", "aria-label": away(won.tile) }) : null;
  return el("div", { class: "laid", key: "laid" }, tiles, groups, last);
}

// From whom each meld was claimed; a chow is always from the seat before.
function givers(form, seat, melds, set) {
  const open = melds.map((meld, at) => ({ meld, at })).filter(({ meld }) => meld.kind !== "chow" && meld.kind !== "kong_concealed");
  if (!open.length || seat === undefined) return null;
  const { words, declaration } = form;
  const others = seatsOf(form).filter((other) => other !== seat);
  const put = (at, from) => set({ melds: meldText(melds.map((meld, k) => (k === at ? { ...meld, from: meld.from === from ? undefined : from } : meld))) });
  const rows = open.map(({ meld, at }) =>
    el(
      "div",
      { class: "giver", key: `giver-${at}`, "data-giver": String(at) },
      el("span", { class: "giver-tiles", key: "tiles" }, tilesOf(meld.tiles).map((code) => drawTile(form, code))),
      choices(`${words.meld_from} ${words.lay[meld.kind]} ${meld.tiles}`, others.map((other) => ({ value: other, label: seatLabel(form, other) })), meld.from ?? null, (from) => put(at, from), "givers"),
    ),
  );
  if (declaration.form.meld_givers) return el("div", { key: "givers" }, el("h3", { key: "h" }, words.meld_from), rows);
  return el("details", { key: "givers", class: "more" }, el("summary", {}, words.meld_from), rows);
}

// The same as text, for those who have it written.
function typed(form, one, id, set, won) {
  const { words } = form;
  return el(
    "details",
    { class: "more typed", key: "typed" },
    el("summary", {}, words.type_tiles),
    el("label", { for: id("concealed") }, words.concealed),
    box({ id: id("concealed") }, one.concealed, (concealed) => set({ concealed })),
    el("label", { for: id("melds") }, words.melds),
    el("textarea", { id: id("melds"), rows: "2", autocapitalize: "none", spellcheck: "false", value: one.melds, on: { input: (e) => set({ melds: e.target.value }) } }),
    won ? [el("label", { for: id("win"), key: "won-label" }, words.winning_tile), box({ id: id("win"), key: "won" }, won.tile, won.put)] : null,
  );
}
