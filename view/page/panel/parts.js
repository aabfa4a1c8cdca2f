// Elements of the panels.

/** An element with properties and children. */
export function make(tag, properties = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  made.append(...children);
  return made;
}

/** A list to choose from. @param {[string, string][]} options value and text of each */
export function choice(label, options, onchange) {
  const made = make("select", { ariaLabel: label }, ...options.map(([value, text]) => new Option(text, value)));
  made.addEventListener("change", () => onchange(made.value));
  return made;
}

/** A slider. */
export function slider(label, { min, max, step, value }, oninput) {
  const made = make("input", { type: "range", ariaLabel: label, min, max, step, title: String(value) });
  made.value = value;
  made.addEventListener("input", () => {
    made.title = made.value;
    oninput(Number(made.value));
  });
  return made;
}

/** A box to tick. */
export function tick(label, checked, onchange) {
  const made = make("input", { type: "checkbox", ariaLabel: label, checked });
  made.addEventListener("change", () => onchange(made.checked));
  return made;
}

/** A button. */
export function button(text, onclick, title = "") {
  const made = make("button", { textContent: text, title });
  made.addEventListener("click", onclick);
  return made;
}

/** Rows of a text and an element each. */
export function rows(...pairs) {
  return make("div", { className: "rows" }, ...pairs.flatMap(([text, element]) => [make("label", { textContent: text }), element]));
}

/** The last part of an asset's name. */
export const short = (name) => name.slice(name.lastIndexOf("/") + 1);
