// The steps of the table, newest first: what was done, by whom, when; and taking the newest back.
import { button, el, fill, signed } from "./dom.js";
import { call } from "./net.js";
import { lines } from "./past.js";
import { newKey } from "./queue.js";

export function blankSteps() {
  return { open: false, seen: null, list: [], again: null, problem: "" };
}

// Read the list again where it is open and the table has changed since.
export async function lookAtSteps(form) {
  const { steps } = form;
  if (!steps.open || form.trial || steps.seen === form.state.revision) return;
  steps.seen = form.state.revision;
  const { status, body } = await call(form.urls.steps);
  const problem = status === 200 ? "" : body.message || form.words.not_sent;
  if (status !== 200) steps.seen = null;
  form.look({ steps: { ...form.steps, list: body.steps ?? steps.list, again: body.again ?? null, problem } });
}

export function stepsList(form) {
  const { words, steps } = form;
  if (form.trial || !form.urls.steps) return null;
  const toggle = (e) => {
    form.steps = { ...form.steps, open: !e.currentTarget.parentElement.open, seen: null };
    lookAtSteps(form);
  };
  const live = steps.list.filter((step) => step.state === "live");
  return el(
    "details",
    { class: "more steps", key: "steps", id: "steps", open: steps.open },
    el("summary", { on: { click: toggle } }, words.steps),
    steps.problem ? el("p", { class: "notice", role: "alert" }, steps.problem) : null,
    steps.open && !steps.list.length && !steps.problem ? el("p", { class: "empty" }, words.no_steps) : null,
    el("ol", { class: "plain", "aria-label": words.steps }, steps.list.map((step) => row(form, step, live))),
  );
}

function row(form, step, live) {
  const { words, steps } = form;
  const what = words.step_states[step.state] ?? "";
  const at = live.indexOf(step);
  const act = form.locked || form.outbox.items.length
    ? null
    : at >= 0
    ? button(at === 0 ? words.take_back_it : fill(words.take_back_n, { n: at + 1 }), () => askBack(form, live.slice(0, at + 1)), { class: "choice small step-back", "aria-label": `${at === 0 ? words.take_back_it : fill(words.take_back_n, { n: at + 1 })}: ${said(form, step)}` })
    : step.id === steps.again
    ? button(words.have_again, () => askAgain(form, step), { class: "choice small step-again" })
    : null;
  return el(
    "li",
    { class: `step ${step.state}`, key: step.id, "data-step": step.act, "data-state": step.state },
    el("span", { class: "past-words" }, step.state === "gone" ? el("s", {}, said(form, step)) : said(form, step), el("small", {}, [`${step.when} · ${step.who}`, step.reason, what].filter(Boolean).join(" · "))),
    act,
  );
}

const hand = (form, one) => (one ? lines(form, one.events, one.position).join(" · ") : "");

// A step in words: hand 5, South wins 24 off West.
export function said(form, step) {
  const { words } = form;
  if (step.takes_back) {
    const target = form.steps.list.find((other) => other.id === step.takes_back);
    if (!target) return step.name;
    if (!target.takes_back) return fill(words.taken_back, { what: said(form, target) });
    const first = form.steps.list.find((other) => other.id === target.takes_back);
    return first ? fill(words.there_again, { what: said(form, first) }) : step.name;
  }
  if (step.penalty) {
    const seat = form.state.seats.find((s) => s.number === step.penalty.entry);
    return [step.name, seat?.name, step.penalty.points ? step.penalty.points : words.warning].filter(Boolean).join(" · ");
  }
  if (!step.hand) return step.name;
  const now = fill(words.hand_n, { n: step.number });
  if (step.before) return `${now}: ${step.name}: ${hand(form, step.before)} → ${hand(form, step.hand)}`;
  const plain = step.act === "hand.recorded";
  return `${now}: ${plain ? "" : `${step.name}: `}${hand(form, step.hand)}`;
}

// What it would come to is asked of the server, which does it and leaves it.
async function askBack(form, steps) {
  const named = steps.map((step) => `− ${said(form, step)}`);
  const title = steps.length === 1 ? fill(form.words.take_back_ask, {}) : fill(form.words.take_back_many, { n: steps.length });
  await askWith(form, steps.map((step) => step.id), [title, ...named]);
}

async function askAgain(form, step) {
  const target = form.steps.list.find((other) => other.id === step.takes_back);
  await askWith(form, [step.id], [form.words.again_ask, `+ ${said(form, target ?? step)}`]);
}

async function askWith(form, groups, question) {
  const { words, state } = form;
  const { status, body } = await call(form.urls.steps, { groups, client_key: newKey(), ask: true });
  if (status !== 200) {
    form.steps = { ...form.steps, problem: body.message || words.not_sent, seen: null };
    form.draw();
    return;
  }
  const { outcome } = body;
  const totals = outcome.totals.map((total, chair) => `${state.seats[chair].name} ${signed(state.seats[chair].total)} → ${signed(total)}`);
  const reopened = state.status === "finished" && outcome.status === "open" ? [words.opens_again] : [];
  form.clear();
  form.ask([...question, fill(words.then_hands, { n: outcome.hands }), ...totals, ...reopened].join("\n"), () => form.outbox.add(form.urls.steps, { groups }));
}

// A finished table is opened again by whom the event lets, with a reason.
export function reopening(form) {
  const { words, state, urls } = form;
  if (!urls.reopen || state.status !== "finished" || state.round_status === "closed") return null;
  const send = async () => {
    const { status, body } = await call(urls.reopen, { reason: document.getElementById("reopen-why").value });
    if (status > 0 && status < 400) form.take(body.state);
    form.look({ said: status > 0 && status < 400 ? "" : body.problems?.[0]?.message || body.message || words.not_sent });
  };
  return el(
    "div",
    { class: "reopen", key: "reopen" },
    el("label", { for: "reopen-why" }, words.reopen_why),
    el("input", { id: "reopen-why", maxlength: "200", autocomplete: "off" }),
    button(words.reopen, send, { class: "secondary", id: "reopen" }),
  );
}
