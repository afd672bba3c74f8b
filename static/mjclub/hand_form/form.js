// The hand form of one table: the state of the server, a draft of one hand, and the acts on both.
import { nextAfter, plainDeltas } from "./ahead.js";
import { hasMore, nextAsk, seatsLeft } from "./declared.js";
import { fill, patchChildren } from "./dom.js";
import { emptyDraft, fromEvents, isEnded, isOpen, isPanelComplete, noted, opened, panelParts, reopened, toEvents, undone, worldOf } from "./draft.js";
import { holds } from "./facts.js";
import { Keep } from "./keep.js";
import { markKeys, onKey } from "./keys.js";
import { call } from "./net.js";
import { blankPenalty } from "./outside.js";
import { Outbox } from "./queue.js";
import { emptyExhaust } from "./states.js";
import { blankSteps, lookAtSteps } from "./steps.js";
import { Store } from "./store.js";
import { lookAround } from "./sync.js";
import { page } from "./view.js";
import { claimsOf, emptyWin, newWinner, stepFlowers, withFitting, wonBy } from "./win.js";
import { describe } from "./words.js";

const PREVIEW_AFTER = 120; // milliseconds after the last tap
const LOOK_AFTER = 2500; // milliseconds between two looks at what others have saved

class HandForm {
  constructor(data, place) {
    const { declaration, options, urls, words, breaches, tiles, clashes } = data;
    Object.assign(this, { declaration, options, urls, words, breaches, tiles, clashes, place });
    this.chinese = data.language.startsWith("zh");
    this.known = new Store(`state.${urls.record}`, {});
    this.plain = new Store(`plain.${urls.record}`, {});
    this.trial = Boolean(data.trial); // a hand of no table: nothing is sent or kept
    // A page that the phone kept is older than what the server has said since.
    const known = this.trial ? {} : this.known.read();
    this.state = known.revision > data.state.revision ? known : data.state;
    this.taken = 0; // how often the server has told the table
    this.cut = false; // the last look did not reach the server
    this.ahead = Date.parse(data.state.now) - Date.now(); // of this phone's clock
    this.turned = 0;
    this.penalty = blankPenalty();
    this.giving = false;
    this.steps = blankSteps();
    this.asking = null;
    this.clear();
    this.outbox = new Outbox(urls.record, { onAnswer: (body) => this.take(body.state), onChange: () => this.draw() });
    this.outbox.flush();
    this.fetchPlain();
    this.keep = new Keep(urls.record);
    if (this.trial) this.put(fromEvents(data.events, this.table));
    else this.takeUp();
    this.draw();
  }

  // Go on with what was being entered when the page or the hand was left, if the seats still are
  // whose they were.
  takeUp() {
    if (this.over || this.trial || !this.untouched || this.asking) return;
    const kept = this.keep.read(this.next.number, this.next.position);
    if (!kept) return;
    try {
      toEvents(kept.draft, this.table);
    } catch {
      this.keep.forget(); // written by another version of this page
      return;
    }
    this.dealer = this.next.position.dealer === null ? kept.dealer : null;
    this.draft = kept.draft;
    this.begin();
    this.askPreview();
  }

  // ---- what is so ----

  text = (pair) => (this.chinese ? pair[0] : pair[1]);

  wind(seat) {
    return this.words.winds.split(" ")[seat];
  }

  patternName(id) {
    const found = this.declaration.patterns.find((p) => p.id === id);
    return found ? this.text(found.name) : id;
  }

  // New hands on their way, the oldest first.
  get waiting() {
    return this.outbox.items.filter((item) => item.url === this.urls.record && item.content.revision === undefined && !item.refusal);
  }

  // The hand behind those.
  get next() {
    return nextAfter(this.state, this.waiting);
  }

  // Where the hand stands in the game; who deals decides the winds. A hand that was begun keeps the
  // seats it was begun with, whatever others save meanwhile: the server reads it for the same people.
  get position() {
    if (this.editing) return this.editing.position;
    if (this.begun) return this.begun.position;
    const next = this.next.position ?? this.waiting.at(-1)?.position ?? this.state.hands.at(-1)?.position;
    const all = this.state.seats.map((seat) => seat.chair);
    if (!next) return { winds: all, chairs: all, places: all, dealer: 0, prevailing: 0, deal: 1 };
    if (next.dealer !== null || this.dealer === null) return next;
    const away = (chair, from) => (chair - from + all.length) % all.length;
    return { ...next, dealer: this.dealer, winds: all.map((chair) => away(chair, this.dealer)), chairs: all.map((seat) => away(seat, -this.dealer)) };
  }

