// Small helpers to build pages without inline markup.

export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") for (const [event, handler] of Object.entries(value)) node.addEventListener(event, handler);
    else if (name === "class") node.className = value;
    else if (name in node && name !== "list") node[name] = value;
    else if (value !== null && value !== undefined && value !== false) node.setAttribute(name, value === true ? "" : value);
  }
  node.append(...children.flat().filter((c) => c !== null && c !== undefined && c !== false));
  return node;
}

export function fill(template, values) {
  return template.replace(/%\((\w+)\)s/g, (_all, name) => values[name] ?? "");
}

export function signed(n) {
  if (n === 0) return "0";
  return n > 0 ? `+${n}` : `−${-n}`;
}

// A row of buttons of which one is chosen.
export function choices(label, options, chosen, onPick, extra = "") {
  return el(
    "div",
    { class: `choices ${extra}`, role: "group", "aria-label": label },
    options.map((o) =>
      el(
        "button",
        {
          type: "button",
          class: "choice",
          "aria-pressed": String(o.value === chosen),
          "data-value": String(o.value),
          on: { click: () => onPick(o.value) },
        },
        o.label,
      ),
    ),
  );
}
