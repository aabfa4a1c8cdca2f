// Shows models, skeletons and collision meshes in 3D, posed by the server.

import { boxAround, sphereAround } from "../draw/extent.js";
import { BY_DISTANCE } from "../draw/levels.js";
import { IDENTITY, multiply } from "../draw/matrix.js";
import { hueOf } from "../draw/palette.js";
import { favourite, kinshipOf } from "../kinship.js";
import { Looks } from "../panel/looks.js";
import { ModelPoser, matricesOf, poseOf } from "../pose.js";
import { fulfil, wish } from "../wish.js";
import { NOTHING, keptOf, levelsOf } from "./kept.js";
import { Rate } from "./rate.js";
import { besideBox, loadSubject, standing } from "./subject.js";
import { survey } from "./survey.js";
import { unitsApart } from "./units.js";
import { Upright } from "./upright.js";

/** The sides to look from: the angle about y from the front, and the angle upwards. */
const SIDES = [[0.5, 0.22], [0, 0], [Math.PI / 2, 0], [Math.PI, 0], [-Math.PI / 2, 0], [0, 1.55]];

/** Draws 3D content and plays clips on it. */
export class SpaceView {
  types = ["Model", "Skeleton", "CollisionMesh"];
  element = document.getElementById("space");
  bonesButton = document.getElementById("show-bones");
  /** Called with what can play on the shown asset: `{ skeleton, bones, clips }`. */
  onoffer = () => {};
  /** Whether something else is loading, which the address refers to. */
  isHeld = false;
  /** Called when a different clip plays, or with null for none. */
  onclip = () => {};
  /** Called with the poses that are drawn, and with the name of a bone that was chosen. */
  onposed = () => {};
  onbone = () => {};
  /** The clip that plays first on what is shown, if it fits. */
  first = null;
  /** What is shown: the model or skeleton, its box, and the last pose. */
  #shown = {};
  #travels = false;
  /** The box that was framed last. */
  #framed;
  #wantsBones = false;
  #side = 0;
  /** The name of the chosen collision mesh; empty for none. */
  #collision = "";
  /** The chosen level of detail. */
  #level = BY_DISTANCE;
  #crowd = 1;
  #rate = new Rate();

  /** @param parts the page's `content`, `live`, `player`, `posing`, `problems` and `stage` */
  constructor(parts) {
    Object.assign(this, parts);
    this.posing.onpose = (pose) => this.#take(pose);
    this.posing.onfailure = (error) => this.problems.fail("pose", error);
    this.player.onchange = () => this.#replay();
    this.stage.onpick = (bone) => this.#choose(bone);
    this.looks = new Looks(this.stage.shows);
    this.controls = this.looks.element;
    this.upright = new Upright(this.live, this.looks);
    this.looks.morphs.onchange = () => this.#morph();
    Object.assign(this.looks, {
      onswitch: (name, on) => this.#redraw(() => { this.stage.shows[name] = on; }),
      onlook: (look) => this.#redraw(() => this.#look(look)),
      onside: (side) => this.#turn(side),
      onup: (up) => {
        this.upright.choose(up);
        this.#stand();
      },
      oncollision: (name) => this.#collide(name),
      oncrowd: (count) => this.#gather(count),
      onlevel: (level) => this.#redraw(() => this.#detail(level)),
      onbone: (bone) => this.#choose(bone),
      onmesh: (mesh, on) => this.#redraw(() => this.stage.meshes?.hidden[on ? "delete" : "add"](mesh)),
    });
  }

  /** Loads an asset with everything that it needs. `facts` describes it in one line. */
  load(name) {
    return loadSubject(this.content, name);
  }

