// The rows of the list of clips: the results of a search, grouped by file or folder.

import { KINSHIPS, groupOf } from "../kinship.js";

/** The text of the row that shows the bind pose. */
export const BIND_POSE = "Bind pose";

/** The title of the group of clips that are in no folder. */
const NO_FOLDER = "Project folder";

/**
 * Prepares clips for searches: the closest relatives come first, then clips are sorted by group and name.
 * @param {{name: string}[]} clips
 * @param {(name: string) => string} kinshipTo one of `KINSHIPS` for each clip
 */
export function entriesOf(clips, kinshipTo) {
  const entries = clips.map((clip) => {
    const group = groupOf(clip.name);
    const label = clip.name.slice(group.length).replace(/^[/@]/, "");
    return { clip, group, label, rank: KINSHIPS.indexOf(kinshipTo(clip.name)), key: clip.name.toLowerCase() };
  });
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return entries.sort((a, b) => a.rank - b.rank || order(a.group, b.group) || order(a.label, b.label));
}

/**
 * Returns the rows whose names contain all words of a search: the bind pose, and then the clips, below a title for each group.
 * @param {ReturnType<typeof entriesOf>} entries
 * @returns {({title: string} | {clip: object | null, label: string})[]}
 */
export function clipRowsOf(entries, search) {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const fits = (key) => words.every((word) => key.includes(word));
  const rows = fits(BIND_POSE.toLowerCase()) ? [{ clip: null, label: BIND_POSE }] : [];
  let before;
  for (const { clip, group, label, rank, key } of entries) {
    if (fits(key)) {
      const title = `${group || NO_FOLDER}${KINSHIPS[rank] === "own" ? " (own clips)" : ""}`;
      if (title !== before) {
        rows.push({ title });
        before = title;
      }
      rows.push({ clip, label });
    }
  }
  return rows;
}
