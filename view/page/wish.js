// What the address asks for behind its #.

/** The value of `show`, `clip`, `time`, `crowd` or `camera`; null if the address does not say. */
export function wish(name) {
  return new URLSearchParams(location.hash.slice(1)).get(name);
}

/** The finite numbers of a value, such as those of `camera`; none if the address does not say. */
export function wishedNumbers(name) {
  return (wish(name) ?? "").split(",").filter(Boolean).map(Number).filter(Number.isFinite);
}
