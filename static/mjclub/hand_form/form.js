// The hand form of one table: state from the server, a draft, and what is drawn of both.
import { el, fill, signed } from "./dom.js";
import { call, Outbox } from "./net.js";
import { emptyDraft, fromEvents, isComplete, toEvents } from "./record.js";
import { annul, circumstances, howWon, kongs, penalties, whoWon, wild, worth } from "./sections.js";

class HandForm {
  constructor(data, place) {
    Object.assign(this, { declaration: data.declaration, options: data.options, urls: data.urls, words: data.words });
    this.chinese = data.language.startsWith("zh");
    this.place = place;
    this.state = data.state;
    this.editing = null; // the hand being changed
    this.search = "";
    this.more = false;
    this.turned = 0;
    this.preview = null;
    this.stale = null;
    this.dealer = null;
    this.asking = null;
    this.unfolded = false; // answered questions are shown open again
    this.draft = this.fresh();
    this.outbox = new Outbox(this.urls.record, (body) => this.answered(body));
    this.outbox.flush();
    this.draw();
  }

  fresh() {
    return { ...emptyDraft(), way: this.declaration.form.ways[0] };
  }

  text = (pair) => (this.chinese ? pair[0] : pair[1]);

  wind(seat) {
    return this.words.winds.split(" ")[seat];
  }

  get position() {
    if (this.editing) return this.editing.position;
    const next = this.state.next.position ?? this.state.hands.at(-1)?.position;
    if (!next) return { winds: [0, 1, 2, 3], chairs: [0, 1, 2, 3], places: [0, 1, 2, 3], dealer: 0, prevailing: 0, deal: 1 };
    return next;
  }

  get number() {
    return this.editing ? this.editing.number : this.state.next.number;
  }

  get over() {
    return !this.editing && (this.state.next.position === null || this.state.status !== "open");
  }

  get complete() {
    return isComplete(this.draft);
  }

  person(seat) {
    return this.state.seats[this.position.chairs[seat]];
  }

  change(values) {
    Object.assign(this.draft, values);
    this.draw();
    this.askPreview();
  }

  pickWinner(value) {
    if (value === "draw") this.change({ outcome: "draw", winner: null, how: null, from: null, flags: [] });
    else if (this.draft.winner === value) this.change({ outcome: null, winner: null, how: null, from: null });
    else this.change({ outcome: "win", winner: value, how: null, from: null, flags: [] });
  }

  pickHow(value) {
    this.unfolded = false;
    if (value === "self") this.change({ how: "self_draw", from: null, flags: [] });
    else this.change({ how: "discard", from: value, flags: [] });
  }

  searchPatterns(value) {
    this.search = value;
    this.draw();
    const box = document.getElementById("pattern-search");
    box.focus();
    box.setSelectionRange(value.length, value.length);
  }

  events() {
    return toEvents(this.draft, this.declaration);
  }

  askPreview() {
    clearTimeout(this.timer);
    this.preview = null;
    if (!this.complete) return;
    this.timer = setTimeout(async () => {
      const asked = JSON.stringify(this.events());
      const { status, body } = await call(this.urls.preview, {
        events: this.events(), number: this.number, amend: Boolean(this.editing), dealer: this.dealer,
      });
      if (asked !== JSON.stringify(this.events())) return;
      this.preview = status === 0 ? { offline: true } : body;
      this.draw();
    }, 120);
  }

  save() {
    // One entry at a time: which hand comes next is known when the server has answered.
    if (!this.complete || this.outbox.items.length) return;
    const content = { number: this.number, events: this.events() };
    if (this.editing) content.revision = this.editing.revision;
    if (this.dealer !== null) content.dealer = this.dealer;
    this.outbox.add(this.urls.record, content);
    this.reset();
  }

  reset() {
    clearTimeout(this.timer);
    this.editing = null;
    this.preview = null;
    this.stale = null;
    this.unfolded = false;
    this.more = false;
    this.search = "";
    this.dealer = null;
    this.draft = this.fresh();
    this.draw();
  }

  answered(body) {
    if (body?.state) this.state = body.state;
    this.draw();
  }

  edit(hand) {
    this.editing = hand;
    this.draft = { ...fromEvents(hand.events) };
    this.draft.way ??= this.declaration.form.ways[0];
    this.preview = null;
    this.draw();
    this.askPreview();
    scrollTo({ top: 0 });
  }

  ask(question, act) {
    this.asking = { question, act };
    this.draw();
  }

  undo(hand) {
    const what = this.describe(hand);
    this.ask(fill(this.words.undo_ask, { n: hand.number, what }), () =>
      this.outbox.add(this.urls.undo, { number: hand.number, revision: hand.revision }),
    );
  }

  finish() {
    this.ask(fill(this.words.finish_ask, { n: this.state.hands.length }), () => this.outbox.add(this.urls.finish, {}));
  }

  describe(hand) {
    if (hand.end === "abort") return this.words.annulled;
    if (!hand.winners.length) return this.words.draw;
    const names = hand.winners.map((c) => this.state.seats[c].name).join(", ");
    const how = hand.giver === null ? this.words.self_draw : `← ${this.state.seats[hand.giver].name}`;
    return [names, how, hand.fan === null ? "" : `${hand.fan}`].filter(Boolean).join(" · ");
  }

