// Talking to the server. A submission keeps its key until its answer is known, over reloads as well,
// so that sending it again never makes a second hand.

export function newKey() {
  // randomUUID exists on https only; a hall's plain address needs the other way.
  const bytes = new Uint8Array(16);
  crypto.getRandomValues(bytes);
  return Array.from(bytes, (b) => b.toString(16).padStart(2, "0")).join("");
}

function csrf() {
  const found = /(?:^|; )csrftoken=([^;]+)/.exec(document.cookie);
  return found ? decodeURIComponent(found[1]) : "";
}

// Returns {status, body}; status 0 when the server was not reached or did not answer sensibly.
export async function call(url, content, timeout = 10000) {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(), timeout);
  try {
    const response = await fetch(url, {
      method: content === undefined ? "GET" : "POST",
      headers: { "Content-Type": "application/json", "X-CSRFToken": csrf() },
      body: content === undefined ? undefined : JSON.stringify(content),
      credentials: "same-origin",
      signal: stop.signal,
    });
    const type = response.headers.get("Content-Type") || "";
    if (!type.includes("json")) return { status: response.status >= 500 ? 0 : response.status, body: {} };
    const body = await response.json();
    return { status: response.status >= 500 ? 0 : response.status, body };
  } catch {
    return { status: 0, body: {} };
  } finally {
    clearTimeout(timer);
  }
}

export class Outbox {
  // One table's submissions that have no answer yet, first in first out.
  constructor(name, onChange) {
    this.name = `mjclub.outbox.${name}`;
    this.onChange = onChange;
    this.sending = false;
    this.memory = [];
    addEventListener("online", () => this.flush());
    setInterval(() => this.flush(), 5000);
  }

  get items() {
    try {
      return JSON.parse(localStorage.getItem(this.name) || "[]");
    } catch {
      return this.memory;
    }
  }

  set items(items) {
    this.memory = items;
    try {
      localStorage.setItem(this.name, JSON.stringify(items));
    } catch {
      // No storage: kept while the page is open; the page says so.
    }
  }

  add(url, content) {
    const item = { url, content: { client_key: newKey(), ...content } };
    this.items = [...this.items, item];
    this.flush();
  }

  drop(key) {
    this.items = this.items.filter((item) => item.content.client_key !== key);
    this.onChange(null);
  }

  retry(key) {
    this.items = this.items.map((item) =>
      item.content.client_key === key ? { url: item.url, content: item.content } : item,
    );
    this.flush();
  }

  get refused() {
    return this.items.find((item) => item.refusal);
  }

  async flush() {
    if (this.sending) return;
    this.sending = true;
    try {
      while (this.items.length && !this.items[0].refusal) {
        const item = this.items[0];
        this.onChange(null);
        const { status, body } = await call(item.url, item.content);
        if (status === 0) break;
        if (status < 400) this.items = this.items.slice(1);
        else this.items = [{ ...item, refusal: body.message ? body : { message: String(status), problems: [] } }, ...this.items.slice(1)];
        this.onChange(status < 400 ? body : null);
      }
    } finally {
      this.sending = false;
      this.onChange(null);
    }
  }
}
