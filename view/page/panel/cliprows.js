// The rows of the list of clips: the results of a search, grouped by file or folder.

import { KINSHIPS, folderOf, groupOf } from "../kinship.js";
import { NOT, bestFirst, matchOf, wordsOf } from "../search.js";
import { nothingMatches } from "./rows.js";

/** The text of the row that shows the bind pose. */
export const BIND_POSE = "Bind pose";

/** The title of the group of clips that are in no folder. */
const NO_FOLDER = "Project folder";

/**
 * Prepares clips for searches: the closest relatives come first, then clips are sorted by group and name. The only clip of a file
 * is in the group of its folder.
 * @param {{name: string}[]} clips
 * @param {(name: string) => string} kinshipTo one of `KINSHIPS` for each clip
 */
export function entriesOf(clips, kinshipTo) {
  const counts = new Map();
  clips.forEach(({ name }) => counts.set(groupOf(name), (counts.get(groupOf(name)) ?? 0) + 1));
  const isAlone = (name) => name.lastIndexOf("@") > 0 && counts.get(groupOf(name)) === 1;
  const entries = clips.map((clip) => {
    const group = isAlone(clip.name) ? folderOf(clip.name).slice(0, -1) : groupOf(clip.name);
    const label = clip.name.slice(group.length).replace(/^[/@]/, "");
    return { clip, group, label, rank: KINSHIPS.indexOf(kinshipTo(clip.name)), key: clip.name };
  });
  const order = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
  return entries.sort((a, b) => a.rank - b.rank || order(a.group, b.group) || order(a.label, b.label));
}

/**
 * Returns the rows whose names contain all words of a search: the bind pose, and then the clips, below a title for each group. In
 * a group, clips that match at the beginnings of words come first. If there are no rows, returns a title that says so.
 * @param {ReturnType<typeof entriesOf>} entries
 * @returns {({title: string} | {clip: object | null, label: string})[]}
 */
export function clipRowsOf(entries, search) {
  const words = wordsOf(search);
  const groups = new Map();
  for (const { clip, group, label, rank, key } of entries) {
    const match = matchOf(key, words);
    if (match !== NOT) {
      const title = `${group || NO_FOLDER}${KINSHIPS[rank] === "own" ? " (own clips)" : ""}`;
      groups.set(`${rank} ${title}`, groups.get(`${rank} ${title}`) ?? { title, clips: [] });
      groups.get(`${rank} ${title}`).clips.push({ clip, label, match });
    }
  }
  const bind = matchOf(BIND_POSE, words) === NOT ? [] : [{ clip: null, label: BIND_POSE }];
  const rows = [...groups.values()].flatMap(({ title, clips }) => [{ title }, ...bestFirst(clips).map(({ clip, label }) => ({ clip, label }))]);
  return bind.length + rows.length > 0 ? [...bind, ...rows] : [{ title: nothingMatches(search) }];
}
