// Submissions on their way, first in first out. Each keeps its key until its answer is known, over
// reloads as well, so that sending it again never makes a second hand.
import { call } from "./net.js";
import { Store } from "./store.js";

export function newKey() {
  // randomUUID exists on https only; a hall's plain address needs the other way.
  if (crypto.randomUUID) return crypto.randomUUID();
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

const AGAIN = 5000; // milliseconds between two tries

export class Outbox {
  // `onAnswer` is called with what the server said; `onChange` whenever the list has changed.
  constructor(name, { onAnswer, onChange }) {
    this.store = new Store(`outbox.${name}`);
    Object.assign(this, { onAnswer, onChange });
    this.sending = false;
    this.failed = false; // the last try did not reach the server
    addEventListener("online", () => this.flush());
    addEventListener("storage", () => this.onChange());
    setInterval(() => this.flush(), AGAIN);
  }

  get items() {
    return this.store.read();
  }

  get refused() {
    return this.items.find((item) => item.refusal);
  }

  get waiting() {
    return this.items.filter((item) => !item.refusal).length;
  }

  // `shown` is what the page says of it meanwhile; it is not sent. An entry that takes the place of
  // a refused one goes first: those behind it were made after it.
  add(url, content, shown = {}, { first = false } = {}) {
    const item = { ...shown, url, content: { client_key: newKey(), ...content } };
    this.store.write(first ? [item, ...this.items] : [...this.items, item]);
    this.onChange();
    return this.flush();
  }

  drop(key) {
    this.store.write(this.items.filter((item) => item.content.client_key !== key));
    this.onChange();
  }

  replace(item) {
    const key = item.content.client_key;
    this.store.write(this.items.map((i) => (i.content.client_key === key ? item : i)));
  }

  // Give the entries that `which` names numbers from `from` on; none of them has been sent.
  renumber(from, which) {
    let number = from;
    this.store.write(this.items.map((item) => (which(item) ? { ...item, content: { ...item.content, number: number++ } } : item)));
  }

  async flush() {
    if (this.sending) return;
    if (navigator.onLine === false) {
      this.failed = this.waiting > 0;
      this.onChange();
      return;
    }
    this.sending = true;
    try {
      while (this.items.length && !this.items[0].refusal) await this.send(this.items[0]);
    } catch (error) {
      if (error !== UNREACHED) throw error;
    } finally {
      this.sending = false;
      this.onChange();
    }
  }

  // What was tried may have reached the server: then only the server's answer tells what it is.
  async send(item) {
    if (!item.tried) this.replace({ ...item, tried: true });
    const { status, body } = await call(item.url, item.content);
    this.failed = status === 0;
    if (this.failed) throw UNREACHED;
    const key = item.content.client_key;
    const others = this.items.filter((i) => i.content.client_key !== key);
    if (status < 400) {
      this.store.write(others);
      this.onAnswer(body);
    } else {
      const refusal = { status, message: body.message ?? "", problems: body.problems ?? [], current: body.current ?? null };
      this.store.write([{ ...item, refusal }, ...others]);
    }
  }
}

const UNREACHED = new Error("the server was not reached");
