// The module `@rigmill/content`: reads content that Rigmill builds. README.md contains an example.

import {
  readAnimationSequence, readClipEvents, readClipWeights, readCompressedClip, readCurveClip, readMotion, readSampledClip, readUniformClip,
} from "./clips.js";
import { readCollisionMesh } from "./collision.js";
import { header, named } from "./container.js";
import { readData } from "./data.js";
import { layout, readFont } from "./font.js";
import { readActionSet, readBreath, readSpringBones } from "./layers.js";
import { readModel } from "./model.js";
import { Pack } from "./pack.js";
import { readSkeleton } from "./skeleton.js";
import { readSound } from "./sound.js";
import { FACES, readTexture, readTextureCube } from "./texture.js";
import { CONTENT_TYPES } from "./types.js";
import { verify } from "./verify.js";
import { xxh3 } from "./xxh3.js";

export {
  CONTENT_TYPES, FACES, Pack, layout, readActionSet, readAnimationSequence, readBreath, readClipEvents, readClipWeights, readCollisionMesh,
  readCompressedClip, readCurveClip, readData, readFont, readModel, readMotion, readSampledClip, readSkeleton, readSound, readSpringBones,
  readTexture, readTextureCube, readUniformClip, verify, xxh3,
};

const READERS = {
  ActionSet: readActionSet,
  AnimationSequence: readAnimationSequence,
  Breath: readBreath,
  ClipEvents: readClipEvents,
  ClipWeights: readClipWeights,
  CollisionMesh: readCollisionMesh,
  CompressedClip: readCompressedClip,
  CurveClip: readCurveClip,
  Data: readData,
  Font: readFont,
  Model: readModel,
  Motion: readMotion,
  SampledClip: readSampledClip,
  Skeleton: readSkeleton,
  Sound: readSound,
  SpringBones: readSpringBones,
  Texture: readTexture,
  TextureCube: readTextureCube,
  UniformClip: readUniformClip,
};

/** Returns the name of a file's content type. Needs only the first 48 bytes of the file. */
export function typeOf(file) {
  return named(CONTENT_TYPES, header(file).type, "content type");
}

/** Reads a content file of any type: `{ type, value }`. */
export function read(file) {
  const type = typeOf(file);
  return { type, value: READERS[type](file) };
}
