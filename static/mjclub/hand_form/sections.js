// The questions of the hand form. Each takes the form (state, draft, words, change) and returns a node.
import { box, button, choices, el } from "./dom.js";

export function seats(form) {
  return [...form.position.winds].sort();
}

function seatLabel(form, seat) {
  return [el("span", { class: "seat-wind" }, form.wind(seat)), " ", el("span", { class: "seat-name" }, form.person(seat).name)];
}

function section(key, question, loud, ...children) {
  return el("section", { key, class: `question${loud ? " loud" : ""}` }, el("h2", {}, question), ...children);
}

export function whoWon(form) {
  const { draft, words } = form;
  const options = [...seats(form).map((seat) => ({ value: seat, label: seatLabel(form, seat) })), { value: "draw", label: words.draw }];
  const chosen = draft.outcome === "draw" ? "draw" : draft.outcome === "win" ? draft.winners[0].seat : null;
  const pick = (value) => form.pickWinner(value);
  return section("who", words.who_won, draft.outcome === null, choices(words.who_won, options, chosen, pick, "five"));
}

export function howWon(form) {
  const { draft, words } = form;
  if (draft.outcome !== "win") return null;
  const options = [{ value: "self", label: words.self_draw }];
  for (const seat of seats(form).filter((s) => s !== draft.winners[0].seat)) {
    options.push({ value: seat, label: [el("span", { class: "meta" }, words.from), " ", ...seatLabel(form, seat)] });
  }
  const chosen = draft.how === null ? null : (draft.from ?? "self");
  return section("how", words.how_won, draft.how === null, choices(words.how_won, options, chosen, (v) => form.pickHow(v), "four"));
}

// What is answered, folded to one line that opens again.
export function answeredLine(form) {
  const { draft, words } = form;
  const [first] = draft.winners;
  const how = draft.from === null ? words.self_draw : `← ${form.wind(draft.from)} ${form.person(draft.from).name}`;
  return button([...seatLabel(form, first.seat), ` · ${how}`], () => form.unfold(), { class: "choice answered", id: "answered" });
}

// Several winners on one tile, where the rules of the event let them.
export function alsoWon(form) {
  const { draft, words } = form;
  if (draft.outcome !== "win" || draft.from === null || !form.severalWin) return null;
  const [first] = draft.winners;
  const others = seats(form).filter((seat) => seat !== first.seat && seat !== draft.from);
  const won = (seat) => draft.winners.some((w) => w.seat === seat);
  return el(
    "div",
    { key: "also", class: "extra" },
    el("h3", {}, words.also_won),
    el("div", { class: "choices", role: "group", "aria-label": words.also_won }, others.map((seat) => button(seatLabel(form, seat), () => form.toggleWinner(seat), { class: "choice", "aria-pressed": String(won(seat)), "data-also": String(seat) }))),
  );
}

// The added kong that is robbed is among the kongs recorded.
export function robbed(form) {
  const { draft, words } = form;
  if (draft.outcome !== "win" || !draft.kongs.some((k) => k.kind === "added" && k.seat === draft.from)) return null;
  const change = (e) => form.change({ how: e.target.checked ? "rob_kong" : "discard", flags: [] });
  return el("label", { key: "robbed", class: "check" }, el("input", { type: "checkbox", id: "robbed", checked: draft.how === "rob_kong", on: { change } }), ` ${words.robbed} ${form.person(draft.from).name}`);
}

// What each winner's hand is worth.
export function worth(form) {
  const { draft } = form;
  if (draft.outcome !== "win" || draft.how === null) return [];
  return draft.winners.map((winner, i) => worthOf(form, winner, i));
}

function worthOf(form, winner, index) {
  const { draft, words, declaration } = form;
  const ways = declaration.form.ways;
  const labels = { fan: words.by_number, patterns: words.by_patterns, tiles: words.by_tiles };
  const tabs = ways.length > 1 ? choices(words.ways, ways.map((w) => ({ value: w, label: labels[w] })), winner.way, (way) => form.changeWinner(index, { way }), "ways") : null;
  const body = { fan: byNumber, patterns: byPatterns, tiles: byTiles }[winner.way](form, winner, index);
  const question = { fan: words.fan, patterns: words.which_patterns, tiles: words.which_tiles }[winner.way];
  const title = draft.winners.length > 1 ? `${form.wind(winner.seat)} ${form.person(winner.seat).name} · ${question}` : question;
  return section(`worth-${index}`, title, !form.complete, body, flowers(form, winner, index), tabs);
}

