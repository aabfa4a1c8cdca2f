// Sounds: docs/format.md, "Sound".

import { Container, named } from "./container.js";
import { record } from "./record.js";

const HEADER = { encoding: "u32", rate: "u32", channels: "u32", frames: "u32", loopStart: "u32", loopLength: "u32" };

/** Reads a sound: either `samples`, interleaved for all channels, or the `vorbis` file. The other one is empty. */
export function readSound(buffer) {
  const file = new Container(buffer, 18, [1]);
  const { encoding, ...header } = record(file, "SNDH", HEADER);
  return {
    ...header,
    encoding: named(["PCM", "Vorbis"], encoding, "encoding"),
    samples: file.numbers("SMPL", Int16Array),
    vorbis: file.numbers("OGGV", Uint8Array),
  };
}
