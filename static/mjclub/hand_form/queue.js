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
    this.store = new Store(name);
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

  add(url, content) {
    this.store.write([...this.items, { url, content: { client_key: newKey(), ...content } }]);
    this.onChange();
    return this.flush();
  }

  drop(key) {
    this.store.write(this.items.filter((item) => item.content.client_key !== key));
    this.onChange();
  }

  async flush() {
    if (this.sending) return;
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

  async send(item) {
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
