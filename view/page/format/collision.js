// Collision meshes: docs/format.md, "CollisionMesh".

import { Container, floats } from "./container.js";
import { records } from "./record.js";

const NODE = { min: "vector3", link: "u32", max: "vector3", count: "u32" };

/** Reads a collision mesh. The arrays of vertices and triangles are views of the buffer. A node with a `count` is a leaf. */
export function readCollisionMesh(buffer) {
  const file = new Container(buffer, 6, [1]);
  return {
    sphere: floats(file.records("COLL"), 0, 4),
    vertices: file.numbers("VERT", Float32Array),
    triangles: file.numbers("TRIS", Uint32Array),
    nodes: records(file, "NODE", NODE),
  };
}
