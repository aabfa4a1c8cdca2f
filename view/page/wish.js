// What the address asks for behind its #.

/** The value of `show`, `clip` or `time`; null if the address does not say. */
export function wish(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}
