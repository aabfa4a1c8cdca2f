/**
 * The bytes of a file, as returned by `fetch(…).arrayBuffer()` and Node's `readFile`. Where possible, results are views of
 * these bytes.
 */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** x, y, z. */
export type Vector3 = number[];

/** The name of a content type. */
export type ContentType =
  | "ActionSet" | "AnimationSequence" | "Breath" | "ClipEvents" | "ClipWeights" | "CollisionMesh" | "CompressedClip" | "CurveClip" | "Data"
  | "Font" | "Model" | "Motion" | "SampledClip" | "Skeleton" | "Sound" | "SpringBones" | "Texture" | "TextureCube" | "UniformClip";

/** The name of each content type by its number. */
export const CONTENT_TYPES: Readonly<Record<number, ContentType>>;

/** The type of the value that each content type is read as. */
export interface ContentValues {
  ActionSet: ActionSet;
  AnimationSequence: AnimationSequence;
  Breath: Breath;
  ClipEvents: ClipEvents;
  ClipWeights: ClipWeights;
  CollisionMesh: CollisionMesh;
  CompressedClip: CompressedClip;
  CurveClip: CurveClip;
  Data: DataValue;
  Font: Font;
  Model: Model;
  Motion: Motion;
  SampledClip: SampledClip;
  Skeleton: Skeleton;
  Sound: Sound;
  SpringBones: SpringBones;
  Texture: Texture;
  TextureCube: TextureCube;
  UniformClip: UniformClip;
}

/** Content with its type. `switch (content.type)` narrows the type of `content.value`. */
export type AnyContent = { [Type in ContentType]: { type: Type; value: ContentValues[Type] } }[ContentType];

/**
 * Reads a content file of any type. Throws an Error if the bytes are not a content file, or if its version is unknown. Does not
 * check the checksum: see `verify`.
 */
export function read(file: Bytes): AnyContent;

/** Returns the name of a file's content type. Needs only the first 48 bytes of the file. */
export function typeOf(file: Bytes): ContentType;

/**
 * Checks the header, the checksum and the section positions of a content file, and returns its content type. Throws an Error if
 * the file is damaged.
 */
export function verify(file: Bytes): ContentType;

/** Computes the 64-bit XXH3 hash, which is the checksum of content files and packs. */
export function xxh3(bytes: Uint8Array, seed?: bigint): bigint;

// Packs.

/** A file in a pack. */
export interface PackEntry {
  /** An asset's name, such as `Models/Robot.skeleton`, or the path of another file. */
  name: string;
  /** The content type. `File` means that the file is not content. */
  kind: ContentType | "File";
  /** The offset of the file in its pack, in bytes. */
  offset: number;
  /** The length of the file, in bytes. */
  length: number;
  checksum: bigint;
}

/** A pack: all content of a target in one file, with any patches applied to it. */
export class Pack {
  /** Opens a pack and checks its header. Throws an Error if the bytes are not a pack. */
  constructor(file: Bytes);
  /** The id of the pack, or of the newest patch applied to it. */
  readonly id: bigint;
  /** For a patch, the `id` of the pack that it changes; otherwise null. */
  readonly base: bigint | null;
  /** Returns the pack with a patch applied. Throws an Error if the patch was made for a different pack. */
  patchedBy(patch: Pack): Pack;
  /**
   * Returns all entries by name, sorted by name, except for those that a patch removes. Throws an Error if an entry is damaged.
   */
  entries(): Map<string, PackEntry>;
  /** Returns the entry with this name, or undefined. */
  find(name: string): PackEntry | undefined;
  /**
   * Returns the bytes of a file, as a view of the pack. Throws an Error if there is no file with this name, or if it is
   * damaged.
   */
  read(name: string): Uint8Array;
  /** Checks every byte of the pack and returns the number of files. Throws an Error if anything is damaged. */
  verify(): number;
}

// Models and skeletons. Matrices are 16 numbers in row-major order for row vectors: the translation is at indices 12 to 14.

/** A model: bones, meshes attached to them, and materials. */
export interface Model {
  /** The bounding sphere: center and radius. */
  sphere: Float32Array;
  /** The bounding box: minimum and maximum corner. */
  box: Float32Array;
  bones: ModelBone[];
  meshes: Mesh[];
  materials: Material[];
  levelGroups: LevelGroup[];
}

/** A bone of a model. */
export interface ModelBone {
  name: string;
  /** The index of the parent bone, which precedes this bone; -1 for a root. */
  parent: number;
  /** The matrix from the bone's space to its parent's space. */
  local: Float32Array;
}

