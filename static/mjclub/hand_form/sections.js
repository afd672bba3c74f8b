// The parts of the hand form. Each takes the form (state, draft, words, change) and returns a node.
import { choices, el } from "./dom.js";


function seats(form) {
  return form.position.winds.map((_wind, chair) => chair).map((chair) => form.position.winds[chair]).sort();
}

function seatLabel(form, seat) {
  const person = form.person(seat);
  return [el("span", { class: "seat-wind" }, form.wind(seat)), " ", el("span", { class: "seat-name" }, person.name)];
}

function section(form, question, loud, ...children) {
  return el("section", { class: `question${loud ? " loud" : ""}` }, el("h2", {}, question), ...children);
}

export function whoWon(form) {
  const { draft, words } = form;
  const options = [
    ...seats(form).map((seat) => ({ value: seat, label: seatLabel(form, seat) })),
    { value: "draw", label: words.draw },
  ];
  const chosen = draft.outcome === "draw" ? "draw" : draft.outcome === "win" ? draft.winner : null;
  return section(
    form,
    words.who_won,
    draft.outcome === null,
    choices(words.who_won, options, chosen, (value) => form.pickWinner(value), "five"),
  );
}

export function howWon(form) {
  const { draft, words, declaration } = form;
  if (draft.outcome !== "win") return null;
  const options = [{ value: "self", label: words.self_draw }];
  for (const seat of seats(form).filter((s) => s !== draft.winner)) {
    options.push({ value: seat, label: [form.person(seat).name, " ", el("span", { class: "seat-wind" }, form.wind(seat))] });
  }
  const chosen = draft.how === null ? null : draft.from === null ? "self" : draft.from;
  const robbed = declaration.form.kongs.includes("added") && draft.from !== null && draft.kongs.some((k) => k.kind === "added" && k.seat === draft.from);
  return section(
    form,
    words.how_won,
    draft.how === null,
    choices(words.how_won, options, chosen, (value) => form.pickHow(value), "four"),
    robbed
      ? el("label", { class: "check" }, el("input", { type: "checkbox", checked: draft.how === "rob_kong", on: { change: (e) => form.change({ how: e.target.checked ? "rob_kong" : "discard" }) } }), " ", words.robbed, " ", form.person(draft.from).name)
      : null,
  );
}

export function worth(form) {
  const { draft, words, declaration } = form;
  if (draft.outcome !== "win" || draft.how === null) return null;
  const ways = declaration.form.ways;
  const labels = { fan: words.by_number, patterns: words.by_patterns, tiles: words.by_tiles };
  const tabs = ways.length > 1 ? choices(words.fan, ways.map((w) => ({ value: w, label: labels[w] })), draft.way, (w) => form.change({ way: w }), "ways") : null;
  const body = { fan: byNumber, patterns: byPatterns, tiles: byTiles }[draft.way](form);
  return section(form, words.fan, !form.complete, body, tabs, flowers(form));
}

function byNumber(form) {
  const { draft, words, declaration } = form;
  const quick = declaration.form.quick_fans.map((n) => ({ value: n, label: String(n) }));
  return el(
    "div",
    {},
    choices(words.fan, quick, draft.fan, (n) => form.change({ fan: n }), "fans"),
    el(
      "label",
      { class: "inline" },
      words.other_number,
      " ",
      el("input", {
        type: "text", inputMode: "numeric", id: "fan-number", autocomplete: "off", maxLength: 4,
        value: draft.fan === null ? "" : String(draft.fan),
        on: { change: (e) => form.change({ fan: /^\d+$/.test(e.target.value.trim()) ? Number(e.target.value) : e.target.value.trim() || null }) },
      }),
    ),
  );
}

