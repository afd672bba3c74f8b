// The hand being entered, kept on this phone over a reload. A running hand may take a quarter of an
// hour, and a phone forgets pages that are not looked at.

const FORM = 1; // of what is kept; another one is not read

export class Keep {
  constructor(name) {
    this.name = `mjclub.draft.${name}`;
  }

  // What was being entered as hand `number` at `position`; null where there is nothing.
  read(number, position) {
    try {
      const kept = JSON.parse(localStorage.getItem(this.name) || "null");
      const same = kept?.form === FORM && kept.number === number && JSON.stringify(kept.position) === JSON.stringify(position);
      return same ? kept : null;
    } catch {
      return null;
    }
  }

  write(number, position, facts) {
    try {
      localStorage.setItem(this.name, JSON.stringify({ form: FORM, number, position, ...facts }));
    } catch {
      // A browser that keeps nothing: then only the open page does.
    }
  }

  forget() {
    try {
      localStorage.removeItem(this.name);
    } catch {
      // Nothing was kept.
    }
  }
}