/** A mesh. Arrays of attributes that a mesh does not have are empty. */
export interface Mesh {
  name: string;
  /** The index of the bone to which the mesh is attached. */
  bone: number;
  vertexCount: number;
  /** Three numbers per vertex. */
  positions: Float32Array;
  /** Three numbers per vertex. */
  normals: Float32Array;
  /** Four numbers per vertex. The fourth is 1 or -1. */
  tangents: Float32Array;
  /** Four numbers per vertex. */
  colours: Float32Array;
  /** Sets of texture coordinates with two numbers per vertex; v points down. */
  uvs: Float32Array[];
  /** Sets of four joints per vertex: indices into `skinBones`. */
  joints: Uint16Array[];
  /** Sets of four weights per vertex. */
  weights: Float32Array[];
  /** Three indices per triangle, counter-clockwise when seen from outside. */
  indices: Uint16Array | Uint32Array;
  parts: MeshPart[];
  /** The indices of the skin's bones. */
  skinBones: Uint32Array;
  /** The inverse bind matrix of each of the skin's bones. */
  inverseBinds: Float32Array;
  targets: MorphTarget[];
  /** The skinning method. */
  method: "linear" | "dual quaternions" | "blended";
  /** For a blended skin, the share of dual quaternion skinning for each vertex. */
  blendWeights: Float32Array;
  sphere: Float32Array;
  box: Float32Array;
}

/** A range of a mesh's indices that has one material. */
export interface MeshPart {
  /** An index into the model's materials, or -1. */
  material: number;
  firstIndex: number;
  indexCount: number;
}

/** A morph target: shapes that are blended according to a weight. */
export interface MorphTarget {
  name: string;
  weight: number;
  shapes: MorphShape[];
}

/** The offsets that a morph target adds to some vertices at a weight. */
export interface MorphShape {
  weight: number;
  /** The indices of the changed vertices. */
  vertices: Uint32Array;
  /** Three numbers per element of `vertices`. */
  positions: Float32Array;
  normals: Float32Array;
  tangents: Float32Array;
}

/** Levels of detail, from the finest to the coarsest. */
export interface LevelGroup {
  name: string;
  measure: "unknown" | "distance" | "coverage";
  levels: { threshold: number; meshes: number[] }[];
}

/** A material. In files of model versions 1 and 2, optional properties are missing. */
export interface Material {
  name: string;
  diffuse: Float32Array;
  specular: Float32Array;
  shininess: number;
  emissive: Float32Array;
  /** The effective opacity: 1 if the material is neither blended nor masked. */
  opacity: number;
  /** The alpha of the base colour, independent of the alpha mode. */
  alpha: number;
  shading?: "phong" | "metallic-roughness" | "unlit";
  alphaMode?: "opaque" | "mask" | "blend";
  doubleSided?: boolean;
  alphaCutoff?: number;
  metallic?: number;
  roughness?: number;
  normalScale?: number;
  occlusionStrength?: number;
  emissiveStrength?: number;
  extensions: MaterialExtension[];
  textures: MaterialTexture[];
}

/** A glTF extension: its numbers, lists of numbers and textures, by name. */
export interface MaterialExtension {
  name: string;
  numbers: Record<string, number | number[]>;
  textures: Record<string, { asset: string; missing: boolean } & TexturePlacement>;
}

/** A texture of a material. */
export interface MaterialTexture extends Partial<TexturePlacement> {
  use: "diffuse" | "normal" | "specular" | "emissive" | "opacity" | "roughness" | "metalness" | "occlusion" | "unknown";
  /** Whether the texture was not found when the model was built. */
  missing: boolean;
  /** The name of the texture's asset. */
  asset: string;
}

export type Wrap = "repeat" | "clamp" | "mirror";
export type Filter =
  | "any" | "nearest" | "linear" | "nearest-mip-nearest" | "linear-mip-nearest" | "nearest-mip-linear" | "linear-mip-linear";

/** How texture coordinates are transformed and repeated. */
export interface TexturePlacement {
  /** An index into `Mesh.uvs`. */
  uvSet: number;
  offset: number[];
  /** The rotation in radians. */
  rotation: number;
  scale: number[];
  /** The wrap modes along u and v. */
  wrap: Wrap[];
  minFilter: Filter;
  magFilter: Filter;
}

/** A skeleton. */
export interface Skeleton {
  /** A quaternion: x, y, z, w. */
  rootAxis: Float32Array;
  bones: Bone[];
}

