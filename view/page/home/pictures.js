// Loads the pictures of visible cards, a few at a time.

/** The maximum number of requests in parallel. */
const AT_ONCE = 4;

/** How far outside of the visible area pictures are loaded, in pixels. */
const NEAR = "300px";

/** Loads pictures while their cards are in or near the visible area. */
export class Pictures {
  /** The cards whose pictures are to be loaded. */
  #waiting = new Set();
  #loading = 0;
  /** The address of each card's picture. */
  #addresses = new Map();

  /** @param {HTMLElement} area that scrolls */
  constructor(area) {
    this.observer = new IntersectionObserver((entries) => this.#see(entries), { root: area, rootMargin: NEAR });
  }

  /** Loads a picture into an image element when its card is near. */
  want(card, image, address) {
    this.#addresses.set(card, { image, address });
    this.observer.observe(card);
  }

  /** Forgets all cards. */
  clear() {
    this.observer.disconnect();
    this.#waiting.clear();
    this.#addresses.clear();
  }

  #see(entries) {
    for (const { target, isIntersecting } of entries) {
      this.#waiting[isIntersecting ? "add" : "delete"](target);
    }
    this.#next();
  }

  #next() {
    while (this.#loading < AT_ONCE && this.#waiting.size > 0) {
      const [card] = this.#waiting;
      this.#waiting.delete(card);
      this.observer.unobserve(card);
      const { image, address } = this.#addresses.get(card) ?? {};
      if (image) {
        this.#load(image, address);
      }
    }
  }

  #load(image, address) {
    this.#loading += 1;
    const done = () => {
      this.#loading -= 1;
      this.#next();
    };
    image.onload = () => {
      // An asset without a picture has an empty one.
      image.hidden = image.naturalWidth === 0;
      done();
    };
    image.onerror = done;
    image.src = address;
  }
}
