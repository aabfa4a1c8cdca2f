// The light and dark themes: the colours of the picture, which match those of the page.

const DARK = { top: [0.125, 0.137, 0.155], bottom: [0.065, 0.07, 0.08], line: [0.62, 0.66, 0.72], figure: [0.215, 0.235, 0.265], shadow: [0, 0, 0, 0.36] };
const LIGHT = { top: [0.96, 0.965, 0.97], bottom: [0.8, 0.815, 0.835], line: [0.3, 0.33, 0.38], figure: [0.68, 0.7, 0.73], shadow: [0.1, 0.12, 0.16, 0.22] };

const KEY = "rigmill-theme";
const prefersLight = matchMedia("(prefers-color-scheme: light)");

/** The current theme. It is the system's theme until the user chooses one, which is then remembered. */
export class Theme {
  /** Called when the theme has changed. */
  onchange = () => {};

  constructor() {
    prefersLight.addEventListener("change", () => this.#apply());
    this.#apply();
  }

  get isLight() {
    return this.choice === "system" ? prefersLight.matches : this.choice === "light";
  }

  /** The colours of the picture. */
  get colours() {
    return this.isLight ? LIGHT : DARK;
  }

  /** The user's choice: `system`, `light` or `dark`. */
  get choice() {
    return localStorage.getItem(KEY) ?? "system";
  }

  set choice(choice) {
    localStorage.setItem(KEY, choice);
    this.#apply();
  }

  #apply() {
    document.documentElement.dataset.theme = this.isLight ? "light" : "dark";
    this.onchange();
  }
}