/** A bone with its bind pose in local space. */
export interface Bone {
  name: string;
  /** The index of the parent bone, which precedes this bone; -1 for a root. */
  parent: number;
  translation: Float32Array;
  /** A quaternion: x, y, z, w. */
  rotation: Float32Array;
  scale: Float32Array;
}

/** A collision mesh with the tree that is used to find its triangles. */
export interface CollisionMesh {
  /** The bounding sphere: center and radius. */
  sphere: Float32Array;
  /** Three numbers per vertex. */
  vertices: Float32Array;
  /** Three vertex indices per triangle. */
  triangles: Uint32Array;
  nodes: CollisionNode[];
}

/**
 * A node of the tree. If `count` is not 0, the node is a leaf with `count` triangles, beginning at `link`. Otherwise its
 * children are the next node and the node `link`.
 */
export interface CollisionNode {
  min: Vector3;
  link: number;
  max: Vector3;
  count: number;
}

export function readModel(file: Bytes): Model;
export function readSkeleton(file: Bytes): Skeleton;
export function readCollisionMesh(file: Bytes): CollisionMesh;

// Textures and fonts.

export type TextureFormat =
  | "RGBA8" | "BC1" | "BC3" | "BC7" | "BC2" | "RGBA8S" | "RG8S" | "BC5" | "BC6H" | "RGBA16" | "RGBA16F" | "BC4";

/** A texture with its mipmaps, from the largest to the smallest. */
export interface Texture {
  width: number;
  height: number;
  format: TextureFormat;
  srgb: boolean;
  levels: TextureLevel[];
}

/** A mipmap. */
export interface TextureLevel {
  width: number;
  height: number;
  bytes: Uint8Array;
}

/** A cube map: the mipmaps of each of the `FACES`. */
export interface TextureCube {
  size: number;
  format: TextureFormat;
  srgb: boolean;
  faces: TextureLevel[][];
}

/** The names of a cube map's faces, in order. */
export const FACES: readonly string[];

/** A font. */
export interface Font {
  /** The line spacing in pixels. */
  lineSpacing: number;
  /** The spacing between characters, in pixels. */
  spacing: number;
  /** The code of the character that replaces characters without a glyph; null if there is none. */
  fallback: number | null;
  /** The glyphs, by character code. */
  glyphs: Map<number, Glyph>;
  texture: Texture;
}

/** A character of a font. */
export interface Glyph {
  code: number;
  /** The glyph's rectangle in the texture: x, y, width, height. */
  bounds: number[];
  /** The rectangle of the glyph's picture within the character's box: x, y, width, height. */
  cropping: number[];
  /** Left bearing, width and right bearing. */
  kerning: Vector3;
}

/**
 * Returns the positions of a text's visible characters, in pixels from its top left corner, with y down. Throws an Error if a
 * character has no glyph and the font has no fallback.
 */
export function layout(font: Font, text: string): { glyph: Glyph; x: number; y: number }[];

export function readTexture(file: Bytes): Texture;
export function readTextureCube(file: Bytes): TextureCube;
export function readFont(file: Bytes): Font;

// Clips. These contain information about a clip but not its keys, because only the runtime samples clips. Times are in seconds.

/** Whether a channel has several keys, one constant key, or no keys. */
export type Channel = "keys" | "fixed" | "";

/** A clip of key frames. */
export interface AnimationSequence {
  duration: number;
  closesLoop: boolean;
  bones: {
    bone: string;
    keys: number;
    duration: number;
    /** The interval between two keys; `own times` if each key has its own time. */
    interval: number | "own times";
    translation: Channel;
    rotation: Channel;
    scale: Channel;
  }[];
}

/** The curves of one bone. */
export interface CurveTrack {
  bone: string;
  /** The animated components, such as `y, scale z`. */
  curves: string;
  /** The total number of keys. */
  keys: number;
}

/** A clip of curves. */
export interface CurveClip {
  tracks: CurveTrack[];
}

/** A clip of curves with one key per frame. */
export interface SampledClip {
  name: string;
  id: number;
  length: number;
  frameRate: number;
  tracks: CurveTrack[];
}

/** A uniform clip: poses at equal time steps. */
export interface UniformClip {
  skeleton: string;
  bones: number;
  frames: number;
  frameRate: number;
  duration: number;
  /** The number of bones with animated rotations. */
  rotations: number;
  translations: number;
  scales: number;
  /** The number of bones that do not move. */
  atRest: number;
}