function flowers(form) {
  const { draft, words, declaration } = form;
  if (!declaration.form.flowers) return null;
  const step = (by) => form.change({ flowers: Math.min(8, Math.max(0, draft.flowers + by)) });
  return el(
    "div",
    { class: "stepper" },
    el("span", {}, words.flowers),
    el("button", { type: "button", class: "choice", "aria-label": `${words.flowers} −`, on: { click: () => step(-1) } }, "−"),
    el("output", {}, String(draft.flowers)),
    el("button", { type: "button", class: "choice", "aria-label": `${words.flowers} +`, on: { click: () => step(1) } }, "+"),
  );
}

function byPatterns(form) {
  const { draft, words, declaration, text } = form;
  const one = declaration.form.one_pattern;
  const toggle = (pattern) => {
    const now = draft.patterns[pattern.id] ?? 0;
    const patterns = one ? {} : { ...draft.patterns };
    const next = now >= pattern.repeat ? 0 : now + 1;
    if (next) patterns[pattern.id] = next;
    else delete patterns[pattern.id];
    form.change({ patterns });
  };
  const needle = form.search.toLowerCase();
  const shown = declaration.patterns.filter((p) => !needle || p.name.some((n) => n.toLowerCase().includes(needle)) || p.id.replaceAll("_", "").startsWith(needle.replaceAll(" ", "")) || draft.patterns[p.id]);
  return el(
    "div",
    {},
    declaration.patterns.length > 12
      ? el("input", { type: "search", id: "pattern-search", value: form.search, placeholder: words.search_patterns, "aria-label": words.search_patterns, on: { input: (e) => form.searchPatterns(e.target.value) } })
      : null,
    el(
      "div",
      { class: "choices patterns", role: "group", "aria-label": words.by_patterns },
      shown.map((p) => {
        const n = draft.patterns[p.id] ?? 0;
        return el("button", { type: "button", class: "choice", "aria-pressed": String(n > 0), on: { click: () => toggle(p) } }, text(p.name), p.fan === null ? null : el("small", {}, ` ${p.fan}`), n > 1 ? el("small", {}, ` ×${n}`) : null);
      }),
    ),
  );
}

function byTiles(form) {
  const { draft, words } = form;
  const line = (id, label, key, area) =>
    el("label", {}, label, el(area ? "textarea" : "input", { id, value: draft[key], rows: 2, autocomplete: "off", autocapitalize: "none", spellcheck: false, on: { change: (e) => form.change({ [key]: e.target.value }) } }));
  return el("div", {}, line("tiles-concealed", words.concealed, "concealed"), line("tiles-melds", words.melds, "melds", true), line("tiles-win", words.winning_tile, "tile"));
}

export function circumstances(form) {
  const { draft, words, declaration, text } = form;
  if (draft.outcome !== "win" || draft.how === null || draft.way === "fan") return null;
  const fitting = declaration.circumstances.filter((c) => c.by.includes(draft.how) && (!c.kong || draft.kongs.length));
  if (!fitting.length) return null;
  const toggle = (id) => form.change({ flags: draft.flags.includes(id) ? draft.flags.filter((f) => f !== id) : [...draft.flags, id] });
  return el("div", { class: "choices", role: "group", "aria-label": words.circumstances }, fitting.map((c) => el("button", { type: "button", class: "choice", "aria-pressed": String(draft.flags.includes(c.id)), on: { click: () => toggle(c.id) } }, text(c.name))));
}

function seatSelect(form, value, label, onPick) {
  return el("select", { "aria-label": label, on: { change: (e) => onPick(Number(e.target.value)) } }, seats(form).map((s) => el("option", { value: String(s), selected: s === value }, `${form.wind(s)} ${form.person(s).name}`)));
}

function row(form, key, index, ...children) {
  const without = () => form.change({ [key]: form.draft[key].filter((_item, i) => i !== index) });
  return el("div", { class: "row" }, ...children, el("button", { type: "button", class: "choice small", "aria-label": form.words.drop, on: { click: without } }, "×"));
}

function setter(form, key, index) {
  return (values) => form.change({ [key]: form.draft[key].map((item, i) => (i === index ? { ...item, ...values } : item)) });
}

