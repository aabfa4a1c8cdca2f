// Outlines of boxes and spheres.

import { transform } from "./matrix.js";

const SEGMENTS = 48;

/** Returns the lines of a box, given by its minimum and maximum corner in the space of `matrix`. */
export function box(corners, matrix, colour) {
  const corner = (bits) => transform([0, 1, 2].map((axis) => corners[axis + 3 * ((bits >> axis) & 1)]), matrix).slice(0, 3);
  return [0, 1, 2].flatMap((axis) => [0, 1, 2, 3].flatMap((other) => {
    const from = ((other & 1) << ((axis + 1) % 3)) | ((other >> 1) << ((axis + 2) % 3));
    return [...corner(from), ...colour, ...corner(from | (1 << axis)), ...colour];
  }));
}

/** Returns three circles of a sphere, given by its center and radius in the space of `matrix`. */
export function sphere([x, y, z, radius], matrix, colour) {
  return [0, 1, 2].flatMap((axis) => {
    const point = (step) => {
      const angle = (2 * Math.PI * step) / SEGMENTS;
      const at = [x, y, z];
      at[(axis + 1) % 3] += radius * Math.cos(angle);
      at[(axis + 2) % 3] += radius * Math.sin(angle);
      return transform(at, matrix).slice(0, 3);
    };
    return Array.from({ length: SEGMENTS }, (_, step) => [...point(step), ...colour, ...point(step + 1), ...colour]).flat();
  });
}
