// The keys of the form, declared once: what binds them also fills the help that lists them.
// Each names the words that say what it does, and one of: `press` (click the first of these),
// `focus` (go to the first of these), `open` (fold out or in, and go inside), `act`.
import { button, el } from "./dom.js";

// Inside the recorded hand that has the focus, else inside the newest one.
const IN_ROW = ".past[data-hand]";

export const KEYS = [
  { keys: ["1", "2", "3", "4", "5", "6", "7", "8", "9"], shown: "1 – 9", words: "answer", act: answer },
  { keys: ["0"], words: "draw", act: (form, key) => typed(form, key) || press(form, "[data-value='draw']") },
  { keys: ["Enter"], words: "save", act: save },
  { keys: ["Backspace"], shown: "⌫", words: "take_back", press: "#take-away, #take-back, #answered", act: (form) => form.stepBack() },
  { keys: ["ArrowRight", "ArrowLeft"], shown: "← →", words: "move", act: move },
  { keys: ["n"], words: "by_number", press: ".ways [data-value='fan'], .ways [data-value='max_fan']" },
  { keys: ["f"], words: "by_patterns", press: ".ways [data-value='patterns'], .ways [data-value='declared']" },
  { keys: ["/"], words: "search", focus: "[id^='pattern-search'], .patterns .choice" },
  { keys: ["t"], words: "by_tiles", press: ".ways [data-value='tiles']" },
  { keys: ["v"], words: "type_tiles", open: ".lay .typed" },
  { keys: ["+", "="], shown: "+", words: "more_flowers", press: "[data-flowers='+']" },
  { keys: ["-"], words: "less_flowers", press: "[data-flowers='-']" },
  { keys: ["o"], words: "circumstances", focus: "[data-flag]" },
  { keys: ["w"], words: "also_won", focus: "[data-also]" },
  { keys: ["k"], words: "robbed", press: "#robbed" },
  { keys: ["g"], words: "winning_tile", open: "#winning-tile" },
  { keys: ["a"], words: "add", focus: "[data-add]" },
  { keys: ["m"], words: "more", open: "#entry > details.more" },
  { keys: ["x"], words: "annul", open: "#entry > details.more", then: ".annul .choice" },
  { keys: ["r"], words: "turn", press: "#turn" },
  { keys: ["h"], words: "hands", focus: `${IN_ROW} .edit` },
  { keys: ["e"], words: "edit", row: ".edit" },
  { keys: ["u"], words: "undo", press: ".past .undo" },
  { keys: ["i"], words: "put_before", row: ".put-before" },
  { keys: ["d"], words: "take_out", row: ".take-out" },
  { keys: ["b"], words: "undo_to", row: ".undo-to" },
  { keys: ["j"], words: "note", row: ".past-more input", focuses: true },
  { keys: ["s"], words: "steps", open: "#steps" },
  { keys: ["z"], words: "step_back", press: ".step-back" },
  { keys: ["y"], words: "step_again", press: ".step-again" },
  { keys: ["p"], words: "penalties", open: "#outside" },
  { keys: ["c"], words: "call", press: "#call" },
  { keys: ["T"], shown: "Shift T", words: "extra_time", open: "#extra-time" },
  { keys: ["q"], words: "reseat", press: "#to-reseat" },
  { keys: ["l"], words: "paper", press: "#to-paper" },
  { keys: ["F"], shown: "Shift F", words: "finish", open: "#entry > details.more", then: "#finish" },
  { keys: ["R"], shown: "Shift R", words: "reopen", focus: "#reopen-why" },
  { keys: ["Escape"], shown: "Esc", words: "leave", act: leave },
  { keys: ["?"], words: "help", act: (form) => showKeys(form) },
];

const TYPED = "input:not([type='checkbox'], [type='radio']), textarea, select";
const seen = (node) => node.getClientRects().length > 0 && !node.disabled && !node.closest("[inert]");

function first(form, selector) {
  return [...form.place.querySelectorAll(selector)].find(seen);
}

function press(form, selector) {
  const found = first(form, selector);
  found?.click();
  return Boolean(found);
}

function go(found) {
  found?.focus();
  found?.scrollIntoView({ block: "nearest" });
  return Boolean(found);
}

function fold(form, { open, then }) {
  const place = first(form, open);
  const summary = place?.querySelector("summary");
  if (!summary) return false;
  if (!then || !place.open) summary.click();
  // The page may be drawn only after the click.
  requestAnimationFrame(() => go(first(form, then ?? `${open} :is(button, input, textarea, select)`) ?? summary));
  return true;
}

