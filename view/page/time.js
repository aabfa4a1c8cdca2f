// What a clip does at its end.

/** The ways in which a clip continues at its end. */
export const MODES = ["loop", "ping-pong", "once"];

/**
 * Returns the position of a clip after its clock has passed `phase` seconds: the phase within one period, and the time in the
 * clip.
 * @param {string} mode one of `MODES`: repeat from the start, alternate direction, or stop at the end
 */
export function timeIn(mode, phase, duration) {
  if (mode === "once" || !(duration > 0)) {
    const time = Math.min(phase, duration);
    return { phase: time, time };
  }
  const period = mode === "loop" ? duration : 2 * duration;
  const within = phase < period ? phase : phase % period;
  return { phase: within, time: within <= duration ? within : period - within };
}
