// Determines which axis of the shown asset points up: the one that the address or the user chose, or else a guess.

import { IDENTITY } from "../draw/matrix.js";
import { UPS, turnOf } from "../draw/up.js";
import { wish } from "../wish.js";
import { guessedUp } from "./subject.js";

/** Returns the up axis in the address; null if there is none. */
function wished() {
  return UPS.includes(wish("up")) ? wish("up") : null;
}

/** The up axis of the shown asset. */
export class Upright {
  /** The chosen axis; empty to guess it. */
  chosen = wished() ?? "";
  /** The rotation of what is shown, so that y is up. */
  turned = IDENTITY;

  constructor(live, looks) {
    Object.assign(this, { live, looks });
  }

  /** Sets the axis that the user chose in an earlier run. */
  recall(up) {
    this.chosen = wished() ?? up ?? "";
  }

  /** Sets the axis, or an empty text to guess it. The server remembers it for the project. */
  choose(up) {
    this.chosen = up;
    this.live.ask({ ask: "remember", up }).catch(() => {});
  }

  /** Takes the axis from a changed address. Returns whether it is a different axis. */
  follow() {
    const before = this.chosen;
    this.chosen = wished() ?? before;
    return this.chosen !== before;
  }

  /** Determines the rotation for what is shown. */
  erect(loaded) {
    const guessed = guessedUp(loaded);
    this.turned = turnOf(this.chosen || guessed);
    document.documentElement.dataset.up = this.chosen || guessed;
    this.looks.showUp(this.chosen, guessed);
  }
}
