// Models and skeletons in space, as the server poses them.

import { readModel } from "../format/model.js";
import { readSkeleton } from "../format/skeleton.js";
import { readTexture } from "../format/texture.js";
import { IDENTITY, fromParts, multiply, origin } from "../draw/matrix.js";
import { modelAtBind, modelPosed, skeletonAtBind } from "../pose.js";
import { wish } from "../wish.js";

/** Maps of a material that are drawn. */
const DRAWN = ["diffuse", "normal"];

/** Draws what has a place in space, and plays clips on it. */
export class SpaceView {
  types = ["Model", "Skeleton"];
  element = document.getElementById("space");
  /** Called with what plays on the asset that is shown: `{ skeleton, bones, clips }`. */
  onoffer = () => {};
  /** Called when another clip plays, or the same one anew. */
  onclip = () => {};
  /** What is shown: its model or skeleton, its box, and the last pose. */
  #shown = {};
  #travels = false;

  /** @param parts the page's `content`, `live`, `player`, `posing`, `problems` and `stage` */
  constructor(parts) {
    Object.assign(this, parts);
    this.posing.onpose = (pose) => this.#take(pose);
    this.posing.onfailure = (why) => this.problems.add("pose", why);
    this.player.onchange = () => this.#replay();
  }

  /** Reads an asset with all that it needs. `facts` says in a line what it is. */
  async load(name) {
    const bytes = await this.content.bytes(name);
    return this.content.typeOf(name) === "Model" ? this.#model(bytes) : loadedSkeleton(bytes);
  }

  /** Shows what `load` gave; `isNew` unless it is the asset that was shown before. */
  show(name, loaded, isNew) {
    this.#shown = { ...(isNew ? {} : this.#shown), ...loaded, name };
    this.stage.setTextures(loaded.textures);
    this.stage.setModel(loaded.model);
    if (isNew) {
      this.posing.skeleton = null;
      this.player.set([]);
      this.stage.setPath([]);
    }
    this.#setPose();
    this.stage.setFigure(besideBox(loaded.box));
    if (isNew) {
      this.frame();
    }
    this.#askClips(name);
  }

  /** Marks a bone of the skeleton by its name. @param {{name: string, text: string} | null} mark */
  mark(mark) {
    const bones = (this.#shown.model ?? this.#shown.skeleton)?.bones ?? [];
    const bone = bones.findIndex(({ name }) => name === mark?.name);
    this.stage.setMark(mark && bone >= 0 ? { bone, text: mark.text } : null);
  }

  /** Whether another asset plays on what is shown; if so, it does. */
  play(name) {
    const fits = this.player.has(name);
    if (fits) {
      this.player.playing = true;
      this.player.choose(name);
    }
    return fits;
  }

  /** Moves the camera to see all of what is shown. */
  frame() {
    const { box } = this.#shown;
    if (box) {
      const center = [0, 1, 2].map((axis) => (box[axis] + box[axis + 3]) / 2);
      const size = Math.hypot(...[0, 1, 2].map((axis) => box[axis + 3] - box[axis]));
      this.stage.camera.frame(center, Math.max(1e-3, size / 2));
    }
  }

  /** Whether root motion moves what is shown. */
  set travels(travels) {
    this.#travels = travels;
    if (this.#shown.name) {
      this.#setPose();
    }
  }

  async #model(bytes) {
    const model = readModel(bytes);
    const triangles = model.meshes.reduce((sum, mesh) => sum + mesh.indices.length / 3, 0);
    const facts = `${model.meshes.length} meshes, ${triangles.toLocaleString("en")} triangles, ${model.bones.length} bones, ${sizeOf(model.box)}`;
    return { model, skeleton: null, facts, box: model.box, textures: await this.#textures(model) };
  }

  /** The textures of a model that can be read. */
  async #textures({ materials }) {
    const used = materials.flatMap(({ textures }) => textures).filter(({ use, missing }) => !missing && DRAWN.includes(use));
    const names = [...new Set(used.map(({ asset }) => asset))].filter((name) => this.content.typeOf(name) === "Texture");
    return Promise.all(names.map(async (name) => [name, readTexture(await this.content.bytes(name))]));
  }

