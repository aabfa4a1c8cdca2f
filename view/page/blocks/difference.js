// Computes the changes to an image that block compression caused.

import { decode, isOfBytes } from "./decode.js";

/** The channels that a format keeps. The default is all of r, g, b, a. */
const CHANNELS = { BC4: [0], BC5: [0, 1] };
const NAMES = ["r", "g", "b", "a"];
const ALPHA = 3;

/**
 * Returns a texture with the differences between two textures, level by level: the absolute differences of the bytes in each
 * channel, multiplied by `factor`; 0 in channels that the format does not keep.
 * @param {object} texture from `readTexture`, in a format that `decode` supports
 * @param {object} source the same texture as RGBA8
 */
export function differenceOf(texture, source, factor) {
  const levels = pairsOf(texture, source).map(({ level, is, was }) => {
    const bytes = new Uint8Array(is.length);
    channelsOf(texture).forEach((channel) => {
      for (let at = channel; at < is.length; at += 4) {
        bytes[at] = Math.min(255, factor * Math.abs(is[at] - was[at]));
      }
    });
    return { ...level, bytes };
  });
  return { ...texture, format: "RGBA8", srgb: false, levels };
}

/**
 * Returns the peak signal-to-noise ratio of a level in dB, computed from the stored bytes, for r, g, b together (as far as the
 * format has them) and for each channel. Infinite if nothing changed.
 */
export function noiseOf(texture, source, level) {
  const { is, was } = pairsOf(texture, source)[level];
  const channels = channelsOf(texture);
  const errors = channels.map((channel) => {
    let sum = 0;
    for (let at = channel; at < is.length; at += 4) {
      sum += (is[at] - was[at]) ** 2;
    }
    return sum / (is.length / 4);
  });
  const ratio = (error) => 10 * Math.log10(255 ** 2 / error);
  const colours = errors.filter((_, index) => channels[index] < ALPHA);
  return { colours: ratio(colours.reduce((sum, error) => sum + error, 0) / colours.length), channels: channels.map((channel, index) => [NAMES[channel], ratio(errors[index])]) };
}

/** Whether two textures can be compared. */
export function areComparable(texture, source) {
  const fits = (level, index) => level.width === source.levels[index].width && level.height === source.levels[index].height;
  return isOfBytes(texture.format) && source.format === "RGBA8" && source.levels.length === texture.levels.length && texture.levels.every(fits);
}

const channelsOf = ({ format }) => CHANNELS[format] ?? [0, 1, 2, 3];

const pairsOf = (texture, source) => texture.levels.map((level, index) => ({ level, is: decode(texture.format, level), was: source.levels[index].bytes }));
