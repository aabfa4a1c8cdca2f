// Measures how many poses per second a crowd shows.

/** The interval at which the rate is measured, in milliseconds. */
const COUNTED = 500;

/** Counts poses while a clip plays. */
export class Rate {
  #since = 0;
  #count = 0;
  #plays = false;

  /** Counts a pose. Returns the number of poses per second if it was measured, otherwise null. @param {boolean} plays whether the clip plays */
  count(plays) {
    const now = performance.now();
    // Time while the clip is paused is not counted.
    const counts = this.#plays && plays;
    this.#plays = plays;
    this.#count = counts ? this.#count + 1 : 0;
    this.#since = counts ? this.#since : now;
    const passed = now - this.#since;
    if (passed <= COUNTED) {
      return null;
    }
    const rate = (1000 * this.#count) / passed;
    [this.#since, this.#count] = [now, 0];
    return rate;
  }
}
