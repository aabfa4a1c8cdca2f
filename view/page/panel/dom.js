// Makes elements.

/** An element with these properties, and children: elements or texts. `on` has its listeners, `data` its data, `aria` its roles. */
export function make(tag, { on = {}, data = {}, aria = {}, ...properties } = {}, ...children) {
  const made = Object.assign(document.createElement(tag), properties);
  Object.entries(on).forEach(([event, listener]) => made.addEventListener(event, listener));
  Object.assign(made.dataset, data);
  Object.entries(aria).forEach(([name, value]) => made.setAttribute(`aria-${name}`, value));
  made.append(...children.filter((child) => child !== null && child !== undefined));
  return made;
}

/** A box to tick. @param {(checked: boolean) => void} onchange */
export function tick(text, checked, onchange) {
  const input = make("input", { type: "checkbox", checked, on: { change: (event) => onchange(event.target.checked) } });
  return make("label", { className: "tick" }, input, ` ${text}`);
}

/** A choice: `options` are texts, or pairs of a value and a text. @param {(value: string) => void} onchange */
export function choice(text, options, value, onchange) {
  const pairs = options.map((option) => (Array.isArray(option) ? option : [option, option]));
  const select = make("select", { on: { change: (event) => onchange(event.target.value) } }, ...pairs.map(([of, shown]) => new Option(shown, of)));
  select.value = value;
  return make("label", { className: "field" }, make("span", {}, text), select);
}

/** A slider with its value beside it, which `told` writes. @param {(value: number) => void} onchange */
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

/** A number as a slider shows it. */
export const rounded = (number) => short(+number.toFixed(3));

/** Renders the controls in an element anew. The control at the same place of the same section has the focus again. */
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

/** A part of a page with a heading. */
export function section(title, ...children) {
  return make("section", {}, make("h3", {}, title), ...children);
}

/** Terms with what they are; those without a value are left out. */
export function facts(pairs) {
  const known = pairs.filter(([, value]) => value !== undefined && value !== null && value !== "");
  return make("dl", {}, ...known.flatMap(([term, value]) => [make("dt", {}, term), make("dd", {}, value instanceof Node ? value : String(value))]));
}

/** A number as it is read: without digits that say nothing. */
export function short(number) {
  return Number.isInteger(number) ? String(number) : String(+number.toPrecision(5));
}

/** Millimetres with three digits, without a power of ten. */
export function millimetres(number) {
  return `${number >= 100 ? number.toFixed(0) : number.toPrecision(3)} mm`;
}

/** A colour of the style sheet, such as `accent`, as canvases read it. Registered there as a colour: otherwise it is the text `light-dark(…)`. */
export function pageColour(name) {
  return getComputedStyle(document.documentElement).getPropertyValue(`--${name}`);
}
