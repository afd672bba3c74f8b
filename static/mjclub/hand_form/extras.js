// What stands under "more": penalties in the hand, kongs, wild tiles, other events, annulment.
import { box, button, choices, el, select } from "./dom.js";
import { seats } from "./sections.js";

function seatSelect(form, value, label, onPick) {
  const options = seats(form).map((s) => ({ value: s, label: `${form.wind(s)} ${form.person(s).name}` }));
  return select(label, options, value, (v) => onPick(Number(v)));
}

function row(form, list, index, ...children) {
  const without = () => form.change({ [list]: form.draft[list].filter((_item, i) => i !== index) });
  return el("div", { class: "row", key: `${list}-${index}` }, ...children, button("×", without, { class: "choice small", "aria-label": form.words.take_away }));
}

function setter(form, list, index) {
  return (values) => form.change({ [list]: form.draft[list].map((item, i) => (i === index ? { ...item, ...values } : item)) });
}

function addButton(form, list, label, item) {
  return button(label, () => form.change({ [list]: [...form.draft[list], item] }), { class: "choice", "data-add": list.replace(/s$/, "").replace("penaltie", "penalty") });
}

export function kongs(form) {
  const { draft, words, declaration } = form;
  const kinds = declaration.form.kongs;
  if (!kinds.length) return null;
  const names = { exposed: words.exposed, added: words.added, concealed: words.concealed_kong };
  const next = (seat) => (seat + 1) % form.position.winds.length;
  const line = (kong, i) => {
    const set = setter(form, "kongs", i);
    const pickKind = (kind) => set({ kind, from: kind === "exposed" ? next(kong.seat) : null });
    const pickSeat = (seat) => set({ seat, from: kong.from === seat ? next(seat) : kong.from });
    return row(
      form, "kongs", i,
      seatSelect(form, kong.seat, words.kongs, pickSeat),
      select(words.kongs, kinds.map((k) => ({ value: k, label: names[k] })), kong.kind, pickKind),
      kong.kind === "exposed" ? el("span", { class: "meta" }, words.from) : null,
      kong.kind === "exposed" ? seatSelect(form, kong.from, words.from, (from) => set({ from })) : null,
      box({ class: "tile-code", placeholder: "5m", "aria-label": words.tile }, kong.tile, (tile) => set({ tile })),
    );
  };
  const blank = { seat: draft.winners[0]?.seat ?? 0, kind: kinds.at(-1), tile: "", from: null };
  if (blank.kind === "exposed") blank.from = next(blank.seat);
  return el("div", { class: "extra", key: "kongs" }, el("h3", {}, words.kongs), draft.kongs.map(line), addButton(form, "kongs", words.add_kong, blank));
}

export function penalties(form) {
  const { draft, words, declaration, text, options } = form;
  const kinds = declaration.form.penalties;
  if (!kinds.length) return null;
  const usual = (kind) => (kind.option ? options[kind.option] : kind.amount) ?? "";
  const line = (penalty, i) => {
    const set = setter(form, "penalties", i);
    return row(
      form, "penalties", i,
      seatSelect(form, penalty.seat, words.penalties, (seat) => set({ seat, against: undefined })),
      select(words.penalties, kinds.map((k) => ({ value: k.id, label: text(k.name) })), penalty.kind, (id) => set({ kind: id, amount: usual(kinds.find((k) => k.id === id)) })),
      box({ class: "amount", inputmode: "numeric", maxlength: "6", "aria-label": words.points_each }, penalty.amount, (amount) => set({ amount })),
      el("span", { class: "meta" }, words.points_each),
    );
  };
  return el("div", { class: "extra", key: "penalties" }, el("h3", {}, words.penalties), draft.penalties.map(line), addButton(form, "penalties", words.add_penalty, { seat: 0, kind: kinds[0].id, amount: usual(kinds[0]) }));
}

export function wild(form) {
  const { draft, words, declaration } = form;
  if (!declaration.form.wild) return null;
  const now = draft.wild ?? { indicator: "", tiles: "" };
  const input = (key, label, hint) =>
    el("label", { class: "inline" }, `${label} `, box({ class: "tile-code", id: `wild-${key}`, placeholder: hint }, now[key], (value) => form.change({ wild: { ...now, [key]: value } })));
  return el("div", { class: "extra", key: "wild" }, input("indicator", words.wild, "4s"), input("tiles", words.wild_tiles, "4s 5s"));
}

// Further events of a ruleset, by what they hold.
const EXTRA = { jing: heldPairs, chan: oneTile };

export function extraKinds(declaration, options) {
  return declaration.form.extra.filter((kind) => EXTRA[kind.id] && (!kind.option || options[kind.option]));
}

export function extraEvents(form) {
  const kinds = extraKinds(form.declaration, form.options);
  return kinds.map((kind) => el("div", { class: "extra", key: `extra-${kind.id}` }, el("h3", {}, form.text(kind.name)), EXTRA[kind.id](form, kind)));
}

function oneTile(form, kind) {
  const put = (tile) => form.putExtra(kind.id, tile.trim() ? { tile: tile.trim() } : null);
  return box({ class: "tile-code", id: `extra-${kind.id}`, placeholder: "1z", "aria-label": form.text(kind.name) }, form.draft.extra[kind.id]?.tile, put);
}

function heldPairs(form, kind) {
  const held = form.draft.extra[kind.id]?.held ?? seats(form).map(() => [0, 0]);
  const put = (seat, which) => (value) => {
    const changed = held.map((pair) => [...pair]);
    changed[seat][which] = Number(value);
    form.putExtra(kind.id, changed.flat().some(Boolean) ? { held: changed } : null);
  };
  const counts = [0, 1, 2, 3, 4].map((n) => ({ value: n, label: String(n) }));
  return seats(form).map((seat) =>
    el("div", { class: "row", key: `held-${seat}` }, el("span", {}, `${form.wind(seat)} ${form.person(seat).name}`), [0, 1].map((which) => select(`${form.text(kind.name)} ${which + 1}`, counts, held[seat][which], put(seat, which)))),
  );
}

export function annul(form) {
  const { draft, words } = form;
  const options = ["misdeal", "timeout"].map((reason) => ({ value: reason, label: words[reason] }));
  const pick = (reason) => form.change({ outcome: "abort", abort: reason, winners: [], how: null, from: null, flags: [] });
  return el("div", { class: "extra", key: "annul" }, el("h3", {}, words.annul), choices(words.annul, options, draft.outcome === "abort" ? draft.abort : null, pick, "annul"));
}