  // ---- drawing ----

  draw() {
    const keep = document.activeElement?.id;
    this.place.replaceChildren(...[this.header(), this.chairs(), this.question(), this.refusal(), ...this.main(), this.history()].filter(Boolean));
    if (keep) document.getElementById(keep)?.focus();
  }

  header() {
    const { words } = this;
    const refused = this.outbox.refused;
    const waiting = this.outbox.items.length;
    const net = refused ? words.refused : waiting ? fill(words.waiting, { n: waiting }) : `${words.saved} ${this.state.hands.length}`;
    const round = fill(words.wind_round, { wind: this.words.wind_names.split(" ")[this.position.prevailing] });
    return el(
      "div",
      { class: "status" },
      el("strong", {}, `${words.table} ${this.state.table}`),
      el("span", {}, `${round} · ${words.hand} ${this.number}`),
      el("span", { id: "net", role: "status", class: refused ? "net refused" : waiting ? "net waiting" : "net" }, net),
    );
  }

  chairs() {
    const { position, words } = this;
    const spots = ["east", "south", "west", "north"];
    const cards = position.winds.map((seat, chair) => {
      const person = this.state.seats[chair];
      const spot = spots[(position.places[chair] + this.turned) % 4];
      return el(
        "div",
        { class: `chair ${spot}${position.dealer === chair ? " dealer" : ""}` },
        el("span", { class: "chair-wind" }, this.wind(seat)),
        el("span", { class: "chair-name" }, person.name),
        el("span", { class: "chair-total" }, signed(person.total)),
      );
    });
    const turn = el("button", { type: "button", class: "link-button turn", on: { click: () => { this.turned = (this.turned + 1) % 4; this.draw(); } } }, words.turn);
    return el("div", { class: "felt" }, cards, turn);
  }

  question() {
    if (!this.asking) return null;
    const { question, act } = this.asking;
    const done = (run) => () => { this.asking = null; if (run) act(); this.draw(); };
    return el("div", { class: "notice ask", role: "alertdialog", "aria-label": question }, el("p", {}, question), el("div", { class: "buttons" }, el("button", { type: "button", class: "primary", id: "ask-yes", on: { click: done(true) } }, this.words.yes), el("button", { type: "button", class: "secondary", on: { click: done(false) } }, this.words.cancel)));
  }

  refusal() {
    const item = this.outbox.refused;
    if (!item) return null;
    const { words } = this;
    const { refusal } = item;
    const take = () => { this.outbox.drop(item.content.client_key); this.refresh(); };
    const mine = refusal.current && item.content.events;
    return el(
      "div",
      { class: "refusal", role: "alert", id: "refusal" },
      el("p", {}, el("strong", {}, refusal.message)),
      el("ul", {}, (refusal.problems ?? []).filter((p) => p.message !== refusal.message).map((p) => el("li", {}, p.message))),
      mine ? this.versions(item.content, refusal.current) : null,
      el(
        "div",
        { class: "buttons" },
        el("button", { type: "button", class: "secondary", id: "drop", on: { click: take } }, mine ? words.take_theirs : words.drop),
        mine ? el("button", { type: "button", class: "primary", id: "use-mine", on: { click: () => this.useMine(item, refusal.current) } }, words.use_yours)
          : item.content.events ? el("button", { type: "button", class: "primary", id: "correct", on: { click: () => this.correct(item) } }, words.edit) : null,
      ),
    );
  }

  versions(content, current) {
    const show = (title, events) => el("div", {}, el("h3", {}, title), el("p", {}, this.describeEvents(events)));
    return el("div", { class: "two" }, show(this.words.yours, content.events), show(this.words.theirs, current.events));
  }

  describeEvents(events) {
    const draft = fromEvents(events);
    if (draft.outcome === "draw") return this.words.draw;
    if (draft.outcome === "abort") return this.words.annulled;
    const how = draft.from === null ? this.words.self_draw : `← ${this.person(draft.from).name}`;
    return [this.person(draft.winner).name, how, draft.fan ?? Object.keys(draft.patterns).join(" ")].join(" · ");
  }

  async useMine(item, current) {
    const content = { number: current.number, events: item.content.events, revision: current.revision };
    this.outbox.drop(item.content.client_key);
    this.outbox.add(this.urls.record, content);
  }

  correct(item) {
    this.outbox.drop(item.content.client_key);
    this.draft = fromEvents(item.content.events);
    this.draft.way ??= this.declaration.form.ways[0];
    this.draw();
    this.askPreview();
  }

  async refresh() {
    const { status, body } = await call(this.urls.state);
    if (status === 200) this.answered(body);
  }

