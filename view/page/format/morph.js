// Morph targets of models: docs/format.md, "Model".

import { part } from "./container.js";
import { records, shared } from "./record.js";

/**
 * Reads the targets of each mesh: `{ name, weight, shapes }`. A shape changes `vertices`. The offsets are in `positions` and,
 * unless these are empty, in `normals` and `tangents`, with three numbers per vertex. Empty for files without targets.
 * @param {Container} file of a model
 */
export function readTargets(file) {
  const numbers = (id) => file.numbers(id, Float32Array);
  const [vertices, positions, normals, tangents] = [file.numbers("MVTX", Uint32Array), numbers("MPOS"), numbers("MNRM"), numbers("MTAN")];
  const shapes = records(file, "MSHP", { weight: "f32", changes: "share", normals: "share", tangents: "share" }).map((shape) => ({
    weight: shape.weight,
    vertices: part(vertices, shape.changes, 1),
    positions: part(positions, shape.changes, 3),
    normals: part(normals, shape.normals, 3),
    tangents: part(tangents, shape.tangents, 3),
  }));
  const targets = records(file, "MTGT", { name: "text", weight: "f32", shapes: "share" })
    .map((target) => ({ ...target, shapes: shared(shapes, target.shapes) }));
  return records(file, "MRPH", { targets: "share" }).map((mesh) => shared(targets, mesh.targets));
}
