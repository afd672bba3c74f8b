// What has to outlive a reload, of one table: submissions whose answer is not known yet, the table as
// the server last told it, what plain hands come to.

export class Store {
  constructor(name, empty = []) {
    this.name = `mjclub.${name}`;
    this.empty = empty;
    this.memory = empty;
    this.lasting = true; // false where the browser keeps nothing: then only the open page does
  }

  read() {
    if (!this.lasting) return this.memory;
    try {
      const kept = JSON.parse(localStorage.getItem(this.name) ?? "null");
      return kept === null || Array.isArray(kept) !== Array.isArray(this.empty) ? this.empty : kept;
    } catch {
      return this.memory;
    }
  }

  write(content) {
    this.memory = content;
    try {
      localStorage.setItem(this.name, JSON.stringify(content));
    } catch {
      this.lasting = false;
    }
  }
}
