// Levels of detail of models: docs/format.md, "Model".

import { named, part } from "./container.js";
import { records, shared } from "./record.js";

const MEASURES = ["unknown", "distance", "coverage"];

/**
 * Reads groups of levels, from the finest to the coarsest: `{ name, measure, levels: [{ threshold, meshes }] }`. Empty for
 * files without levels.
 * @param {Container} file of a model
 */
export function readLevels(file) {
  const meshes = file.numbers("LODM", Uint32Array);
  const levels = records(file, "LODL", { threshold: "f32", meshes: "share" })
    .map(({ threshold, meshes: own }) => ({ threshold, meshes: [...part(meshes, own, 1)] }));
  return records(file, "LODG", { name: "text", measure: "u32", levels: "share" })
    .map(({ name, measure, levels: own }) => ({ name, measure: named(MEASURES, measure, "measure"), levels: shared(levels, own) }));
}
