// A camera that orbits a point, controlled by mouse, touch and wheel.

import { add, cross, length, lookAt, multiply, normalize, perspective, scaled, subtract, transform } from "./matrix.js";

const ANGLE = 0.7;
const STEEPEST = 1.55;
/** What keys do: the pixels of a drag that orbits, or the factor of a zoom. */
const ORBITS = { ArrowLeft: [-30, 0], ArrowRight: [30, 0], ArrowUp: [0, -30], ArrowDown: [0, 30] };
const ZOOMS = { "+": 0.85, "=": 0.85, "-": 1 / 0.85 };

/** The maximum number of pixels that the pointer may move during a click. */
const CLICK = 4;

/** A camera that looks at `target` from a distance of `distance` metres. Angles are in radians. */
export class Camera {
  target = [0, 1, 0];
  distance = 5;
  yaw = 0.5;
  pitch = 0.22;

  /** The distance that the pointer has moved since the button was pressed, in pixels. */
  #dragged = 0;

  /** Whether the user has moved the camera since it was framed. */
  isMoved = false;

  /** Called when the camera has moved. */
  onmove = () => {};

  /** Called with the point of the element that was clicked (not dragged). */
  onclick = () => {};

  /** @param {HTMLElement} element whose pointer turns the camera */
  constructor(element) {
    this.element = element;
    this.pointers = new Map();
    element.addEventListener("pointerdown", (event) => {
      element.setPointerCapture(event.pointerId);
      this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
      this.#dragged = 0;
    });
    element.addEventListener("pointerup", (event) => this.#click(event));
    element.addEventListener("pointermove", (event) => this.#drag(event));
    for (const end of ["pointerup", "pointercancel"]) {
      element.addEventListener(end, (event) => this.pointers.delete(event.pointerId));
    }
    element.addEventListener("contextmenu", (event) => event.preventDefault());
    element.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    element.addEventListener("keydown", (event) => this.#key(event));
  }

  get eye() {
    const [sy, cy] = [Math.sin(this.yaw), Math.cos(this.yaw)];
    const [sp, cp] = [Math.sin(this.pitch), Math.cos(this.pitch)];
    return add(this.target, scaled([sy * cp, sp, cy * cp], this.distance));
  }

  /** Returns the matrix from world space to clip space: -1 to 1 after the division by w. */
  matrix(aspect) {
    const projection = perspective(ANGLE, aspect, this.distance / 100, this.distance * 200);
    return multiply(lookAt(this.eye, this.target), projection);
  }

  /** Projects a point to an area of this size in pixels. Returns `null` if the point is behind the eye. */
  project(point, width, height) {
    const [x, y, , w] = transform(point, this.matrix(width / height));
    return w <= 0 ? null : [(x / w + 1) * width / 2, (1 - y / w) * height / 2];
  }

  /** Returns the fraction of the picture's height that a sphere covers. */
  coverage(center, radius) {
    return radius / Math.max(1e-6, length(subtract(center, this.eye)) * Math.tan(ANGLE / 2));
  }

  /** Moves the camera so that a sphere just fits into the picture. */
  frame(center, radius) {
    this.isMoved = false;
    this.target = [...center];
    const { clientWidth, clientHeight } = this.element;
    const narrow = Math.min(1, clientWidth / Math.max(1, clientHeight));
    this.distance = Math.max(1e-4, (1.1 * radius) / Math.sin(ANGLE / 2) / narrow);
    this.onmove();
  }

  /** Sets the angles of view. */
  turn(yaw, pitch) {
    [this.yaw, this.pitch] = [yaw, Math.min(STEEPEST, Math.max(-STEEPEST, pitch))];
    this.onmove();
  }

  /**
   * Places the camera: degrees around y from +z, degrees above the horizon, distance, and target. Missing values stay
   * unchanged.
   */
  place([yaw, pitch, distance = this.distance, ...target]) {
    if (pitch !== undefined) {
      const radians = Math.PI / 180;
      this.target = target.length === 3 ? target : this.target;
      this.distance = distance;
      this.isMoved = true;
      this.turn(yaw * radians, pitch * radians);
    }
  }

  /** The position in the form of `place`. */
  get placed() {
    const degrees = [this.yaw, this.pitch].map((angle) => +((angle * 180) / Math.PI).toFixed(1));
    return [...degrees, +this.distance.toPrecision(4), ...this.target.map((number) => +number.toFixed(3))];
  }

  orbit(x, y) {
    this.isMoved = true;
    this.yaw -= x * 0.008;
    this.pitch = Math.min(STEEPEST, Math.max(-STEEPEST, this.pitch + y * 0.008));
    this.onmove();
  }

  /** Moves the target by pixels, so that points at its depth stay under the pointer. */
  pan(x, y) {
    this.isMoved = true;
    const back = normalize(subtract(this.eye, this.target));
    const right = normalize(cross([0, 1, 0], back));
    const up = cross(back, right);
    const pixel = (2 * this.distance * Math.tan(ANGLE / 2)) / Math.max(1, this.element.clientHeight);
    this.target = add(this.target, add(scaled(right, -x * pixel), scaled(up, y * pixel)));
    this.onmove();
  }

  zoom(factor) {
    this.isMoved = true;
    this.distance = Math.min(1e5, Math.max(1e-4, this.distance * factor));
    this.onmove();
  }

  #key(event) {
    const [orbit, zoom] = [ORBITS[event.key], ZOOMS[event.key]];
    if ((orbit || zoom) && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.preventDefault();
      event.stopPropagation();
      orbit ? this.orbit(...orbit) : this.zoom(zoom);
    }
  }

  #wheel(event) {
    event.preventDefault();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.zoom(Math.exp(event.deltaY * lines * 0.0012));
  }

  #click(event) {
    if (event.button === 0 && this.#dragged < CLICK && this.pointers.size === 1) {
      const { left, top } = this.element.getBoundingClientRect();
      this.onclick([event.clientX - left, event.clientY - top]);
    }
  }

  #drag(event) {
    const last = this.pointers.get(event.pointerId);
    if (!last) {
      return;
    }
    const [x, y] = [event.clientX - last[0], event.clientY - last[1]];
    this.#dragged += Math.abs(x) + Math.abs(y);
    if (this.pointers.size === 2) {
      this.#pinch(event, last);
      this.pan(x / 2, y / 2);
    } else if (event.buttons & 6 || event.shiftKey) {
      this.pan(x, y);
    } else {
      this.orbit(x, y);
    }
    this.pointers.set(event.pointerId, [event.clientX, event.clientY]);
  }

  /** Zooms according to the movement of two fingers. */
  #pinch(event, last) {
    const other = [...this.pointers].find(([id]) => id !== event.pointerId)[1];
    const apart = ([x, y]) => Math.hypot(x - other[0], y - other[1]);
    this.zoom(apart(last) / Math.max(1, apart([event.clientX, event.clientY])));
  }
}