  main() {
    const { words } = this;
    if (this.state.typed) return [el("p", { class: "notice" }, words.totals)];
    if (this.over) return [el("p", { class: "notice", id: "over" }, words.over)];
    const more = el("details", { class: "more", open: this.more, on: { toggle: (e) => { this.more = e.target.open; } } }, el("summary", {}, words.more), penalties(this), kongs(this), annul(this), this.finishRow());
    const folded = this.draft.outcome === "win" && this.draft.how !== null && !this.unfolded;
    const asked = folded ? [this.answeredLine()] : [whoWon(this), howWon(this)];
    const parts = [this.whoDeals(), wild(this), ...asked, worth(this), circumstances(this), more, this.result()];
    return parts.filter(Boolean);
  }

  // What is answered, folded to one line that opens again.
  answeredLine() {
    const { draft, words } = this;
    const how = draft.from === null ? words.self_draw : `← ${this.wind(draft.from)} ${this.person(draft.from).name}`;
    const open = () => { this.unfolded = true; this.draw(); };
    return el("button", { type: "button", class: "choice answered", id: "answered", on: { click: open } }, el("span", { class: "seat-wind" }, this.wind(draft.winner)), ` ${this.person(draft.winner).name} · ${how}`);
  }

  whoDeals() {
    if (this.editing || this.position.dealer !== null) return null;
    return el("label", {}, this.words.dealer, el("select", { on: { change: (e) => { this.dealer = Number(e.target.value); this.askPreview(); } } }, el("option", {}, ""), this.state.seats.map((s) => el("option", { value: String(s.chair), selected: s.chair === this.dealer }, s.name))));
  }

  finishRow() {
    if (this.editing || !this.state.hands.length) return null;
    return el("div", { class: "extra" }, el("button", { type: "button", class: "secondary", id: "finish", on: { click: () => this.finish() } }, this.words.finish));
  }

  result() {
    const { words, preview } = this;
    const label = fill(this.editing ? words.save_change : words.save, { n: this.number });
    return el(
      "div",
      { class: "result" },
      this.previewLine(),
      el("button", { type: "button", class: "primary save", id: "save", disabled: !this.complete || Boolean(preview?.error) || this.outbox.items.length > 0, on: { click: () => this.save() } }, label),
      this.editing ? el("button", { type: "button", class: "secondary", on: { click: () => this.reset() } }, words.cancel) : null,
    );
  }

  previewLine() {
    const { preview, words } = this;
    if (!this.complete) return el("p", { class: "preview empty-preview" }, words.choose);
    if (!preview) return el("p", { class: "preview" }, "…");
    if (preview.offline) return el("p", { class: "preview" }, words.offline);
    if (preview.error) return el("ul", { class: "preview errors", role: "alert", id: "problems" }, preview.problems.length ? preview.problems.map((p) => el("li", {}, p.message)) : el("li", {}, preview.message));
    const order = this.position.chairs;
    return el(
      "div",
      { class: "preview", id: "preview" },
      el("p", {}, order.map((chair, seat) => el("span", { class: `delta${preview.deltas[chair] > 0 ? " gain" : ""}` }, `${this.wind(seat)} ${signed(preview.deltas[chair])} `)), el("span", { class: "meta" }, `${words.sum} ${signed(preview.sum)}`)),
      el("ul", { class: "lines" }, preview.lines.map((line) => el("li", {}, this.transfer(line))), preview.lines.length ? null : el("li", {}, words.nobody_pays)),
    );
  }

  transfer(line) {
    const { winds } = this.position;
    const to = line.to === null ? "–" : this.wind(winds[line.to]);
    return `${this.wind(winds[line.from])} → ${to} ${line.amount} · ${line.reason}`;
  }

  history() {
    const { words } = this;
    const hands = [...this.state.hands].reverse();
    const last = hands[0];
    return el(
      "section",
      { class: "history" },
      el("h2", {}, words.hands),
      hands.length ? null : el("p", { class: "empty" }, words.no_hands),
      hands.map((hand) =>
        el(
          "div",
          { class: "past", "data-hand": String(hand.number) },
          el("span", { class: "past-number" }, String(hand.number)),
          el("span", { class: "past-words" }, this.describe(hand), el("small", {}, hand.deltas.map((d, c) => `${this.state.seats[c].name} ${signed(d)}`).join(" · "))),
          el("button", { type: "button", class: "choice small", on: { click: () => this.edit(hand) } }, words.edit),
          hand === last ? el("button", { type: "button", class: "choice small undo", on: { click: () => this.undo(hand) } }, fill(words.undo, { n: hand.number })) : null,
        ),
      ),
    );
  }
}

const data = JSON.parse(document.getElementById("hand-form-data").textContent);
const form = new HandForm(data, document.getElementById("hand-form"));

addEventListener("keydown", (event) => {
  if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  const seat = ["1", "2", "3", "4"].indexOf(event.key);
  if (event.key === "Enter" && event.target.id !== "save" && !event.target.matches("button, summary, a")) form.save();
  else if (event.key === "0" && !form.over) form.pickWinner("draw");
  else if (seat >= 0 && !form.over && seat < form.position.winds.length) {
    if (form.draft.winner === null) form.pickWinner(seat);
    else if (form.draft.how === null) form.pickHow(seat === form.draft.winner ? "self" : seat);
  }
});
