// Keeps the part of the page's address after the # up to date, so that a link shows the same, and going back and forward works.

/** The pause in milliseconds between a change of the picture and that of the address. */
const PAUSE = 300;

/** Returns the part of an address after the #. Settings whose value is null or undefined are left out; true needs no value. */
export function hashOf(settings) {
  const known = Object.entries(settings).filter(([, value]) => value !== null && value !== undefined);
  // These characters need no escape after the #, and names are easier to read with them.
  const text = (value) => encodeURIComponent(value).replaceAll("%2F", "/").replaceAll("%2C", ",").replaceAll("%40", "@");
  return `#${known.map(([name, value]) => (value === true ? name : `${name}=${text(value)}`)).join("&")}`;
}

/** The page's address. */
export class Address {
  /** Called when the user goes back or forward, or changes the address. */
  onnavigate = () => {};
  #timer = 0;
  /** The last part of the address after the # that this class has written or reported. */
  #known = location.hash;

  /**
   * @param {() => object} describe returns the settings that show the same again
   * @param {() => boolean} isSettled whether the page shows what the address requests
   */
  constructor(describe, isSettled) {
    Object.assign(this, { describe, isSettled });
    addEventListener("hashchange", () => {
      clearTimeout(this.#timer);
      this.#timer = 0;
      this.#known = location.hash;
      this.onnavigate();
    });
  }

  /** Adds the present state to the history. */
  push() {
    this.#write("pushState");
  }

  /** Replaces the address with the present state. */
  replace() {
    this.#write("replaceState");
  }

  /** Like `replace`, but after a moment, because browsers limit the number of changes. */
  later() {
    this.#timer ||= setTimeout(() => {
      this.#timer = 0;
      if (this.isSettled()) {
        this.replace();
      }
    }, PAUSE);
  }

  #write(how) {
    clearTimeout(this.#timer);
    this.#timer = 0;
    // If the address has changed, an event about it is on its way.
    if (location.hash !== this.#known) {
      return;
    }
    const hash = hashOf(this.describe());
    if (hash !== location.hash) {
      history[how](null, "", hash);
      this.#known = location.hash;
    }
  }
}
