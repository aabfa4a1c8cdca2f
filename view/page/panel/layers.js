// Lays out the nodes of a graph in layers. Each node comes after all nodes that it depends on.

/** Returns for each node the indices of the nodes that it depends on (`from`), and of those that depend on it (`to`). */
export function neighbours(count, edges) {
  const from = Array.from({ length: count }, () => []);
  const to = Array.from({ length: count }, () => []);
  for (const [a, b] of edges) {
    from[b].push(a);
    to[a].push(b);
  }
  return { from, to };
}

/**
 * Returns at most `most` nodes that are at most `steps` before or after a node, including the node itself. Each path continues
 * in its direction.
 */
export function around(node, { from, to }, steps, most) {
  const found = new Set([node]);
  for (const links of [from, to]) {
    let edge = [node];
    for (let step = 0; step < steps && found.size < most; step += 1) {
      edge = edge.flatMap((it) => links[it]).filter((it) => !found.has(it) && found.size < most && found.add(it));
    }
  }
  return found;
}

/**
 * Returns the layer and the row of each of these nodes. A node's layer is after the layers of all nodes that it depends on.
 * Nodes in a cycle come last. Rows are ordered by the rows of neighbours in the previous layer, so that edges are short.
 * @param {Iterable<number>} chosen
 * @returns {{ layers: number[][], at: Map<number, { layer: number, row: number }> }}
 */
export function layOut(chosen, { from, to }) {
  const nodes = new Set(chosen);
  const at = new Map();
  const layers = [];
  const put = (layer) => layer.forEach((node, row) => at.set(node, { layer: layers.length - 1, row }));
  const missing = new Map([...nodes].map((node) => [node, from[node].filter((it) => nodes.has(it)).length]));
  let next = [...nodes].filter((node) => missing.get(node) === 0);
  while (next.length > 0) {
    layers.push(sorted(next, from, at));
    put(layers.at(-1));
    const behind = next.flatMap((node) => to[node]).filter((node) => nodes.has(node));
    behind.forEach((node) => missing.set(node, missing.get(node) - 1));
    next = [...new Set(behind)].filter((node) => missing.get(node) === 0);
  }
  const cycles = [...nodes].filter((node) => !at.has(node));
  if (cycles.length > 0) {
    layers.push(cycles);
    put(cycles);
  }
  return { layers, at };
}

function sorted(layer, from, at) {
  const middle = (node) => {
    const rows = from[node].flatMap((it) => at.get(it)?.row ?? []);
    return rows.length > 0 ? rows.reduce((sum, row) => sum + row, 0) / rows.length : Infinity;
  };
  const middles = new Map(layer.map((node) => [node, middle(node)]));
  // Infinite values are equal, and keep their order.
  return [...layer].sort((a, b) => (middles.get(a) === middles.get(b) ? a - b : middles.get(a) - middles.get(b)));
}