/** A compressed clip. Files of version 1 have no duration, and files before version 3 have no error. */
export interface CompressedClip {
  skeleton: string;
  frames: number;
  frameRate: number;
  bones: number;
  duration: number | undefined;
  /** The largest error, in the skeleton's unit of length. */
  largestError: number | undefined;
  /** The size of the keys, in bytes. */
  bytes: number;
  atRest: number;
}

/** The events of a clip. */
export interface ClipEvents {
  events: { time: number; name: string; value: number; text: string }[];
}

/** The animated weights of morph targets in a clip. */
export interface ClipWeights {
  duration: number;
  /** The number of key times. */
  times: number;
  tracks: { mesh: string; target: string; keys: number; least: number; most: number }[];
}

/** The motion of a root, relative to where it begins. */
export interface Motion {
  bone: string;
  duration: number;
  loops: boolean;
  interpolation: "linear" | "smooth";
  keys: { time: number; translation: Vector3; rotation: number[] }[];
}

export function readAnimationSequence(file: Bytes): AnimationSequence;
export function readCurveClip(file: Bytes): CurveClip;
export function readSampledClip(file: Bytes): SampledClip;
export function readUniformClip(file: Bytes): UniformClip;
/** Reads a packed clip. Throws an Error for a coded clip. */
export function readCompressedClip(file: Bytes): CompressedClip;
export function readClipEvents(file: Bytes): ClipEvents;
export function readClipWeights(file: Bytes): ClipWeights;
export function readMotion(file: Bytes): Motion;

// Content that animates characters.

/** The actions of a character, layer by layer. */
export interface ActionSet {
  skeleton: string;
  layers: { name: string; blend: "override" | "additive to bind" | "additive to first frame"; bones: string[] }[];
  actions: {
    layer: string;
    name: string;
    clip: string;
    mode: "once" | "repeat";
    /** The blend time, in seconds. */
    blendTime: number;
    /** The start time, in seconds. */
    startTime: number;
    timeScale: number;
  }[];
}

export type Easing = "in-out-quad" | "out-sine" | "in-out-sine" | "out-cubic" | "out-quart" | "in-out-quart" | "out-expo";

/** How a character breathes. Durations are in seconds and angles in degrees. */
export interface Breath {
  inhale: number;
  exhale: number;
  rest: number;
  durationRate: number;
  effectRate: number;
  /** The direction to the character's right, in model space. */
  right: Vector3;
  easing: { inhale: Easing; exhale: Easing };
  rotations: { bone: string; inhale: number; exhale: number }[];
  /** The bones that keep their rotation. */
  keeps: { bone: string }[];
}

/** Chains of swinging bones. */
export interface SpringBones {
  /** The number of updates per second. */
  rate: number;
  chains: {
    root: string;
    exclude: string[];
    damping: number;
    elasticity: number;
    stiffness: number;
    inertia: number;
    radius: number;
    endLength: number;
    endOffset: Vector3;
    gravity: Vector3;
    force: Vector3;
  }[];
  colliders: {
    bone: string;
    center: Vector3;
    radius: number;
    height: number;
    axis: "x" | "y" | "z";
    bound: "outside" | "inside";
  }[];
}

export function readActionSet(file: Bytes): ActionSet;
export function readBreath(file: Bytes): Breath;
export function readSpringBones(file: Bytes): SpringBones;

// Game data and sounds.

/** A value of game data. `type` and `name` (the name of its field) can be empty. */
export type DataValue = { type: string; name: string } & (
  | { kind: "null"; value: null }
  | { kind: "bool"; value: boolean }
  | { kind: "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64"; value: bigint }
  | { kind: "f32" | "f64"; value: number }
  | { kind: "char" | "text" | "reference"; value: string }
  | { kind: "bytes" | "vector2" | "vector3" | "vector4" | "quaternion" | "matrix" | "color"; value: number[] }
  | { kind: "bounding-sphere" | "bounding-box" | "plane" | "ray" | "point" | "rectangle"; value: number[] }
  /** The children of a map are alternating keys and values. An enum has one child. */
  | { kind: "enum" | "list" | "map" | "record"; children: DataValue[] }
);

/** A sound: either interleaved samples of all channels, or a Vorbis file. The other one is empty. */
export interface Sound {
  encoding: "PCM" | "Vorbis";
  /** The number of samples per second. */
  rate: number;
  channels: number;
  frames: number;
  loopStart: number;
  loopLength: number;
  samples: Int16Array;
  vorbis: Uint8Array;
}

export function readData(file: Bytes): DataValue;
export function readSound(file: Bytes): Sound;
