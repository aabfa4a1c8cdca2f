// Determines how clips are related to a model or skeleton, and which of them plays first.

/** How a clip is related to what is shown, from the closest relation to the most distant one. */
export const KINSHIPS = ["own", "named", "near", "other"];

/**
 * The minimum number of bones that a clip moves if it was made for something else. One or two bones may have the same name by
 * chance.
 */
const ENOUGH = 3;

/** The fraction of a clip's bones that the shown asset must have. Otherwise the clip was made for something else. */
const SHARE = 0.5;

const extension = /\.(model|skeleton)$/;
/** Returns the folder of a name, with a trailing `/`. */
export const folderOf = (name) => name.slice(0, name.lastIndexOf("/") + 1);
const titleOf = (name) => name.slice(name.lastIndexOf("/") + 1);
const wordsOf = (name) => name.toLowerCase().split(/[^\p{L}\p{N}]+/u).filter(Boolean);

/** Returns the group of a clip in lists: the name of the file that contains several clips, or else the folder of the clip. */
export function groupOf(clip) {
  const cut = clip.lastIndexOf("@");
  return cut > 0 ? clip.slice(0, cut) : folderOf(clip).slice(0, -1);
}

/**
 * Returns how a clip is related to what is shown: `own` if both have the same source, `named` if a folder or the name of the clip
 * is that of the model, `near` if both are in the same folder, or `other`.
 * @param {(name: string) => string} sourceOf the project's asset that content belongs to
 */
export function kinshipOf(clip, shown, sourceOf) {
  const stem = shown.replace(extension, "");
  if (clip.startsWith(`${stem}@`) || sourceOf(clip) === sourceOf(shown)) {
    return "own";
  }
  const model = wordsOf(titleOf(stem)).join(" ");
  const contains = (text, words) => words.length >= 3 && ` ${text} `.includes(` ${words} `);
  const parts = clip.split(/[/@]/).map((part) => wordsOf(part).join(" "));
  const isNamed = parts.some((part) => contains(part, model)) || parts.slice(0, -1).some((part) => contains(model, part));
  if (isNamed) {
    return "named";
  }
  return folderOf(clip) === folderOf(shown) ? "near" : "other";
}

/**
 * Returns the clip that shows most about a character at first sight: its own clips come first, then those with its name, and then
 * those that fit its bones best. Clips that hold one pose, such as a T-pose, come last. Returns undefined if no clip was made for
 * such a character.
 * @param {{name: string, moves: number, tracks: number, stirs: boolean}[]} clips
 */
export function favourite(clips, shown, sourceOf = (name) => name) {
  const kin = new Map(clips.map((clip) => [clip, kinshipOf(clip.name, shown, sourceOf)]));
  const own = clips.filter((clip) => kin.get(clip) === "own");
  const named = clips.filter((clip) => kin.get(clip) === "named" && fitOf(clip) >= SHARE);
  const moving = [own, named].map((some) => some.filter(({ stirs }) => stirs));
  const best = bestOf(clips, (clip) => kin.get(clip) === "near");
  const some = [...moving, best, own, named].find((group) => group.length > 0) ?? [];
  const like = (pattern) => some.find(({ name }) => pattern.test(name));
  return like(/run(?![a-z])/i) ?? like(/walk/i) ?? like(/idle/i) ?? some[0];
}

/** Returns the fraction of a clip's bones that the shown asset has. Clips that only animate morph targets fit. */
const fitOf = ({ moves, tracks }) => (tracks > 0 ? moves / tracks : 1);

/** Returns the clips in the group whose clips fit best. */
function bestOf(clips, isNear) {
  const fitting = clips.filter((clip) => clip.moves >= ENOUGH && clip.stirs && fitOf(clip) >= SHARE);
  const rank = (clip) => [fitOf(clip), isNear(clip) ? 1 : 0, clip.moves];
  const best = fitting.reduce((found, clip) => (found && compare(rank(found), rank(clip)) >= 0 ? found : clip), null);
  return best ? fitting.filter(({ name }) => groupOf(name) === groupOf(best.name)) : [];
}

/** Compares lists of numbers by the first number that differs. */
function compare(a, b) {
  const at = a.findIndex((number, index) => number !== b[index]);
  return at < 0 ? 0 : a[at] - b[at];
}
