// What others have saved meanwhile, and what to do about an entry that the server refused.
import { call } from "./net.js";

let looking = false;

// The table as it is now, also while a hand is being entered: it keeps its own seats and number.
export async function lookAround(form) {
  if (looking || form.trial || form.outbox.sending || form.asking || document.visibilityState !== "visible" || navigator.onLine === false) return;
  looking = true;
  const seen = form.taken;
  try {
    const { status, body, tag } = await call(form.urls.state, undefined, { tag: form.tag ?? "" });
    const cut = status === 0;
    if (cut !== form.cut) form.look({ cut });
    if (!cut && form.outbox.waiting) form.outbox.flush();
    // An answer that was on its way before an entry of ours was saved is older than what we know.
    if (status !== 200 || seen !== form.taken || form.asking) return;
    form.tag = tag;
    form.take(body.state);
    form.draw();
  } finally {
    looking = false;
  }
}

export async function refresh(form) {
  const { status, body } = await call(form.urls.state);
  if (status === 200) form.take(body.state);
  form.draw();
}

// ---- after a refusal ----

export async function drop(form, item) {
  const { outbox } = form;
  const behind = (other) => other.url === form.urls.record && other.content.revision === undefined && !other.refusal;
  outbox.drop(item.content.client_key);
  await refresh(form);
  const expected = form.state.hands.length + 1;
  const first = outbox.items.find(behind);
  if (first && first.content.number > expected) outbox.renumber(expected, behind);
  outbox.flush();
}

// What stood in the way, a closed table or a revoked link, may be gone.
export function again(form, item) {
  const { refusal: _refusal, ...kept } = item;
  form.outbox.replace(kept);
  return form.outbox.flush();
}

export function useMine(form, item) {
  const { number, revision } = item.refusal.current;
  form.outbox.drop(item.content.client_key);
  return form.outbox.add(form.urls.record, { number, revision, events: item.content.events }, { position: item.position }, { first: true });
}

// It was another hand than the one that is saved: it becomes the next one, and those behind it follow.
export async function asNext(form, item) {
  const { outbox } = form;
  await refresh(form);
  const number = form.state.hands.length + 1;
  const { client_key: _used, ...content } = item.content;
  outbox.drop(item.content.client_key);
  outbox.renumber(number + 1, (other) => other.url === form.urls.record && other.content.revision === undefined);
  return outbox.add(item.url, { ...content, number }, { position: item.position, deltas: item.deltas }, { first: true });
}

// The entry stays where it is, and what was made after it waits behind it, until it is saved anew.
export async function correct(form, item) {
  await refresh(form);
  form.clear();
  form.fixing = item.content.client_key;
  if (item.content.revision !== undefined) form.editing = form.state.hands.find((h) => h.number === item.content.number) ?? null;
  else form.begun = { number: item.content.number, position: item.position ?? form.position };
  form.dealer = item.content.dealer ?? null;
  form.load(item.content.events);
}

// ---- when somebody else has saved the hand that is being entered ----

export function leaveMine(form) {
  form.reset();
}

export function mineIsNext(form) {
  form.begun = { ...form.begun, number: form.next.number };
  form.begin();
  form.shown();
}