export function kongs(form) {
  const { draft, words, declaration } = form;
  if (!declaration.form.kongs.length) return null;
  const names = { exposed: words.exposed, added: words.added, concealed: words.concealed_kong };
  return el(
    "div",
    { class: "extra" },
    el("h3", {}, words.kongs),
    draft.kongs.map((kong, i) => {
      const set = setter(form, "kongs", i);
      return row(
        form, "kongs", i,
        seatSelect(form, kong.seat, words.kongs, (seat) => set({ seat })),
        el("select", { "aria-label": words.kongs, on: { change: (e) => set({ kind: e.target.value, from: e.target.value === "exposed" ? (kong.seat + 1) % form.position.winds.length : null }) } }, declaration.form.kongs.map((k) => el("option", { value: k, selected: k === kong.kind }, names[k]))),
        kong.kind === "exposed" ? seatSelect(form, kong.from, words.from, (from) => set({ from })) : null,
        el("input", { class: "tile-code", value: kong.tile, placeholder: "5m", "aria-label": words.tile, autocapitalize: "none", on: { change: (e) => set({ tile: e.target.value.trim() }) } }),
      );
    }),
    el("button", { type: "button", class: "choice", "data-add": "kong", on: { click: () => form.change({ kongs: [...draft.kongs, { seat: draft.winner ?? 0, kind: "concealed", tile: "", from: null }] }) } }, words.add_kong),
  );
}

export function penalties(form) {
  const { draft, words, declaration, text, options } = form;
  const kinds = declaration.form.penalties;
  if (!kinds.length) return null;
  const usual = (kind) => (kind.option ? options[kind.option] : kind.amount);
  return el(
    "div",
    { class: "extra" },
    el("h3", {}, words.penalties),
    draft.penalties.map((penalty, i) => {
      const set = setter(form, "penalties", i);
      const pick = (id) => set({ kind: id, amount: usual(kinds.find((k) => k.id === id)) });
      return row(
        form, "penalties", i,
        seatSelect(form, penalty.seat, words.penalties, (seat) => set({ seat })),
        el("select", { "aria-label": words.penalties, on: { change: (e) => pick(e.target.value) } }, kinds.map((k) => el("option", { value: k.id, selected: k.id === penalty.kind }, text(k.name)))),
        el("input", { class: "amount", type: "text", inputMode: "numeric", value: penalty.amount ?? "", "aria-label": words.points_each, on: { change: (e) => set({ amount: /^\d+$/.test(e.target.value.trim()) ? Number(e.target.value) : null }) } }),
        el("span", { class: "meta" }, words.points_each),
      );
    }),
    el("button", { type: "button", class: "choice", "data-add": "penalty", on: { click: () => form.change({ penalties: [...draft.penalties, { seat: 0, kind: kinds[0].id, amount: usual(kinds[0]) ?? null }] }) } }, words.add_penalty),
  );
}

export function wild(form) {
  const { draft, words, declaration } = form;
  if (!declaration.form.wild) return null;
  const input = (key, label, hint) => el("label", { class: "inline" }, label, " ", el("input", { class: "tile-code", value: draft.wild[key], placeholder: hint, autocapitalize: "none", on: { change: (e) => form.change({ wild: { ...draft.wild, [key]: e.target.value } }) } }));
  return el("div", { class: "extra" }, input("indicator", words.wild, "4s"), input("tiles", words.wild_tiles, "4s 5s"));
}

export function annul(form) {
  const { draft, words } = form;
  const pick = (reason) => form.change({ outcome: "abort", abort: reason, winner: null, how: null, from: null });
  const options = ["misdeal", "timeout"].map((r) => ({ value: r, label: words[r] }));
  return el("div", { class: "extra" }, el("h3", {}, words.annul), choices(words.annul, options, draft.outcome === "abort" ? draft.abort : null, pick));
}

