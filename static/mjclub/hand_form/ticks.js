// Ticking fans: those that the options bring in, searched for by name; those that cannot stand beside
// what is ticked, or with this way of winning, are barred and say why.
import { box, button, el, fill } from "./dom.js";
import { holds } from "./facts.js";

const MANY = 24; // from so many on they are searched

// Why a pattern cannot be ticked beside others; null where it can. `how` is the way of winning.
export function barredBy(pattern, ticked, { clashes, words, how, name }) {
  for (const id of Object.keys(ticked)) {
    const why = clashes[id]?.[pattern.id];
    if (why) return why;
  }
  if (how && pattern.by?.length && !pattern.by.includes(how)) return fill(words.not_so_won, { name, how: words.ways_won[how] });
  return null;
}

// By its Chinese or English name, its pinyin without spaces, or the first letters of its pinyin.
export function matches(pattern, search) {
  const needle = search.trim().toLowerCase();
  if (!needle) return true;
  if (pattern.name.some((name) => name.toLowerCase().includes(needle))) return true;
  const letters = needle.replaceAll(/[\s_]/g, "");
  const syllables = pattern.id.split("_");
  return syllables.join("").startsWith(letters) || syllables.map((one) => one[0]).join("").startsWith(letters);
}

// `ticked` is {id: times}, `put` takes the same; `where` tells several lists of a page apart.
export function patternChoices(form, ticked, where, put, how = null) {
  const { words, declaration, text, options } = form;
  const clashes = form.clashes ?? {};
  const single = declaration.form.one_pattern;
  const why = (pattern) => (single || ticked[pattern.id] ? null : barredBy(pattern, ticked, { clashes, words, how, name: text(pattern.name) }));
  const tick = (pattern) => {
    const now = ticked[pattern.id] ?? 0;
    // One row at most, with what is counted beside it; a dearer row takes what it has inside.
    const stays = (id) => (single ? pattern.beside || declaration.patterns.some((p) => p.id === id && p.beside) : !clashes[pattern.id]?.[id]);
    const patterns = Object.fromEntries(Object.entries(ticked).filter(([id]) => stays(id)));
    const dropped = single ? [] : Object.keys(ticked).filter((id) => !stays(id)).map((id) => clashes[pattern.id][id]);
    if (now >= pattern.repeat) delete patterns[pattern.id];
    else patterns[pattern.id] = now + 1;
    form.barred = dropped.length ? { where, words: dropped.join(" ") } : null;
    put(patterns);
  };
  const shown = declaration.patterns.filter((p) => ticked[p.id] || (p.ticked && holds(p.when, options) && matches(p, form.search)));
  return el(
    "div",
    { key: "patterns" },
    declaration.patterns.length > MANY ? box({ type: "search", id: `pattern-search-${where}`, placeholder: words.search_patterns, "aria-label": words.search_patterns }, form.search, (value) => form.look({ search: value })) : null,
    el("p", { class: "barred-why", role: "status", key: "why", "data-barred": where }, form.barred?.where === where ? form.barred.words : ""),
    el("div", { class: "choices patterns", role: "group", "aria-label": words.by_patterns }, shown.map((p) => choice(form, p, ticked[p.id] ?? 0, why(p), where, tick))),
    shown.length ? null : el("p", { class: "empty", key: "none" }, words.no_pattern),
  );
}

function choice(form, pattern, times, why, where, tick) {
  const { words, text } = form;
  const more = [pattern.fan === null ? "" : ` ${pattern.fan}`, times > 1 ? ` ×${times}` : ""].join("");
  const tell = () => form.look({ barred: { where, words: why } });
  const props = { class: `choice${why ? " barred" : ""}`, key: pattern.id, "aria-pressed": String(times > 0), "data-pattern": pattern.id };
  const label = [text(pattern.name), el("small", {}, more), why ? el("small", { class: "barred-mark" }, ` ${words.barred}`) : null];
  if (!why) return button(label, () => tick(pattern), props);
  return el("button", { type: "button", ...props, "aria-disabled": "true", title: why, on: { click: tell, focus: tell } }, label);
}