function byNumber(form, winner, index) {
  const { words, declaration } = form;
  const quick = declaration.form.quick_fans.map((n) => ({ value: String(n), label: String(n) }));
  const pick = (fan) => form.changeWinner(index, { fan, both: false });
  const id = index ? `fan-number-${index}` : "fan-number";
  return el(
    "div",
    { key: "fan" },
    choices(words.fan, quick, String(winner.fan).trim(), pick, "fans"),
    el("label", { class: "inline" }, `${words.other_number} `, box({ id, inputmode: "numeric", maxlength: "6", "aria-describedby": "problems" }, winner.fan, pick)),
    winner.inside ? el("span", { class: "meta" }, words.flowers_inside) : null,
  );
}

function flowers(form, winner, index) {
  const { words, declaration } = form;
  if (!declaration.form.flowers || winner.inside) return null;
  return el(
    "div",
    { class: "stepper", key: "flowers" },
    el("span", {}, words.flowers),
    button("−", () => form.stepFlowers(index, -1), { class: "choice", "aria-label": `${words.flowers} −` }),
    el("output", {}, String(winner.flowers.length)),
    button("+", () => form.stepFlowers(index, 1), { class: "choice", "aria-label": `${words.flowers} +` }),
  );
}

function byPatterns(form, winner, index) {
  const { words, declaration, text } = form;
  const toggle = (pattern) => {
    const now = winner.patterns[pattern.id] ?? 0;
    const patterns = declaration.form.one_pattern ? {} : { ...winner.patterns };
    if (now >= pattern.repeat) delete patterns[pattern.id];
    else patterns[pattern.id] = now + 1;
    form.changeWinner(index, { patterns });
  };
  const shown = declaration.patterns.filter((p) => winner.patterns[p.id] || matches(p, form.search));
  const many = declaration.patterns.length > 12;
  return el(
    "div",
    { key: "patterns" },
    many ? box({ type: "search", id: `pattern-search-${index}`, placeholder: words.search_patterns, "aria-label": words.search_patterns }, form.search, (value) => form.look({ search: value })) : null,
    el(
      "div",
      { class: "choices patterns", role: "group", "aria-label": words.by_patterns },
      shown.map((p) => {
        const n = winner.patterns[p.id] ?? 0;
        const more = [p.fan === null ? "" : ` ${p.fan}`, n > 1 ? ` ×${n}` : ""].join("");
        return button([text(p.name), el("small", {}, more)], () => toggle(p), { class: "choice", key: p.id, "aria-pressed": String(n > 0), "data-pattern": p.id });
      }),
    ),
  );
}

// By its Chinese or English name, or its pinyin without spaces.
export function matches(pattern, search) {
  const needle = search.trim().toLowerCase();
  if (!needle) return true;
  if (pattern.name.some((name) => name.toLowerCase().includes(needle))) return true;
  return pattern.id.replaceAll("_", "").startsWith(needle.replaceAll(/[\s_]/g, ""));
}

function byTiles(form, winner, index) {
  const { draft, words } = form;
  const put = (key) => (value) => form.changeWinner(index, { [key]: value });
  const id = (name) => (index ? `tiles-${name}-${index}` : `tiles-${name}`);
  return el(
    "div",
    { key: "tiles" },
    el("label", { for: id("concealed") }, words.concealed),
    box({ id: id("concealed") }, winner.concealed, put("concealed")),
    el("label", { for: id("melds") }, words.melds),
    el("textarea", { id: id("melds"), rows: "2", autocapitalize: "none", spellcheck: "false", value: winner.melds, on: { input: (e) => put("melds")(e.target.value) } }),
    index ? null : el("label", { for: "tiles-win" }, words.winning_tile),
    index ? null : box({ id: "tiles-win" }, draft.tile, (tile) => form.change({ tile })),
  );
}

export function circumstances(form) {
  const { draft, words, declaration, text } = form;
  // A number has them inside already.
  if (draft.outcome !== "win" || draft.how === null || draft.winners.every((w) => w.way === "fan")) return null;
  const fitting = declaration.circumstances.filter((c) => c.by.includes(draft.how) && (!c.kong || draft.kongs.length));
  if (!fitting.length) return null;
  const toggle = ({ id, not_with: not }) => {
    const kept = draft.flags.filter((flag) => flag !== id && !not.includes(flag));
    form.change({ flags: draft.flags.includes(id) ? kept : [...kept, id] });
  };
  return el(
    "div",
    { key: "circumstances", class: "choices", role: "group", "aria-label": words.circumstances },
    fitting.map((c) => button(text(c.name), () => toggle(c), { class: "choice", key: c.id, "aria-pressed": String(draft.flags.includes(c.id)), "data-flag": c.id })),
  );
}
