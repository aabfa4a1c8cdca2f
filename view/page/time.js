// What a clip does at its end.

/** The ways that a clip goes on. */
export const MODES = ["loop", "ping-pong", "once"];

/**
 * How far a clip is after its clock has passed `phase` seconds: the phase within one period, and the time in the clip.
 * @param {string} mode one of `MODES`: from the start again, back and forth, or at the end for good
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
