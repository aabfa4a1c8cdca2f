/** The bytes of a file, as `fetch(…).arrayBuffer()` and Node's `readFile` give them. Results are views of them where that is possible. */
export type Bytes = ArrayBuffer | ArrayBufferView;

/** x, y, z. */
export type Vector3 = number[];

/** A content type by its name. */
export type ContentType =
  | "ActionSet" | "AnimationSequence" | "Breath" | "ClipEvents" | "ClipWeights" | "CollisionMesh" | "CompressedClip" | "CurveClip" | "Data"
  | "Font" | "Model" | "Motion" | "SampledClip" | "Skeleton" | "Sound" | "SpringBones" | "Texture" | "TextureCube" | "UniformClip";

/** The name of each content type by its number. */
export const CONTENT_TYPES: Readonly<Record<number, ContentType>>;

/** What each type of content is read as. */
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

/** Content with its type, so that `switch (content.type)` tells what `content.value` is. */
export type AnyContent = { [Type in ContentType]: { type: Type; value: ContentValues[Type] } }[ContentType];

/** Reads a content file of any type. Throws an Error if it is none, or of an unknown version. Its checksum is not checked: see `verify`. */
export function read(file: Bytes): AnyContent;

/** The name of a file's content type, from its first 48 bytes. */
export function typeOf(file: Bytes): ContentType;

/** Checks the header and the checksum of a content file, and where its sections are. Throws an Error if it is damaged. */
export function verify(file: Bytes): ContentType;

/** XXH3 with 64 bits, the checksum of content files and packs. */
export function xxh3(bytes: Uint8Array, seed?: bigint): bigint;

// Packs.

/** A file in a pack. */
export interface PackEntry {
  /** An asset's name, such as `Models/Robot.skeleton`, or the path of another file. */
  name: string;
  /** `File` is not content. */
  kind: ContentType | "File";
  /** Where the file begins in its pack, in bytes. */
  offset: number;
  /** In bytes. */
  length: number;
  checksum: bigint;
}

/** All content of a target in one file, and the patches over it. */
export class Pack {
  /** Opens a pack by its header. Throws an Error if it is none. */
  constructor(file: Bytes);
  /** What names the pack, or the newest patch of it. */
  readonly id: bigint;
  /** For a patch the `id` of the pack that it changes, otherwise null. */
  readonly base: bigint | null;
  /** The pack with a patch over it. Throws an Error if the patch was made against another pack. */
  patchedBy(patch: Pack): Pack;
  /** All entries by their names, in order, without those that a patch removes. Throws an Error if one is damaged. */
  entries(): Map<string, PackEntry>;
  /** The entry of this name, if there is one. */
  find(name: string): PackEntry | undefined;
  /** The bytes of a file: a view of the pack. Throws an Error if there is none of this name, or if it is damaged. */
  read(name: string): Uint8Array;
  /** Checks every byte, and throws an Error if one is damaged. Returns the number of files. */
  verify(): number;
}

// Models and skeletons. Matrices are 16 numbers row by row, for row vectors: the translation is at 12 to 14.

/** A model: bones, meshes on them, and materials. */
export interface Model {
  /** Center and radius. */
  sphere: Float32Array;
  /** Smallest and largest corner. */
  box: Float32Array;
  bones: ModelBone[];
  meshes: Mesh[];
  materials: Material[];
  levelGroups: LevelGroup[];
}

/** A bone of a model. */
export interface ModelBone {
  name: string;
  /** The index of the parent, which comes before it, or -1. */
  parent: number;
  /** The matrix to the parent. */
  local: Float32Array;
}

/** A mesh. Arrays that a mesh does not have are empty. */
export interface Mesh {
  name: string;
  /** The index of the bone that it is on. */
  bone: number;
  vertexCount: number;
  /** Three numbers a vertex. */
  positions: Float32Array;
  /** Three numbers a vertex. */
  normals: Float32Array;
  /** Four numbers a vertex; the last one is 1 or -1. */
  tangents: Float32Array;
  /** Four numbers a vertex. */
  colours: Float32Array;
  /** Sets of texture coordinates, two numbers a vertex; v points down. */
  uvs: Float32Array[];
  /** Sets of four joints a vertex: indices into `skinBones`. */
  joints: Uint16Array[];
  /** Sets of four weights a vertex. */
  weights: Float32Array[];
  /** Three a triangle, counter-clockwise seen from outside. */
  indices: Uint16Array | Uint32Array;
  parts: MeshPart[];
  /** The bones of the skin. */
  skinBones: Uint32Array;
  /** A matrix for each of the skin's bones. */
  inverseBinds: Float32Array;
  targets: MorphTarget[];
  /** How the skin moves vertices. */
  method: "linear" | "dual quaternions" | "blended";
  /** For a blended skin the part of dual quaternions in each vertex. */
  blendWeights: Float32Array;
  sphere: Float32Array;
  box: Float32Array;
}

