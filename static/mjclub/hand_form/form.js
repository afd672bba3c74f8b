// The hand form of one table: the state of the server, a draft of one hand, and the acts on both.
import { fill, patchChildren } from "./dom.js";
import { extraKinds } from "./extras.js";
import { call } from "./net.js";
import { blankPenalty } from "./outside.js";
import { Outbox } from "./queue.js";
import { emptyDraft, emptyWinner, fromEvents, isComplete, stepFlowers, toEvents } from "./record.js";
import { describe, page } from "./view.js";

const PREVIEW_AFTER = 120; // milliseconds after the last tap
const LOOK_AFTER = 20_000; // milliseconds between two looks at what others have saved
const SEVERAL = new Set(["forbidden", "head_bump", false]);

class HandForm {
  constructor(data, place) {
    const { declaration, options, urls, words, breaches } = data;
    Object.assign(this, { declaration, options, urls, words, breaches, place });
    this.chinese = data.language.startsWith("zh");
    this.state = data.state;
    this.ahead = Date.parse(data.state.now) - Date.now(); // of this phone's clock
    this.turned = 0;
    this.penalty = blankPenalty();
    this.giving = false;
    this.asking = null;
    this.clear();
    this.outbox = new Outbox(urls.record, { onAnswer: (body) => this.take(body.state), onChange: () => this.draw() });
    this.outbox.flush();
    this.draw();
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

  get position() {
    if (this.editing) return this.editing.position;
    const next = this.state.next.position ?? this.state.hands.at(-1)?.position;
    if (next) return next;
    const all = this.state.seats.map((seat) => seat.chair);
    return { winds: all, chairs: all, places: all, dealer: 0, prevailing: 0, deal: 1 };
  }

  get number() {
    return this.editing ? this.editing.number : this.state.next.number;
  }

  get over() {
    return !this.editing && (this.state.next.position === null || this.state.status !== "open");
  }

  // Whether nothing at this table may be changed any more.
  get locked() {
    return this.state.status === "confirmed" || this.state.round_status === "closed";
  }

  get complete() {
    return isComplete(this.draft) && (this.editing || this.position.dealer !== null || this.dealer !== null);
  }

  // One entry at a time: which hand comes next is known when the server has answered.
  get busy() {
    return this.outbox.items.length > 0;
  }

  get severalWin() {
    const choice = this.options.multi_win;
    return choice === undefined ? this.declaration.form.multi_win : !SEVERAL.has(choice);
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
    if (left <= 0) return this.words.timeout;
    return fill(this.words.left, { t: `${Math.floor(left / 60)}:${String(left % 60).padStart(2, "0")}` });
  }

  // ---- the draft ----

  clear() {
    clearTimeout(this.timer);
    this.editing = null; // the hand being changed
    this.draft = emptyDraft();
    this.dealer = null;
    this.preview = null;
    this.search = "";
    this.more = false;
    this.unfolded = false; // answered questions are shown open again
  }

  reset() {
    this.clear();
    this.draw();
  }

  look(values) {
    Object.assign(this, values);
    this.draw();
  }

  change(values) {
    Object.assign(this.draft, values);
    this.askPreview();
    this.draw();
  }

  changeWinner(index, values) {
    this.change({ winners: this.draft.winners.map((w, i) => (i === index ? { ...w, ...values } : w)) });
  }

  stepFlowers(index, by) {
    this.changeWinner(index, { flowers: stepFlowers(this.draft, this.draft.winners[index], by) });
  }

  putExtra(id, facts) {
    const { [id]: _old, ...extra } = this.draft.extra;
    this.change({ extra: facts ? { ...extra, [id]: facts } : extra });
  }

  pickWinner(value) {
    const none = { winners: [], how: null, from: null, flags: [], ending: {} };
    const now = this.draft.winners[0]?.seat;
    if (value === "draw") this.change({ ...none, outcome: this.draft.outcome === "draw" ? null : "draw" });
    else if (now === value) this.change({ ...none, outcome: null });
    else this.change({ ...none, outcome: "win", winners: [emptyWinner(value, this.declaration.form.ways[0])] });
  }

  pickHow(value) {
    this.unfolded = false;
    const winners = this.draft.winners.slice(0, 1);
    if (value === "self") this.change({ how: "self_draw", from: null, flags: [], winners });
    else this.change({ how: "discard", from: value, flags: [], winners });
  }

  toggleWinner(seat) {
    const { winners } = this.draft;
    const without = winners.filter((w) => w.seat !== seat);
    this.change({ winners: without.length < winners.length ? without : [...winners, emptyWinner(seat, winners[0].way)] });
  }

  unfold() {
    this.look({ unfolded: true });
  }

  turn() {
    this.look({ turned: (this.turned + 1) % 4 });
  }

  deals(chair) {
    this.dealer = chair;
    this.change({});
  }

  events() {
    return toEvents(this.draft, this.declaration, this.position.winds.length);
  }

  askPreview() {
    clearTimeout(this.timer);
    this.preview = null;
    if (this.complete) this.timer = setTimeout(() => this.fetchPreview(), PREVIEW_AFTER);
  }

  async fetchPreview() {
    const content = { events: this.events(), number: this.number, amend: Boolean(this.editing), dealer: this.dealer };
    const asked = JSON.stringify(content.events);
    const { status, body } = await call(this.urls.preview, content);
    if (!this.complete || asked !== JSON.stringify(this.events())) return;
    const refused = body.problems?.length ? body.problems.map((p) => p.message) : [body.message || fill(this.words.refused_plain, { n: status })];
    this.look({ preview: status === 0 ? { offline: true } : status < 400 ? body : { refused } });
  }

  // ---- acts ----

  save() {
    if (!this.complete || this.busy || this.preview?.refused) return;
    const content = { number: this.number, events: this.events() };
    if (this.editing) content.revision = this.editing.revision;
    if (this.dealer !== null) content.dealer = this.dealer;
    this.clear();
    this.outbox.add(this.urls.record, content);
  }

  take(state) {
    if (!state) return;
    this.state = state;
    this.ahead = Date.parse(state.now) - Date.now();
  }

  load(events) {
    this.draft = fromEvents(events, extraKinds(this.declaration, this.options).map((kind) => kind.id));
    this.askPreview();
    this.draw();
    this.place.querySelector("#entry")?.scrollIntoView({ block: "nearest" });
  }

  edit(hand) {
    if (this.busy) return;
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
    this.draw();
  }

  undo(hand) {
    if (this.busy) return;
    const content = { number: hand.number, revision: hand.revision };
    this.clear();
    this.ask(fill(this.words.undo_ask, { n: hand.number, what: describe(this, hand) }), () => this.outbox.add(this.urls.undo, content));
  }

  finish() {
    this.ask(fill(this.words.finish_ask, { n: this.state.hands.length }), () => this.outbox.add(this.urls.finish, {}));
  }

  // ---- after a refusal ----

  async drop(item) {
    this.outbox.drop(item.content.client_key);
    await this.refresh();
    this.outbox.flush();
  }

  async useMine(item) {
    const { number, revision } = item.refusal.current;
    this.outbox.drop(item.content.client_key);
    await this.outbox.add(this.urls.record, { number, revision, events: item.content.events });
  }

  async correct(item) {
    this.outbox.drop(item.content.client_key);
    await this.refresh();
    this.clear();
    if (item.content.revision !== undefined) this.editing = this.state.hands.find((h) => h.number === item.content.number) ?? null;
    this.dealer = item.content.dealer ?? null;
    this.load(item.content.events);
  }

  async refresh() {
    const { status, body } = await call(this.urls.state);
    if (status === 200) this.take(body.state);
    this.draw();
  }

  // What others saved, unless a hand is being entered: its seats must not change under the thumb.
  async lookAround() {
    const idle = () => this.untouched && !this.busy && !this.asking && document.visibilityState === "visible";
    if (!idle()) return;
    const { status, body } = await call(this.urls.state);
    const same = body.state?.revision === this.state.revision && body.state?.round_status === this.state.round_status;
    if (status !== 200 || !idle() || same) return;
    this.take(body.state);
    this.draw();
  }

  draw() {
    patchChildren(this.place, page(this));
  }

  // 1–4 choose a chair, 0 a drawn hand, Enter saves.
  key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey || this.over || this.busy) return;
    if (event.target.matches("input, textarea, select")) return;
    const seat = ["1", "2", "3", "4"].indexOf(event.key);
    if (event.key === "Enter" && !event.target.matches("button, summary, a")) this.save();
    else if (event.key === "0") this.pickWinner("draw");
    else if (seat >= 0 && seat < this.position.winds.length) this.pickSeat(seat);
  }

  pickSeat(seat) {
    const [first] = this.draft.winners;
    if (!first) this.pickWinner(seat);
    else if (this.draft.how === null) this.pickHow(seat === first.seat ? "self" : seat);
  }
}

const data = JSON.parse(document.getElementById("hand-form-data").textContent);
const form = new HandForm(data, document.getElementById("hand-form"));

addEventListener("keydown", (event) => form.key(event));
setInterval(() => form.lookAround(), LOOK_AFTER);
document.addEventListener("visibilitychange", () => form.lookAround());
setInterval(() => {
  const clock = document.getElementById("clock");
  if (clock && clock.textContent !== form.clock()) clock.textContent = form.clock();
}, 1000);
addEventListener("beforeunload", (event) => {
  if (form.busy && !form.outbox.store.lasting) event.preventDefault();
});