  /** Shows the result of `load`. `isNew` is false if the same asset was shown before. */
  show(name, loaded, isNew) {
    this.upright.erect(loaded);
    const kept = isNew ? NOTHING : keptOf(this.#choices(), this.#shown, loaded);
    this.#shown = { ...(isNew ? {} : this.#shown), ...loaded, ...standing(loaded, this.upright.turned), name };
    const { bones, size } = loaded;
    this.#shown.poser = this.#shown.numbers && loaded.model && new ModelPoser(loaded.model, this.#shown.numbers);
    this.stage.setTextures(loaded.textures);
    this.stage.setModel(loaded.model);
    kept.hidden.forEach((mesh) => this.stage.meshes.hidden.add(mesh));
    this.stage.bones.chosen = kept.bone;
    this.stage.setBones(bones.map((bone) => bone.name), size);
    this.stage.setSolid(...(loaded.solid ?? [[], []]));
    this.#shown.joints = new Set((loaded.model?.meshes ?? []).flatMap(({ skinBones }) => [...skinBones]));
    if (isNew) {
      this.#showBones();
      this.posing.skeleton = null;
      this.player.set([]);
      this.problems.remove("unit");
      this.stage.setPath([]);
    }
    this.#offerLooks(loaded, kept);
    this.looks.morphs.set(loaded.model?.meshes ?? [], isNew);
    this.posing.model = loaded.model?.meshes.some(({ targets }) => targets.length > 0) ? name : undefined;
    this.#morph();
    this.#detail(kept.level);
    this.#look(this.looks.look);
    this.#gather(this.#crowd);
    this.#setPose();
    this.stage.setFigure(besideBox(this.#shown));
    if (isNew) {
      this.#turn(0);
      this.frame();
    }
    this.askClips();
  }

  /** What the user has chosen for the shown asset. */
  #choices() {
    const { stage } = this;
    return { hidden: stage.meshes?.hidden ?? new Set(), bone: stage.bones.chosen, collision: this.#collision, level: this.#level };
  }

  /** Shows the choices for a loaded asset, and what stays chosen. */
  #offerLooks({ model, bones }, kept) {
    const named = this.content.assets.filter(({ type }) => type === "CollisionMesh").map(({ name }) => name);
    const collisions = model ? named : [];
    const collision = collisions.includes(kept.collision) ? kept.collision : "";
    this.looks.set({ meshes: model?.meshes ?? [], bones, collisions, levels: levelsOf(model) }, { ...kept, collision });
    if (collision) {
      this.#collide(collision);
    } else {
      this.#collision = "";
    }
  }

  /** If a clip fits what is shown, plays it. Returns whether it does. */
  play(name) {
    const fits = this.player.has(name);
    if (fits) {
      this.player.playing = true;
      this.player.choose(name);
    }
    return fits;
  }

  /** Requests the clips that play on what is shown. */
  async askClips() {
    try {
      this.#offer(await this.live.ask({ ask: "clips", shown: this.#shown.name }));
    } catch {
      // The connection was lost. The next build requests the clips again.
    }
  }

  /** Returns the names of the content that the picture depends on, besides what is shown: textures, the skeleton and the clip. */
  needs() {
    const textures = (this.#shown.model?.materials ?? []).flatMap((material) => material.textures.map(({ asset }) => asset));
    return [...textures, this.posing.skeleton, this.player.clip?.name].filter(Boolean);
  }

  /** Marks a bone, given by its name. @param {{name: string, text: string} | null} mark */
  mark(mark) {
    const bone = (this.#shown.bones ?? []).findIndex(({ name }) => name === mark?.name);
    this.stage.setMark(mark && bone >= 0 ? { bone, text: mark.text } : null);
  }

  /** Updates the information about the last picture that depends on the camera. */
  tellPicture() {
    const { meshes } = this.stage;
    const isCrowd = meshes?.crowd.count > 1;
    const hasBones = (this.#shown.bones ?? []).some((_, bone) => this.#isBone(bone));
    const title = isCrowd ? "Bones are drawn for one model only" : hasBones ? "Bones (b)" : "No mesh is skinned, and no clip moves a node";
    Object.assign(this.bonesButton, { disabled: isCrowd || !hasBones, title });
    if (meshes?.levels.length > 0) {
      this.looks.showLevels(meshes.model.levelGroups, meshes.levels);
      document.documentElement.dataset.levels = meshes.levels.join(" ");
    }
  }

  /** Moves the camera so that everything is visible in the current pose, or within a box. */
  frame(box = this.stage.extent() ?? this.#shown.box) {
    this.#framed = box;
    if (box) {
      this.stage.camera.frame(...sphereAround(boxAround(box, this.stage.meshes?.stands() ?? [[0, 0]])));
    }
  }

  /** Examines the clip. Frames its whole movement if it would leave the part of space that was framed before. */
  async #survey(clip) {
    const shown = this.#shown;
    // If this request fails, the request for the pose fails as well and reports the reason.
    const found = await survey(this.live, this.posing, shown, clip, this.upright.turned).catch(() => null);
    if (!found || shown !== this.#shown || clip !== this.player.clip) {
      return;
    }
    document.documentElement.dataset.surveyed = clip.name;
    const isInside = this.#framed && found.box.every((corner, index) => (index < 3 ? corner >= this.#framed[index] : corner <= this.#framed[index]));
    if (!wish("camera") && !isInside) {
      this.frame(found.box);
    }
  }

  /** Looks from the next side. */
  turn() {
    this.#turn((this.#side + 1) % SIDES.length);
  }

  /** Sets whether root motion moves what is shown. */
  set travels(travels) {
    this.#travels = travels;
    if (this.#shown.name) {
      this.#setPose();
    }
  }

  get travels() { return this.#travels; }

  /** Draws the last pose from the server, or else the bind pose. */
  #setPose() {
    const { atBind, poser, bones } = this.#shown;
    const figures = this.#figures();
    const poses = figures.map(({ bones: posed }, figure) => (poser ? poser.pose(posed, figure) : posed));
    const [first, ...others] = poses.length > 0 ? poses : [poseOf(atBind)];
    const parents = bones.map(({ parent }) => parent ?? -1);
    const { scene } = this.posing;
    const hasGhost = (scene.ghost || scene.rival) && !scene.acting && others.length === 1 && !(scene.captions && this.stage.meshes);
    const place = (figure) => multiply(this.upright.turned, (this.#travels && figure?.place) || IDENTITY);
    this.stage.setGhost(parents, hasGhost ? matricesOf(others[0]) : null, place(figures[1]));
    this.stage.setPoses(hasGhost ? [first] : [first, ...others]);
    this.stage.setBonePose(parents, matricesOf(first), place(figures[0]), (bone) => (this.#isBone(bone) ? "bone" : "node"));
    this.#tell();
    this.#count();
  }

  /** Returns the figures of the last pose; empty if there is no pose of these bones. */
  #figures() {
    const { pose, poser, atBind } = this.#shown;
    return pose && (poser || pose.bones.length === 16 * atBind.length) ? [pose, ...pose.others] : [];
  }

  /** Whether a node of the model is not a bone of its skeleton. */
  #isNode(bone) {
    const { model, numbers, bones } = this.#shown;
    return Boolean(model && numbers?.size > 0 && !numbers.has(bones[bone].name));
  }

  /** Whether a node of the model moves a skinned mesh or is moved by a clip. All bones of a skeleton count. */
  #isBone(bone) {
    const { model, joints, moved, numbers, bones } = this.#shown;
    return !model || joints.has(bone) || Boolean(moved?.has(numbers.get(bones[bone].name)));
  }

  /** Whether the user wants to see the bones of models. */
  set wantsBones(wants) { this.#wantsBones = this.#shown.model ? wants : this.#wantsBones; }

  /** Shows the bones of a skeleton, and those of a model if the user wants to see bones. */
  #showBones() {
    const shows = this.#shown.model ? this.#wantsBones : true;
    this.bonesButton.setAttribute("aria-pressed", shows);
    this.stage.shows.bones = shows;
  }

  #choose(bone) {
    this.stage.bones.choose(bone);
    document.documentElement.dataset.bone = this.#shown.bones[bone]?.name ?? "";
    this.onbone(document.documentElement.dataset.bone);
    this.#redraw(() => this.#look(this.looks.look));
    this.#tell();
  }

  /** Shows the position of the chosen bone. */
  #tell() {
    const { bones } = this.#shown;
    const { chosen } = this.stage.bones;
    this.looks.showBone(bones, chosen, bones.map((_, bone) => this.stage.bones.matrix(bone)), chosen >= 0 && this.#isNode(chosen));
  }

  /** Draws morph targets with their weights. */
  #morph() {
    const { weights } = this.looks.morphs;
    this.stage.setWeights(weights);
    document.documentElement.dataset.weights = weights.join(" ");
  }

  #redraw(change) {
    change();
    this.stage.redraw();
  }

  /** Sets how surfaces are shown. */
  #look(look) {
    const { meshes, bones } = this.stage;
    if (meshes) {
      meshes.look = look;
      const heat = (bone) => [bone === bones.chosen ? 1 : 0, 0, 0, 1];
      meshes.palette.tint(look === "weights" ? heat : hueOf);
    }
  }

  /** Sets the level of detail: a number, or `BY_DISTANCE`. */
  #detail(level) {
    this.#level = level;
    if (this.stage.meshes) {
      this.stage.meshes.level = level;
    }
  }

