/** An error of the runtime, or of a download. The message says what is wrong, and often how to fix it. */
export class RigmillError extends Error {}

/** Rigmill's runtime as a WebAssembly module. */
export class Rigmill {
  private constructor();

  /** Loads the module. By default, it is `rigmill.wasm` beside `rigmill.js`. */
  static load(source?: string | URL | Response | WebAssembly.Module | BufferSource): Promise<Rigmill>;

  /** Creates content without any files. */
  content(): Content;

  /** Opens a pack, which `rigmill pack` makes. The bytes are copied. */
  pack(bytes: BufferSource): Content;

  /** Downloads and opens a pack. */
  fetchPack(url: string | URL | Response): Promise<Content>;
}

/**
 * An object in the module's memory. Its memory is freed by `dispose`, or some time after the object has become unreachable.
 * Using a disposed object is an error.
 */
interface Resource {
  dispose(): void;
}

/** The built content of a game. Players keep what they have loaded, so content can be disposed before them. */
export class Content implements Resource {
  private constructor();
  dispose(): void;

  /**
   * Adds the content file of an asset, and replaces an earlier file. The bytes are copied.
   * @param name The path of the file without `.rmb`, such as `Models/Robot.skeleton`.
   */
  insert(name: string, bytes: BufferSource): void;

  /** Downloads the content files of these assets from a folder, such as `build/native`, and adds them. */
  fetch(folder: string, names: string[]): Promise<void>;

  /** Loads an action set, its skeleton and its clips, and creates a character in its bind pose. */
  player(actions: string): Player;

  /**
   * Creates a character that plays single clips. It has one layer, `clips`, whose actions have the names of the clips. By
   * default, these clips repeat, and do not cross-fade.
   */
  clipPlayer(skeleton: string, clips: string[]): Player;
}

/** Options of `play`. An option that is left out has the value that the action set gives to the action. */
export interface PlayOptions {
  /** The layer of the action. By default, the first layer. */
  layer?: string;
  /** The duration of the cross-fade in seconds. */
  fade?: number;
  /** Whether the clip starts again at its end, or keeps its last pose. */
  loop?: boolean;
  /** Seconds of the clip per second. Negative speeds play backwards. */
  speed?: number;
  /** The time in the clip at which it starts, in seconds. */
  start?: number;
}

/** An event of a clip that the last update played. */
export interface PlayedEvent {
  layer: string;
  name: string;
  text: string;
  value: number;
  /** The time from the beginning of the update to the event, in seconds. */
  after: number;
  /** Whether the event's clip is fading out. */
  fadesOut: boolean;
}

/**
 * A character that plays the actions of an action set.
 *
 * Arrays that it returns are views of the module's memory. They show each update, but are empty after the memory has grown,
 * which loading content can cause. So get them from the player in each frame.
 */
export class Player implements Resource {
  private constructor();
  dispose(): void;

  /** The names of the layers. */
  readonly layers: string[];

  /** The bones, in the order of the matrices. Parents come before their children; the root's parent is -1. */
  readonly bones: { readonly name: string; readonly parent: number }[];

  /** Plays an action from its start. */
  play(action: string, options?: PlayOptions): void;

  /** Fades out an additive layer within `fade` seconds (default: 0). */
  stop(layer: string, fade?: number): void;

  /** Sets how much of an additive layer is added, from 0 to 1. */
  setWeight(layer: string, weight: number): void;

  /** Advances by this number of seconds. */
  update(seconds: number): void;

  /** The model-space matrix of each bone: 16 numbers, translation at 12 to 14, as WebGL takes them. */
  readonly modelMatrices: Float32Array;

  /** The movement of the root in the last update, relative to its pose before. The rotation is a quaternion x, y, z, w. */
  readonly movement: { translation: Float64Array; rotation: Float64Array };

  /** The events that the last update played. */
  readonly events: PlayedEvent[];

  /** Whether a layer's clip has ended and does not repeat. By default, asks about the first layer. */
  hasFinished(layer?: string): boolean;

  /** Binds the skin of a mesh to this player's bones: the name and the inverse bind matrix of each joint. */
  skin(bones: string[], inverseBinds: Float32Array): Skin;
}

/** The skin of a mesh. */
export class Skin implements Resource {
  private constructor();
  dispose(): void;

  /** Computes the skinning matrix of each joint for the player's pose: a view, as `modelMatrices` is. */
  palette(): Float32Array;
}
