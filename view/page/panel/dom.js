// Creates elements.

/**
 * Creates an element with these properties and children (elements or texts). `on` contains its listeners, `data` its data
 * attributes, and `aria` its ARIA attributes.
 */
export function make(tag, { on = {}, data = {}, aria = {}, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  Object.entries(on).forEach(([event, listener]) => made.addEventListener(event, listener));
  Object.assign(made.dataset, data);
  Object.entries(aria).forEach(([name, value]) => made.setAttribute(`aria-${name}`, value));
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** Creates a checkbox. @param {(checked: boolean) => void} onchange */
export function tick(text, checked, onchange) {
  const input = make("input", { type: "checkbox", checked, on: { change: (event) => onchange(event.target.checked) } });
  return make("label", { className: "tick" }, input, ` ${text}`);
}

/** Creates a drop-down list. `options` are texts, or pairs of a value and a text. @param {(value: string) => void} onchange */
export function choice(text, options, value, onchange) {
  const pairs = options.map((option) => (Array.isArray(option) ? option : [option, option]));
  const select = make("select", { on: { change: (event) => onchange(event.target.value) } }, ...pairs.map(([of, shown]) => new Option(shown, of)));
  select.value = value;
  return make("label", { className: "field" }, make("span", {}, text), select);
}

/** Creates a slider with its value next to it, formatted by `told`. @param {(value: number) => void} onchange */
export function slider(text, { min, max, step, value, told = rounded }, onchange) {
  const output = make("output", { className: "dim", aria: { live: "off" } }, String(told(value)));
  const input = make("input", { type: "range", on: { input: () => {
    output.textContent = told(Number(input.value));
    onchange(Number(input.value));
  } } });
  Object.assign(input, { min, max, step });
  input.value = value;
  return make("label", { className: "field" }, make("span", {}, text), input, output);
}

/** Formats a number for a slider. */
export const rounded = (number) => short(+number.toFixed(3));

/** Renders the controls in an element again. The control at the same position in the same section gets the focus again. */
export function renderWithFocus(element, render) {
  const controls = (section) => [...element.querySelectorAll("input, select, button")].filter((it) => it.closest("section") === section);
  const titleOf = (section) => section?.querySelector("h3").textContent;
  const focused = element.contains(document.activeElement) ? document.activeElement : null;
  const section = focused?.closest("section");
  const [title, place] = [titleOf(section), controls(section).indexOf(focused)];
  render();
  if (focused) {
    const again = [null, ...element.querySelectorAll("section")].find((it) => titleOf(it) === title);
    (controls(again)[place] ?? controls(null)[0])?.focus();
  }
}

/** Creates a part of a page with a heading. */
export function section(title, ...children) {
  return make("section", {}, make("h3", {}, title), ...children);
}

/** Creates a list of terms with descriptions. Terms without a value are left out. */
export function facts(pairs) {
  const known = pairs.filter(([, value]) => value !== undefined && value !== null && value !== "");
  return make("dl", {}, ...known.flatMap(([term, value]) => [make("dt", {}, term), make("dd", {}, value instanceof Node ? value : String(value))]));
}

/** Formats a number of things, such as `1 mesh` or `1,200 triangles`. */
export function counted(count, one, many = `${one}s`) {
  return `${count.toLocaleString("en")} ${count === 1 ? one : many}`;
}

/** Formats a number without insignificant digits. */
export function short(number) {
  return Number.isInteger(number) ? String(number) : String(+number.toPrecision(5));
}

/** Formats millimetres with three digits, without an exponent. */
export function millimetres(number) {
  return `${number >= 100 ? number.toFixed(0) : number.toPrecision(3)} mm`;
}

/**
 * Returns a colour of the style sheet, such as `accent`, in a form that canvases can use. The property must be registered as a
 * colour; otherwise its value is the text `light-dark(…)`.
 */
export function pageColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
}