  /** Shows everything with the chosen up axis. */
  #stand() {
    this.upright.erect(this.#shown);
    Object.assign(this.#shown, standing(this.#shown, this.upright.turned));
    this.stage.setFigure(besideBox(this.#shown));
    this.#gather(this.#crowd);
    this.#setPose();
    this.#turn(0);
    this.frame();
  }

  #turn(side) {
    this.#side = side;
    const [yaw, pitch] = SIDES[side];
    this.stage.camera.turn((this.#shown.front ?? 0) + yaw, pitch);
  }

  async #collide(name) {
    this.#collision = name;
    const { solid } = name ? await loadSubject(this.content, name) : { solid: [[], []] };
    // In the meantime, something else may have been chosen.
    if (name === this.#collision) {
      this.stage.setSolid(...solid);
    }
  }

  /** Draws the model this number of times, in rows. */
  #gather(count) {
    const { meshes } = this.stage;
    const changes = count !== this.#crowd;
    this.#crowd = count;
    this.posing.scene.set({ crowd: count });
    this.looks.showRate(null);
    if (meshes) {
      this.#arrange(count);
      this.#setPose();
      if (changes) {
        this.frame();
      }
    }
  }

  /** Arranges this number of figures in rows that are behind each other when seen from the front. */
  #arrange(count) {
    const { box, front } = this.#shown;
    const [x, z] = [0, 2].map((axis) => box[axis + 3] - box[axis]);
    this.stage.meshes.setCrowd(count, [1.3 * x, -1.6 * Math.max(z, 0.5 * x) * Math.cos(front)]);
  }

  /** Draws as many figures as there are poses, and labels them if two stand side by side. */
  #suit({ others }) {
    const { meshes } = this.stage;
    const { captions } = this.posing.scene;
    const both = Boolean(captions) && others.length === 1;
    const count = both ? 2 : this.#crowd;
    if (meshes && meshes.crowd.count !== count) {
      this.#arrange(count);
    }
    const stands = both && meshes ? meshes.stands() : [];
    const height = 1.03 * this.#shown.box[4];
    this.stage.setCaptions(stands.map(([x, z], figure) => ({ text: captions[figure], point: [x, height, z] })));
  }

