// The filters of the overview. Each has a title, and a rule that is shown while the filter is on.

import { PLAYED } from "../panel/rows.js";

/** The factor over the median size of its type at which an asset is too large, and the minimum size in bytes. */
const [FACTOR, MINIMUM] = [10, 100_000];

/** The types that the overview shows. Assets without content have failed, and have no type. */
export const LISTED = ["", "Model", ...PLAYED];

/**
 * The filters. `needs` names what the server must be asked for. `isIn(asset, facts)` says whether an asset passes.
 * @type {Record<string, {title: string, rule: string, needs?: "moving" | "graph", isIn: (asset: object, facts: object) => boolean}>}
 */
export const FILTERS = {
  moves: {
    title: "Moves",
    rule: "clips that change a pose, and the models that they move",
    needs: "moving",
    isIn: ({ name }, { moving }) => moving.has(name),
  },
  failed: { title: "Failed", rule: "assets whose last build failed", isIn: ({ state }) => state === "failed" },
  unused: {
    title: "Unused",
    rule: "no other asset of the project refers to them; the game may still load them by name",
    needs: "graph",
    isIn: ({ name, asset }, { used }) => !used.has(asset ?? name),
  },
  large: {
    title: "Too large",
    rule: `more than ${FACTOR} times as large as half of the assets of their type, and larger than ${MINIMUM / 1000} kB`,
    isIn: ({ type, bytes }, { medians }) => bytes > MINIMUM && bytes > FACTOR * (medians.get(type) ?? Infinity),
  },
};

/** Returns the median size of the assets of each type. @returns {Map<string, number>} */
export function mediansOf(assets) {
  const sizes = new Map();
  for (const { type, bytes } of assets) {
    sizes.set(type, sizes.get(type) ?? []);
    sizes.get(type).push(bytes);
  }
  const median = (numbers) => numbers.sort((a, b) => a - b)[Math.floor((numbers.length - 1) / 2)];
  return new Map([...sizes].map(([type, all]) => [type, median(all)]));
}

/** Returns the names of the assets of the project that other assets depend on. @param graph from the server */
export function usedIn({ nodes, edges }) {
  const isAsset = (node) => nodes[node]?.kind === "asset";
  return new Set(edges.filter(([from, to]) => from !== to && isAsset(from) && isAsset(to)).map(([from]) => nodes[from].name));
}
