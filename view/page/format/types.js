// The content types by their numbers: docs/format.md, "Versions".

/** The name of each content type, by number. The numbers 0 and 15 are not used. */
export const CONTENT_TYPES = {
  1: "AnimationSequence",
  2: "CompressedClip",
  3: "CurveClip",
  4: "Skeleton",
  5: "Model",
  6: "CollisionMesh",
  7: "Motion",
  8: "ActionSet",
  9: "Data",
  10: "Texture",
  11: "SampledClip",
  12: "Breath",
  13: "SpringBones",
  14: "UniformClip",
  16: "Font",
  17: "TextureCube",
  18: "Sound",
  19: "ClipEvents",
  20: "ClipWeights",
};