/** A range of a mesh's indices with one material. */
export interface MeshPart {
  /** Index into the model's materials, or -1. */
  material: number;
  firstIndex: number;
  indexCount: number;
}

/** A morph target: shapes that are blended by weight. */
export interface MorphTarget {
  name: string;
  weight: number;
  shapes: MorphShape[];
}

/** What a morph target adds to some vertices at a weight. */
export interface MorphShape {
  weight: number;
  /** Indices of vertices. */
  vertices: Uint32Array;
  /** Three numbers for each of `vertices`. */
  positions: Float32Array;
  normals: Float32Array;
  tangents: Float32Array;
}

/** Levels of detail, the finest first. */
export interface LevelGroup {
  name: string;
  measure: "unknown" | "distance" | "coverage";
  levels: { threshold: number; meshes: number[] }[];
}

/** A material. Files of model version 1 and 2 do not have what is optional here. */
export interface Material {
  name: string;
  diffuse: Float32Array;
  specular: Float32Array;
  shininess: number;
  emissive: Float32Array;
  /** 1 where nothing blends and nothing is cut out. */
  opacity: number;
  /** The alpha of the base colour. */
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

/** An extension of glTF: its numbers, lists of numbers and textures by their names. */
export interface MaterialExtension {
  name: string;
  numbers: Record<string, number | number[]>;
  textures: Record<string, { asset: string; missing: boolean } & TexturePlacement>;
}

/** A texture of a material. */
export interface MaterialTexture extends Partial<TexturePlacement> {
  use: "diffuse" | "normal" | "specular" | "emissive" | "opacity" | "roughness" | "metalness" | "occlusion" | "unknown";
  /** The texture was not found when the model was built. */
  missing: boolean;
  /** The name of the texture's asset. */
  asset: string;
}

export type Wrap = "repeat" | "clamp" | "mirror";
export type Filter =
  | "any" | "nearest" | "linear" | "nearest-mip-nearest" | "linear-mip-nearest" | "nearest-mip-linear" | "linear-mip-linear";

/** How a texture lies on its mesh. */
export interface TexturePlacement {
  /** Index into `Mesh.uvs`. */
  uvSet: number;
  offset: number[];
  /** In radians. */
  rotation: number;
  scale: number[];
  /** Along u and v. */
  wrap: Wrap[];
  minFilter: Filter;
  magFilter: Filter;
}

/** A skeleton. */
export interface Skeleton {
  /** A quaternion x, y, z, w. */
  rootAxis: Float32Array;
  bones: Bone[];
}

/** A bone with its bind pose, relative to its parent. */
export interface Bone {
  name: string;
  /** The index of the parent, which comes before it, or -1. */
  parent: number;
  translation: Float32Array;
  /** A quaternion x, y, z, w. */
  rotation: Float32Array;
  scale: Float32Array;
}

/** A collision mesh and the tree that finds its triangles. */
export interface CollisionMesh {
  /** Center and radius. */
  sphere: Float32Array;
  /** Three numbers a corner. */
  vertices: Float32Array;
  /** Three indices of corners a triangle. */
  triangles: Uint32Array;
  nodes: CollisionNode[];
}

/** A node. With a `count` it is a leaf of so many triangles from `link` on; otherwise its children are the next node and `link`. */
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

/** A texture with its mipmaps, largest first. */
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

/** A cube map: for each of `FACES` its mipmaps. */
export interface TextureCube {
  size: number;
  format: TextureFormat;
  srgb: boolean;
  faces: TextureLevel[][];
}

/** The faces of a cube map, in their order. */
export const FACES: readonly string[];

/** A font. */
export interface Font {
  /** In pixels. */
  lineSpacing: number;
  /** Between characters, in pixels. */
  spacing: number;
  /** The character for those that the font does not have, or null. */
  fallback: number | null;
  /** By the numbers of their characters. */
  glyphs: Map<number, Glyph>;
  texture: Texture;
}

/** A character of a font. */
export interface Glyph {
  code: number;
  /** In the texture: x, y, width, height. */
  bounds: number[];
  /** Where the picture is in the character's box: x, y, width, height. */
  cropping: number[];
  /** Left bearing, width, right bearing. */
  kerning: Vector3;
}

/** Where the visible characters of a text are, in pixels from its left top corner, y down. Throws an Error for a character without a glyph. */
export function layout(font: Font, text: string): { glyph: Glyph; x: number; y: number }[];

export function readTexture(file: Bytes): Texture;
export function readTextureCube(file: Bytes): TextureCube;
export function readFont(file: Bytes): Font;

// Clips: what is in them, without their keys, which the runtime samples. Times are in seconds.

/** Whether a channel has keys, one that holds all the time, or none. */
export type Channel = "keys" | "fixed" | "";

/** A clip of key frames. */
export interface AnimationSequence {
  duration: number;
  closesLoop: boolean;
  bones: {
    bone: string;
    keys: number;
    duration: number;
    /** Between two keys, unless they have times of their own. */
    interval: number | "own times";
    translation: Channel;
    rotation: Channel;
    scale: Channel;
  }[];
}

/** The curves of a bone. */
export interface CurveTrack {
  bone: string;
  /** The components that move, such as `y, scale z`. */
  curves: string;
  /** The keys of all of them. */
  keys: number;
}

/** A clip of curves. */
export interface CurveClip {
  tracks: CurveTrack[];
}

/** A clip of curves with a key each frame. */
export interface SampledClip {
  name: string;
  id: number;
  length: number;
  frameRate: number;
  tracks: CurveTrack[];
}

/** A clip of rows. */
export interface UniformClip {
  skeleton: string;
  bones: number;
  frames: number;
  frameRate: number;
  duration: number;
  /** The number of bones that rotate. */
  rotations: number;
  translations: number;
  scales: number;
  /** The number of bones at rest. */
  atRest: number;
}

/** A compressed clip. Files of version 1 have no duration, and those before version 3 no error. */
export interface CompressedClip {
  skeleton: string;
  frames: number;
  frameRate: number;
  bones: number;
  duration: number | undefined;
  /** In the unit of the skeleton. */
  largestError: number | undefined;
  /** The size of the keys. */
  bytes: number;
  atRest: number;
}

/** The events of a clip. */
export interface ClipEvents {
  events: { time: number; name: string; value: number; text: string }[];
}

/** The weights of morph targets in a clip. */
export interface ClipWeights {
  duration: number;
  /** The number of key times. */
  times: number;
  tracks: { mesh: string; target: string; keys: number; least: number; most: number }[];
}

/** How a root moves, relative to where it begins. */
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
/** Reads a packed clip; throws an Error for a coded one. */
export function readCompressedClip(file: Bytes): CompressedClip;
export function readClipEvents(file: Bytes): ClipEvents;
export function readClipWeights(file: Bytes): ClipWeights;
export function readMotion(file: Bytes): Motion;

// What moves characters.

/** The actions of a character, layer by layer. */
export interface ActionSet {
  skeleton: string;
  layers: { name: string; blend: "override" | "additive to bind" | "additive to first frame"; bones: string[] }[];
  actions: {
    layer: string;
    name: string;
    clip: string;
    mode: "once" | "repeat";
    /** In seconds. */
    blendTime: number;
    /** In seconds. */
    startTime: number;
    timeScale: number;
  }[];
}

export type Easing = "in-out-quad" | "out-sine" | "in-out-sine" | "out-cubic" | "out-quart" | "in-out-quart" | "out-expo";

/** How a character breathes: durations in seconds, angles in degrees. */
export interface Breath {
  inhale: number;
  exhale: number;
  rest: number;
  durationRate: number;
  effectRate: number;
  /** The character's right in the model's space. */
  right: Vector3;
  easing: { inhale: Easing; exhale: Easing };
  rotations: { bone: string; inhale: number; exhale: number }[];
  /** Bones that keep their rotation. */
  keeps: { bone: string }[];
}

/** Chains of bones that swing. */
export interface SpringBones {
  /** Updates a second. */
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

/** A value of game data. `type` and `name`, of its field, may be empty. */
export type DataValue = { type: string; name: string } & (
  | { kind: "null"; value: null }
  | { kind: "bool"; value: boolean }
  | { kind: "i8" | "i16" | "i32" | "i64" | "u8" | "u16" | "u32" | "u64"; value: bigint }
  | { kind: "f32" | "f64"; value: number }
  | { kind: "char" | "text" | "reference"; value: string }
  | { kind: "bytes" | "vector2" | "vector3" | "vector4" | "quaternion" | "matrix" | "color"; value: number[] }
  | { kind: "bounding-sphere" | "bounding-box" | "plane" | "ray" | "point" | "rectangle"; value: number[] }
  /** The children of a map are its keys and values in turn; an enum has one. */
  | { kind: "enum" | "list" | "map" | "record"; children: DataValue[] }
);

/** A sound: samples of all channels in turn, or a Vorbis file; the other one is empty. */
export interface Sound {
  encoding: "PCM" | "Vorbis";
  /** Samples a second. */
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
