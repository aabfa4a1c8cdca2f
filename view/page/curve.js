// Evaluates curves, and converts rotations to angles.

/**
 * Returns the value of a curve at a time: linear between keys, or cubic if they have tangents. Beyond its ends, the curve is
 * constant.
 */
export function valueAt({ times, values, tangents }, time) {
  const last = times.length - 1;
  if (last < 0) {
    return NaN;
  }
  if (time <= times[0]) {
    return values[0];
  }
  if (time >= times[last]) {
    return values[last];
  }
  const next = upper(times, time);
  const [a, b, width] = [values[next - 1], values[next], times[next] - times[next - 1]];
  const t = (time - times[next - 1]) / width;
  if (tangents.length === 0) {
    return a + (b - a) * t;
  }
  const [leave, arrive] = [tangents[next - 1][1], tangents[next][0]];
  if (leave === null || arrive === null) {
    return a;
  }
  const [t2, t3] = [t * t, t * t * t];
  return (2 * t3 - 3 * t2 + 1) * a + (t3 - 2 * t2 + t) * width * leave + (3 * t2 - 2 * t3) * b + (t3 - t2) * width * arrive;
}

/** Returns the index of the first time after this one. */
function upper(times, time) {
  let [low, high] = [0, times.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    [low, high] = times[middle] <= time ? [middle + 1, high] : [low, middle];
  }
  return low;
}

/**
 * Converts a rotation to angles about x, y and z in degrees, applied in the order x, y, z. At 90° about y, the result is
 * ambiguous, and z is set to 0.
 * @param {number[]} rotation x, y, z, w, not 0
 */
export function eulerOf(rotation) {
  const size = Math.hypot(...rotation);
  const [x, y, z, w] = rotation.map((part) => part / size);
  const sine = Math.max(-1, Math.min(1, 2 * (w * y - z * x)));
  const degrees = (radians) => (radians * 180) / Math.PI;
  if (Math.abs(sine) > 1 - 1e-9) {
    return [degrees(2 * Math.atan2(x, w)), degrees(Math.asin(sine)), 0];
  }
  return [
    degrees(Math.atan2(2 * (w * x + y * z), 1 - 2 * (x * x + y * y))),
    degrees(Math.asin(sine)),
    degrees(Math.atan2(2 * (w * z + x * y), 1 - 2 * (y * y + z * z))),
  ];
}

/** Converts the four curves of a rotation to curves of angles at all of their times, without jumps of 360°. */
export function eulerCurves(curves) {
  const times = [...new Set(curves.flatMap((curve) => curve.times))].sort((a, b) => a - b);
  const angles = times.map((time) => eulerOf(curves.map((curve) => valueAt(curve, time))));
  for (let key = 1; key < angles.length; key++) {
    angles[key] = angles[key].map((angle, axis) => angle - 360 * Math.round((angle - angles[key - 1][axis]) / 360));
  }
  return ["x", "y", "z"].map((axis, index) => ({ component: axis, times, values: angles.map((it) => it[index]), tangents: [] }));
}