  // What answers are judged by.
  get table() {
    const { dealer, winds } = this.position;
    return { declaration: this.declaration, options: this.options, players: winds.length, dealer: dealer === null ? 0 : winds[dealer] };
  }

  get world() {
    return worldOf(this.draft, this.table);
  }

  get number() {
    return this.editing ? this.editing.number : (this.begun?.number ?? this.next.number);
  }

  // The hand that somebody else has saved under the number of the one being entered.
  get clash() {
    if (this.editing || !this.begun || this.begun.number >= this.next.number) return null;
    return this.state.hands.find((hand) => hand.number === this.begun.number) ?? null;
  }

  get over() {
    return !this.editing && !this.begun && (this.next.position === null || this.state.status !== "open");
  }

  // Whether nothing at this table may be changed any more.
  get locked() {
    return this.state.status === "confirmed" || this.state.round_status === "closed";
  }

  get needsDealer() {
    return !this.editing && this.position.dealer === null;
  }

  get ended() {
    return isEnded(this.draft, this.table) || Boolean(this.preview?.ended);
  }

  // Whether the hand can be saved: it is over and nothing is half answered.
  get complete() {
    return this.ended && !isOpen(this.draft, this.table) && !this.needsDealer;
  }

  // Whether there is something answered that has not been put into the list yet.
  get notable() {
    const { panel, ending } = this.draft;
    if (panel) return isPanelComplete(this.draft, this.table);
    if (this.complete) return false;
    return ending?.kind === "win" && !isOpen(this.draft, this.table);
  }

  // New hands may wait one behind the other; anything else has to be answered first.
  get busy() {
    return this.outbox.items.some((item) => (item.refusal && item.content.client_key !== this.fixing) || item.url !== this.urls.record);
  }

  get severalWin() {
    const { several, multi_win: many } = this.declaration.form;
    return several?.length ? holds(several, this.options) : many;
  }

  get untouched() {
    return !this.editing && JSON.stringify(this.draft) === JSON.stringify(emptyDraft());
  }

  person(seat) {
    return this.state.seats[this.position.chairs[seat]];
  }