  /** Shows the rate of poses while there is a crowd. */
  #count() {
    const rate = this.#rate.count(this.player.playing);
    if (rate !== null && this.#crowd > 1) {
      this.looks.showRate(`${rate < 10 ? rate.toFixed(1) : rate.toFixed(0)} poses and pictures a second`);
      document.documentElement.dataset.rate = rate.toFixed(1);
    }
  }

  #offer({ shown: name, skeleton, bones, clips, moved }) {
    const shown = this.#shown;
    if (name !== shown.name) {
      return;
    }
    if (shown.bones.length === 0) {
      this.#comply();
      return;
    }
    this.posing.skeleton = skeleton;
    shown.moved = new Set(moved);
    shown.numbers = new Map(bones.map((bone, number) => [bone.name, number]));
    shown.poser = shown.model && new ModelPoser(shown.model, shown.numbers);
    this.posing.again();
    const sourceOf = (asset) => this.content.get(asset)?.asset ?? asset;
    this.player.set(clips, favourite(clips, name, sourceOf)?.name, (clip) => kinshipOf(clip, name, sourceOf));
    this.#comply();
    document.documentElement.dataset.clips = clips.length;
    document.documentElement.dataset.offered = name;
    this.onoffer({ skeleton, bones, clips });
  }

  /** Whether what the page's address requests is shown. */
  get isReady() { return Boolean(this.#shown.wished); }

  /** Plays what the page's address requests, once for each asset. */
  #comply() {
    if (!this.#shown.wished && !this.isHeld) {
      this.wish();
      this.#shown.wished = true;
    }
  }

  /** Plays what the page's address requests. */
  wish() {
    fulfil(this);
    this.first = null;
  }

  /** Shows what a changed address requests for the asset that is already shown. */
  follow() {
    if (this.upright.follow()) {
      this.#stand();
    } else if (!wish("camera") && this.stage.camera.isMoved) {
      this.#turn(0);
      this.frame();
    }
    this.wish();
  }

  #take(pose) {
    this.#shown.pose = pose;
    this.problems.remove("pose");
    this.looks.morphs.give(pose.weights);
    this.#morph();
    this.#suit(pose);
    this.#setPose();
    this.onposed(pose);
    this.#compareUnits();
    document.documentElement.dataset.posed = pose.time;
    document.documentElement.dataset.figures = pose.others.length + 1;
  }

  /** Warns once per clip if it has a different unit than the skeleton, because the picture would seem to be empty. */
  #compareUnits() {
    const shown = this.#shown;
    if (shown.compared === shown.clip || this.#figures().length === 0) {
      return;
    }
    shown.compared = shown.clip;
    const posed = shown.bones.map((_, bone) => this.stage.bones.matrix(bone));
    const parents = shown.bones.map(({ parent }) => parent ?? -1);
    const difference = unitsApart(parents, posed, shown.atBind);
    if (difference) {
      const message = `${shown.clip?.name ?? "the clip"} ${difference}: clip and skeleton have different units`;
      this.problems.add("unit", `${message}. Set \`unit\` in rigmill.toml: "file" keeps the numbers of an FBX file`);
    } else {
      this.problems.remove("unit");
    }
  }

  /** Shows the bind pose. */
  #rest() {
    this.#shown.pose = undefined;
    delete document.documentElement.dataset.posed;
    if (this.#shown.name) {
      this.problems.remove("unit");
      this.#setPose();
    }
  }

  /** Called when the clip or its time has changed. Updates the events and the path. */
  async #replay() {
    this.posing.again();
    const { clip } = this.player;
    if (clip === this.#shown.clip) {
      return;
    }
    this.#shown.clip = clip;
    this.problems.remove("clip");
    document.documentElement.dataset.clip = clip?.name ?? "";
    this.stage.setPath([]);
    this.onclip(clip);
    if (!clip) {
      this.#rest();
    }
    const { skeleton } = this.posing;
    if (skeleton && this.player.has(clip?.name)) {
      this.#survey(clip);
      // If this request fails, the request for the pose fails as well and reports the reason.
      const answer = await this.live.ask({ ask: "clip", skeleton, clip: clip.name }).catch(() => null);
      if (answer && clip === this.player.clip) {
        this.player.setEvents(answer.details.events);
        this.stage.setPath(answer.details.path);
      }
    }
  }
}
