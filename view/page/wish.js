// What the page's address requests after the #.

/** Returns the value of `show`, `clip`, `time`, `crowd` or `camera`; null if the address does not contain it. */
export function wish(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

/** Returns the finite numbers of a value, such as those of `camera`; empty if the address does not contain it. */
export function wishedNumbers(name) {
  return (wish(name) ?? "").split(",").filter(Boolean).map(Number).filter(Number.isFinite);
}