  clock() {
    if (!this.state.ends_at || this.state.round_status !== "running") return "";
    const left = Math.floor((Date.parse(this.state.ends_at) - Date.now() - this.ahead) / 1000);
    if (left <= 0) return this.state.cut ? this.words.time_cut : this.words.time_finish;
    return fill(this.words.left, { t: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` });
  }

  // Whether the warning before the end has come.
  get warned() {
    const { warns_at, round_status } = this.state;
    return round_status === "running" && warns_at !== null && Date.now() + this.ahead >= Date.parse(warns_at);
  }

  // ---- the draft ----

  clear() {
    clearTimeout(this.timer);
    this.editing = null; // the hand being changed
    this.fixing = null; // the key of the refused entry being corrected
    this.begun = null; // {number, position} of the new hand being entered
    this.draft = emptyDraft();
    this.dealer = null;
    this.preview = null;
    this.last = null; // the last preview that had an answer
    this.compared = []; // what the server says of called totals
    this.barred = null; // {where, words}: why a fan cannot be ticked
    this.search = "";
    this.more = false;
    this.laying = { where: "", kind: "hand" }; // what the tile pad lays, and in which hand
    this.asked = null; // the ask of the open event that is answered again
    this.unfolded = false; // answered questions are shown open again
  }

  forget() {
    if (!this.editing) this.keep.forget();
    this.clear();
  }

  reset() {
    this.forget();
    this.takeUp();
    this.draw();
  }

  look(values) {
    Object.assign(this, values);
    this.draw();
  }

  put(draft) {
    this.draft = draft;
    if (this.editing || this.trial) return this.shown();
    this.begin();
    return this.shown();
  }

  // Hold on to the seats of a hand that has been begun, and keep it over a reload.
  begin() {
    if (this.untouched) {
      this.begun = null;
      this.keep.forget();
      return;
    }
    this.begun ??= { number: this.next.number, position: this.position };
    if (this.next.position) this.keep.write(this.next.number, this.next.position, { draft: this.draft, dealer: this.dealer });
  }

  shown() {
    this.askPreview();
    this.draw();
  }

  // Change the win or end that is being answered.
  change(values) {
    this.put({ ...this.draft, ending: { ...this.draft.ending, ...values } });
  }

  changeWinner(index, values) {
    this.change({ winners: this.draft.ending.winners.map((w, i) => (i === index ? { ...w, ...values } : w)) });
  }

  changeState(seat, values) {
    this.change({ states: this.draft.ending.states.map((one, i) => (i === seat ? { ...one, ...values } : one)) });
  }

  stepFlowers(index, by) {
    const { ending, before } = this.draft;
    this.changeWinner(index, { flowers: stepFlowers(ending, ending.winners[index], before, by) });
  }

  pickWinner(value) {
    const { ending } = this.draft;
    const now = ending?.kind === "win" ? ending.winners[0].seat : ending?.kind === "exhaust" ? "draw" : null;
    const { draft } = this;
    if (now === value) this.put({ ...draft, ending: null });
    else if (typeof now === "number" && value !== "draw" && ending.how !== null) this.otherWinner(value);
    else this.put({ ...draft, ending: value === "draw" ? emptyExhaust(this.world) : emptyWin(value, this.declaration, this.world) });
  }

  // Somebody else won the same hand: everything else stays.
  otherWinner(seat) {
    this.unfolded = false;
    this.change(wonBy(this.draft.ending, seat, this.world));
  }

  pickHow(value) {
    this.unfolded = false;
    const winners = this.draft.ending.winners.slice(0, 1);
    const [how, from] = value === "self" ? ["self_draw", null] : ["discard", value];
    this.change(withFitting({ ...this.draft.ending, how, from, kong: null, winners }, this.world));
  }

  toggleWinner(seat) {
    const { winners } = this.draft.ending;
    const without = winners.filter((w) => w.seat !== seat);
    this.change({ winners: without.length < winners.length ? without : [...winners, newWinner(seat, winners[0].way, this.world)] });
  }

  annul(reason) {
    this.put({ ...this.draft, ending: { kind: "abort", reason, rest: {} } });
  }

  unfold() {
    this.look({ unfolded: true });
  }

  turn() {
    this.look({ turned: (this.turned + 1) % 4 });
  }

  deals(chair) {
    this.dealer = chair;
    this.put(emptyDraft());
  }

  events() {
    return toEvents(this.draft, this.table);
  }

  // ---- the list ----

  openEvent(declared) {
    this.asked = null;
    this.put(opened(this.draft, declared, this.table));
    this.show("#panel");
  }

  // Answer an ask of the open event. A tap that answers the last one closes it.
  answerAsk(ask, value, tapped) {
    const { panel } = this.draft;
    if (tapped) this.asked = null;
    this.put({ ...this.draft, panel: { ...panel, event: { ...panel.event, [ask.key]: value } } });
    const { declared, event, world } = panelParts(this.draft, this.table);
    if (tapped && ask.required && panel.fresh && !nextAsk(declared, event, world) && !hasMore(declared, event, world)) this.note();
  }

  note() {
    const { panel } = this.draft;
    const declared = panel ? panelParts(this.draft, this.table).declared : null;
    this.unfolded = false;
    this.put(noted(this.draft, this.table));
    // What every seat must say is asked of the next seat at once.
    if (declared?.required && declared.once === "seat" && seatsLeft(declared, this.world).length) this.openEvent(declared);
    else this.show("#entry .question");
  }

  reopen(place, at) {
    this.unfolded = false;
    this.asked = null;
    this.put(reopened(this.draft, place, at, this.table));
    this.show("#entry");
  }

  show(selector) {
    this.place.querySelector(selector)?.scrollIntoView({ block: "nearest" });
  }

  takeBack() {
    this.unfolded = false;
    this.put(undone(this.draft));
  }

  askPreview() {
    clearTimeout(this.timer);
    this.preview = null;
    this.compared = [];
    const any = this.events().length > 0;
    if (!this.needsDealer && any) this.timer = setTimeout(() => this.fetchPreview(), PREVIEW_AFTER);
    if (!any) this.place.dispatchEvent(new CustomEvent("emptied"));
  }

  async fetchPreview() {
    const content = { events: this.events(), number: this.number, amend: Boolean(this.editing), ...this.seats() };
    this.fetchClaims(content);
    const asked = JSON.stringify(content.events);
    const { status, body } = navigator.onLine === false ? { status: 0, body: {} } : await call(this.urls.preview, content);
    if (asked !== JSON.stringify(this.events())) return;
    const refused = body.problems?.length ? body.problems.map((p) => p.message) : [body.message || fill(this.words.refused_plain, { n: status })];
    // The list shows each event's money from the last answer until the next one is there.
    if (status > 0 && status < 400) this.last = { ...body, events: content.events.map((event) => JSON.stringify(event)) };
    this.place.dispatchEvent(new CustomEvent("previewed", { detail: { status, body } }));
    this.look({ preview: status === 0 ? this.offlinePreview(content.events) : status < 400 ? this.last : { refused } });
  }

  // A total that was called is compared with the tiles or fans; nothing waits for the answer.
  async fetchClaims(content) {
    const claims = claimsOf(this.draft, content.events);
    if (!claims.length || !this.urls.claims || navigator.onLine === false) return;
    const asked = JSON.stringify(content.events);
    const { status, body } = await call(this.urls.claims, { ...content, claims });
    if (status === 200 && asked === JSON.stringify(this.events())) this.look({ compared: body.compared });
  }

  // Whose seats the events mean. The dice's dealer is told only where the server asks for it.
  seats() {
    if (this.editing || this.trial) return { dealer: this.dealer };
    return { winds: this.position.winds, ...(this.dealer !== null && !this.waiting.length ? { dealer: this.dealer } : {}) };
  }

  offlinePreview(events) {
    const deltas = this.editing ? null : plainDeltas(this.plain.read(), events, this.number, this.position);
    return deltas ? { offline: true, deltas, sum: deltas.reduce((a, b) => a + b, 0) } : { offline: true };
  }

  async fetchPlain() {
    if (this.trial) return;
    const { status, body } = await call(this.urls.plain);
    if (status !== 200) return;
    this.plain.write(body);
    this.place.dataset.plain = "known";
  }

  // ---- acts ----

  save() {
    if (!this.complete || this.busy || this.trial || this.preview?.refused) return;
    const content = { number: this.number, events: this.events(), ...this.seats() };
    const { position } = this;
    const deltas = this.preview?.deltas ?? null;
    const { fixing, editing } = this;
    if (editing?.inserted) content.table_revision = editing.seen;
    else if (editing) content.revision = editing.revision;
    this.forget();
    if (fixing) this.outbox.drop(fixing);
    this.outbox.add(editing?.inserted ? this.urls.insert : this.urls.record, content, { position, deltas }, { first: Boolean(fixing) });
    this.takeUp();
  }

  take(state) {
    if (!state) return;
    const changed = state.revision !== this.state.revision;
    this.state = state;
    this.taken += 1;
    this.cut = false;
    this.known.write(state);
    this.ahead = Date.parse(state.now) - Date.now();
    if (changed) lookAtSteps(this);
    if (changed && !state.chart) this.fetchPlain();
    if (!this.begun || this.editing) this.takeUp();
    else if (changed) this.begin();
    if (changed && !this.untouched) this.askPreview();
  }

  load(events) {
    this.put(fromEvents(events, this.table));
    this.show("#entry");
  }

  edit(hand) {
    if (this.busy || this.outbox.items.some((item) => item.content.number === hand.number)) return;
    this.clear();
    this.editing = hand;
    this.load(hand.events);
  }

  ask(question, act) {
    this.look({ asking: { question, act } });
    document.getElementById("ask-yes")?.focus();
  }

  answer(yes) {
    const { act } = this.asking;
    this.asking = null;
    if (yes) act();
    else this.takeUp();
    this.draw();
  }

  undo(hand) {
    if (this.outbox.items.length) return;
    const content = { number: hand.number, revision: hand.revision };
    this.clear();
    this.ask(fill(this.words.undo_ask, { n: hand.number, what: describe(this, hand) }), () => this.outbox.add(this.urls.undo, content));
  }

  finish() {
    this.ask(fill(this.words.finish_ask, { n: this.state.hands.length }), () => this.outbox.add(this.urls.finish, {}));
  }

  draw() {
    patchChildren(this.place, page(this));
    markKeys(this);
  }

  // The newest answer away, where no button stands for it.
  stepBack() {
    if (this.busy || this.untouched) return false;
    this.takeBack();
    return true;
  }
}

const data = JSON.parse(document.getElementById("hand-form-data").textContent);
const form = new HandForm(data, document.getElementById("hand-form"));

addEventListener("keydown", (event) => onKey(form, event));
setInterval(() => lookAround(form), LOOK_AFTER);
document.addEventListener("visibilitychange", () => lookAround(form));
setInterval(() => {
  const clock = document.getElementById("clock");
  if (clock && clock.textContent !== form.clock()) clock.textContent = form.clock();
  clock?.classList.toggle("warned", form.warned);
}, 1000);
addEventListener("beforeunload", (event) => {
  if (form.busy && !form.outbox.store.lasting) event.preventDefault();
});