// The recorded hand that has the focus, else the newest.
function inRow(form, { row, focuses }) {
  const place = document.activeElement?.closest?.(IN_ROW) ?? first(form, IN_ROW);
  const further = place?.querySelector("details");
  const found = place?.querySelector(row);
  if (!found) return false;
  if (further?.contains(found) && !further.open) further.querySelector("summary").click();
  if (!focuses) found.click();
  else requestAnimationFrame(() => go(first(form, `${IN_ROW}[data-hand='${place.dataset.hand}'] ${row}`)));
  return true;
}

const loud = (form) => [...form.place.querySelectorAll(".ask, .question.loud")].find(seen);

// A number that is asked for is typed.
function typed(form, key) {
  const box = loud(form)?.querySelector("input[inputmode='numeric']:not(.amount)");
  if (!box || !seen(box)) return false;
  box.focus();
  box.value += key;
  box.dispatchEvent(new Event("input"));
  return true;
}

function answer(form, key) {
  if (typed(form, key)) return true;
  const options = [...(loud(form)?.querySelectorAll(".choices:not(.ways, .adders) .choice, .tile-key, .ask button") ?? [])].filter(seen);
  const found = options[Number(key) - 1];
  found?.click();
  return Boolean(found);
}

function save(form, _key, target) {
  if (target.matches("button, summary, a, textarea, [type='search']")) return false;
  if (form.asking) form.answer(true);
  else if (form.notable) form.note();
  else form.save();
  return true;
}

// From one button to the next of its row.
function move(_form, key, target) {
  const group = target.closest?.("[role='group'], .past, .steps");
  if (!group || target.matches(TYPED)) return false;
  const all = [...group.querySelectorAll("button, summary")].filter(seen);
  const at = all.indexOf(target);
  return at >= 0 && go(all[(at + (key === "ArrowRight" ? 1 : all.length - 1)) % all.length]);
}

function leave(form, _key, target) {
  if (form.asking) form.answer(false);
  else if (target.matches(TYPED)) target.blur();
  else if (form.editing) form.reset();
  else if (form.barred) form.look({ barred: null });
  else return false;
  return true;
}

const ANYWHERE = new Set(["Enter", "Escape"]); // also while something is being typed

export function onKey(form, event) {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
  const declared = KEYS.find(({ keys }) => keys.includes(event.key));
  if (!declared || (event.target.matches(TYPED) && !ANYWHERE.has(event.key))) return;
  if (form.asking && !["answer", "save", "leave", "help"].includes(declared.words)) return;
  if (run(form, declared, event.key, event.target)) event.preventDefault();
}

function run(form, declared, key, target) {
  if (declared.press && press(form, declared.press)) return true;
  if (declared.focus) return go(first(form, declared.focus));
  if (declared.row) return inRow(form, declared);
  if (declared.open) return fold(form, declared);
  return Boolean(declared.act?.(form, key, target));
}

// Say to assistive technology which key does the same.
export function markKeys(form) {
  for (const { keys, press: pressed, row } of KEYS) {
    const found = first(form, pressed ?? (row ? `${IN_ROW} ${row}` : "#none"));
    found?.setAttribute("aria-keyshortcuts", keys.join(" "));
  }
}

export function keysButton(form) {
  if (!form.words.keys) return null; // a page that the phone has kept from before
  return el("div", { key: "keys", class: "keys-row" }, button(form.words.keys.title, () => showKeys(form), { class: "link-button", id: "show-keys", "aria-haspopup": "dialog", "aria-keyshortcuts": "?" }));
}

export function showKeys(form) {
  const { keys: told } = form.words;
  let dialog = document.getElementById("keys-help");
  if (!dialog) {
    dialog = el("dialog", { id: "keys-help", "aria-labelledby": "keys-title" });
    document.body.append(dialog);
  }
  const rows = KEYS.map(({ keys, shown, words: what }) => el("div", {}, el("dt", {}, el("kbd", {}, shown ?? keys[0])), el("dd", {}, told[what])));
  dialog.replaceChildren(
    el("h2", { id: "keys-title", tabindex: "-1" }, told.title),
    el("p", { class: "meta" }, told.about),
    el("dl", { class: "keys" }, rows),
    button(told.close, () => dialog.close(), { class: "primary whole", id: "keys-close" }),
  );
  dialog.showModal();
  // The beginning, not the button at the end.
  dialog.querySelector("h2").focus();
  return true;
}
