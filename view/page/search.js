// Compares texts with the words of a search.

/** How a text matches a search: not at all, somewhere inside its words, or at the beginning of words. */
export const [NOT, INSIDE, AT_BEGINNING] = [0, 1, 2];

/** Returns the words of a search, in lower case. */
export const wordsOf = (search) => search.toLowerCase().split(/\s+/).filter(Boolean);

/** Returns how well a text contains all words: as well as the word that it contains worst. @param {string[]} words */
export function matchOf(text, words) {
  const lower = text.toLowerCase();
  return Math.min(AT_BEGINNING, ...words.map((word) => matchOfWord(text, lower, word)));
}

/** Sorts what matches words at their beginnings before what contains them elsewhere. Otherwise, the order stays the same. */
export const bestFirst = (found) => found.sort((a, b) => b.match - a.match);

function matchOfWord(text, lower, word) {
  let best = NOT;
  for (let at = lower.indexOf(word); at >= 0 && best < AT_BEGINNING; at = lower.indexOf(word, at + 1)) {
    best = begins(text, at) ? AT_BEGINNING : INSIDE;
  }
  return best;
}

/** Whether a word begins at a place: after something else than a letter or digit, or at a capital letter after a small one. */
function begins(text, at) {
  const before = text[at - 1] ?? " ";
  return !/[\p{L}\p{N}]/u.test(before) || (/\p{Ll}/u.test(before) && /\p{Lu}/u.test(text[at] ?? ""));
}