  /** Draws the last pose that the server sent, or else the bind pose. */
  #setPose() {
    const { model, skeleton, numbers, pose } = this.#shown;
    const fits = pose && (model || pose.bones.length === skeleton.bones.length);
    const atBind = () => (model ? modelAtBind(model) : skeletonAtBind(skeleton));
    const posed = (bones) => (model ? modelPosed(model, numbers, bones) : bones);
    const parents = (model ?? skeleton).bones.map(({ parent }) => parent ?? -1);
    const placed = ({ place }) => (this.#travels ? place : IDENTITY);
    this.stage.setPose(parents, fits ? posed(pose.bones) : atBind(), fits ? placed(pose) : undefined);
    const others = fits ? pose.others : [];
    this.stage.setOthers(parents, others.map((other, number) => {
      const { isGhost, shift } = this.#beside(number + 1, others.length + 1);
      return { absolute: posed(other.bones), place: multiply(placed(other), shift), isGhost };
    }));
    this.#caption(fits ? [pose, ...others] : []);
  }

  /** Says which figure plays by which rules, where there are two. */
  #caption(figures) {
    const names = this.posing.scene.acting?.both && figures.length === 2 ? ["standard", "RobotGame"] : [];
    this.stage.setCaptions(names.map((text, number) => {
      const [x, , z] = origin(this.#travels ? figures[number].place : IDENTITY);
      const [shift] = origin(this.#beside(number, 2).shift);
      return { text, point: [x + shift, 1.05 * this.#shown.box[4], z] };
    }));
  }

  /** Whether a further figure is a ghost, and where it stands: beside the first one, a crowd in rows. */
  #beside(number, count) {
    const { scene } = this.posing;
    const [x0, , z0, x1, , z1] = this.#shown.box;
    const gap = 1.2 * Math.max(x1 - x0, z1 - z0, 1e-3);
    const across = scene.crowd > 1 ? Math.ceil(Math.sqrt(count)) : count;
    const isGhost = scene.acting === null && scene.ghost !== null && number === count - 1;
    const at = isGhost ? [0, 0, 0] : [-gap * (number % across), 0, -gap * Math.floor(number / across)];
    return { isGhost, shift: fromParts(at, [0, 0, 0, 1], [1, 1, 1]) };
  }

  async #askClips(name) {
    try {
      this.#offer(await this.live.ask({ ask: "clips", shown: name }));
    } catch {
      // The connection was lost: the next build asks again.
    }
  }

  #offer({ shown: name, skeleton, bones, clips }) {
    const shown = this.#shown;
    if (name !== shown.name) {
      return;
    }
    this.posing.skeleton = skeleton;
    shown.numbers = new Map(bones.map((bone, number) => [bone.name, number]));
    this.posing.again();
    this.player.set(clips);
    if (!shown.wished) {
      shown.wished = true;
      this.#wish();
    }
    document.documentElement.dataset.clips = clips.length;
    this.onoffer({ skeleton, bones, clips });
  }

  /** Plays what the address asks for. */
  #wish() {
    if (this.player.has(wish("clip"))) {
      this.player.choose(wish("clip"));
    }
    if (wish("time")) {
      this.player.playing = false;
      this.player.seek(Number(wish("time")));
    }
  }

  #take(pose) {
    this.#shown.pose = pose;
    this.problems.remove("pose");
    this.#setPose();
    document.documentElement.dataset.posed = pose.time;
    document.documentElement.dataset.figures = pose.others.length + 1;
  }

  /** Another clip or time: events and path are those of the clip. */
  async #replay() {
    this.posing.again();
    const { clip } = this.player;
    if (clip === this.#shown.clip) {
      return;
    }
    this.#shown.clip = clip;
    this.stage.setPath([]);
    this.onclip(clip);
    if (this.player.has(clip?.name) && this.posing.skeleton) {
      const { details } = await this.live.ask({ ask: "clip", skeleton: this.posing.skeleton, clip: clip.name });
      if (clip === this.player.clip) {
        this.player.setEvents(details.events);
        this.stage.setPath(details.path);
      }
    }
  }
}

function loadedSkeleton(bytes) {
  const skeleton = readSkeleton(bytes);
  const box = boxOf(skeletonAtBind(skeleton));
  return { model: null, skeleton, facts: `${skeleton.bones.length} bones, ${sizeOf(box)}`, box, textures: [] };
}

const sizeOf = (box) => `${[0, 1, 2].map((axis) => +(box[axis + 3] - box[axis]).toPrecision(3)).join(" × ")} m`;

/** The box around the origins of bones. */
function boxOf(absolute) {
  const along = (axis) => absolute.map((matrix) => matrix[12 + axis]);
  return [0, 1, 2].map((axis) => Math.min(...along(axis))).concat([0, 1, 2].map((axis) => Math.max(...along(axis))));
}

/** A place for the figure at the side of a box, to the left of who looks at its front. */
function besideBox(box) {
  return [box[3] + 0.45 + 0.1 * (box[3] - box[0]), 0, (box[2] + box[5]) / 2];
}
