// Small helpers to build pages without inline markup, and to bring a page up to date in place.

// Handlers live in a property so that an element kept by `patch` answers with the newest ones.
function listen(node, handlers) {
  node.handlers = handlers;
  node.listening ??= new Set();
  for (const name of Object.keys(handlers)) {
    if (node.listening.has(name)) continue;
    node.listening.add(name);
    node.addEventListener(name, (event) => node.handlers[name]?.(event));
  }
}

const PROPERTIES = ["disabled", "checked", "open", "hidden", "value"];

function setAttribute(node, name, value) {
  if (value === null || value === undefined || value === false) node.removeAttribute(name);
  else node.setAttribute(name, value === true ? "" : value);
}

function setProperties(node, props) {
  for (const name of PROPERTIES) {
    if (name in props && node[name] !== props[name]) node[name] = props[name];
  }
}

// `on` holds handlers, `key` tells siblings apart, everything else is a property or an attribute.
export function el(tag, props = {}, ...children) {
  const node = document.createElement(tag);
  node.props = props;
  for (const [name, value] of Object.entries(props)) {
    if (name === "on") listen(node, value);
    else if (name !== "key" && !(PROPERTIES.includes(name) && name in node)) setAttribute(node, name, value);
  }
  node.append(...children.flat(3).filter((c) => c !== null && c !== undefined && c !== false));
  setProperties(node, props);
  return node;
}

function nameOf(node) {
  if (node.nodeType !== Node.ELEMENT_NODE) return "text";
  return `${node.tagName} ${node.id} ${node.props?.key ?? ""}`;
}

// Make `old` what `made` is, keeping elements that are the same thing: a button under a finger, a
// box that is being typed in and a scrolled list stay what and where they are. What a person types
// must stand in the state before the page is drawn from it.
export function patch(old, made) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== made.data) old.data = made.data;
    return;
  }
  listen(old, made.handlers ?? {});
  const drawn = (attribute) => !(PROPERTIES.includes(attribute.name) && attribute.name in old);
  for (const { name } of [...old.attributes].filter(drawn)) if (!made.hasAttribute(name)) old.removeAttribute(name);
  for (const { name, value } of [...made.attributes].filter(drawn)) {
    if (old.getAttribute(name) !== value) old.setAttribute(name, value);
  }
  patchChildren(old, [...made.childNodes]);
  old.props = made.props ?? {};
  setProperties(old, old.props);
}

export function patchChildren(parent, wanted) {
  const free = [...parent.childNodes];
  const result = wanted.map((made) => {
    const found = free.findIndex((node) => nameOf(node) === nameOf(made));
    if (found < 0) return made;
    const [kept] = free.splice(found, 1);
    patch(kept, made);
    return kept;
  });
  for (const node of free) node.remove();
  let place = parent.firstChild;
  for (const node of result) {
    if (node === place) place = place.nextSibling;
    else parent.insertBefore(node, place);
  }
}

export function fill(template, values) {
  return template.replace(/%\((\w+)\)s/g, (_all, name) => values[name] ?? "");
}

export function signed(n) {
  if (n === 0) return "0";
  return n > 0 ? `+${n}` : `−${-n}`;
}

export function button(label, onClick, props = {}) {
  return el("button", { type: "button", ...props, on: { click: onClick } }, label);
}

// A row of buttons of which one is chosen.
export function choices(label, options, chosen, onPick, extra = "") {
  return el(
    "div",
    { class: `choices ${extra}`, role: "group", "aria-label": label, key: extra },
    options.map((o) =>
      button(o.label, () => onPick(o.value), {
        class: "choice",
        disabled: Boolean(o.disabled),
        "aria-pressed": String(o.value === chosen),
        "data-value": String(o.value),
        key: String(o.value),
      }),
    ),
  );
}

export function select(label, options, value, onPick) {
  return el(
    "select",
    { "aria-label": label, value: String(value ?? ""), on: { change: (e) => onPick(e.target.value) } },
    options.map((o) => el("option", { value: String(o.value) }, o.label)),
  );
}

// A box whose text goes into the state with every stroke.
export function box(props, value, onText) {
  return el("input", {
    type: "text", autocomplete: "off", autocapitalize: "none", spellcheck: "false", ...props,
    value: String(value ?? ""), on: { input: (e) => onText(e.target.value) },
  });
}
