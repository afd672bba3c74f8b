// What has to outlive a reload: submissions whose answer is not known yet, of one table.

export class Store {
  constructor(name) {
    this.name = `mjclub.outbox.${name}`;
    this.memory = [];
    this.lasting = true; // false where the browser keeps nothing: then only the open page does
  }

  read() {
    if (!this.lasting) return this.memory;
    try {
      const items = JSON.parse(localStorage.getItem(this.name) || "[]");
      return Array.isArray(items) ? items : [];
    } catch {
      return this.memory;
    }
  }

  write(items) {
    this.memory = items;
    try {
      localStorage.setItem(this.name, JSON.stringify(items));
    } catch {
      this.lasting = false;
    }
  }
}
