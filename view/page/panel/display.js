// The page in the side panel that controls how assets are drawn. Each view has its own controls on it.

import { choice, make, section } from "./dom.js";

/** The page, which `Side` shows. */
export class Display {
  /** @param {{controls?: HTMLElement}[]} views @param {Theme} theme */
  constructor(views, theme) {
    this.views = views;
    const themes = [["system", "as the system"], ["dark", "dark"], ["light", "light"]];
    const page = section("Page", choice("Theme", themes, theme.choice, (chosen) => { theme.choice = chosen; }));
    this.element = make("div", { id: "display" }, ...views.map(({ controls }) => controls).filter(Boolean), page);
  }

  /** Shows the controls of this view. */
  show(view) {
    this.views.forEach((it) => {
      if (it.controls) {
        it.controls.hidden = it !== view;
      }
    });
  }
}
