// The picture: the ground, the figure, and the asset that is shown.

import { Camera } from "./camera.js";
import { Figure, HEIGHT, facing } from "./figure.js";
import { Ground } from "./ground.js";
import { Batch, LineProgram } from "./lines.js";
import { IDENTITY, multiply, origin } from "./matrix.js";
import { MeshProgram, Meshes } from "./mesh.js";
import { Bones } from "./skeleton.js";
import { blank, upload } from "./surface.js";

const BACKGROUND = [0.09, 0.098, 0.11];
const PATH_COLOUR = [0.4, 0.75, 0.95, 0.9];
const GHOST = [0.45, 0.8, 1, 0.95];

/** Draws on a canvas, when something has changed. */
export class Stage {
  /** What is drawn. */
  shows = { mesh: true, bones: true, ground: true };
  /** Called before each picture that is drawn. */
  ondraw = () => {};
  #meshes = null;
  #textures = new Map();
  #place = IDENTITY;
  #absolute = [];
  #others = [];
  #mark = null;
  #captions = [];
  #figureAt = [-1, 0, 0];
  #due = false;

  constructor(canvas) {
    this.canvas = canvas;
    this.gl = canvas.getContext("webgl2", { antialias: true, alpha: false });
    if (!this.gl) {
      throw new Error("this browser has no WebGL 2");
    }
    this.camera = new Camera(canvas);
    this.camera.onmove = () => this.redraw();
    new ResizeObserver(() => this.redraw()).observe(canvas);
    canvas.addEventListener("webglcontextlost", () => location.reload());
    this.lines = new LineProgram(this.gl);
    this.shader = new MeshProgram(this.gl);
    this.blank = blank(this.gl);
    this.ground = new Ground(this.gl);
    this.figure = new Figure(this.gl);
    this.bones = new Bones(this.gl);
    this.path = new Batch(this.gl);
    this.ghosts = new Batch(this.gl);
  }

  /** Shows this model, or none, in place of the last one. */
  setModel(model) {
    this.#meshes?.drop();
    this.#meshes = model && new Meshes(this.gl, model);
    this.redraw();
  }

  /** Textures by asset name, as `readTexture` gives them; those of before are dropped. */
  setTextures(textures) {
    this.#textures.forEach((texture) => this.gl.deleteTexture(texture));
    this.#textures = new Map(textures.map(([name, texture]) => [name, upload(this.gl, texture)]));
    this.redraw();
  }

  /** The pose of a model's bones, and of the bones that are drawn as lines. */
  setPose(parents, absolute, place = IDENTITY) {
    this.#meshes?.pose(absolute);
    this.bones.set(parents, absolute);
    [this.#absolute, this.#place] = [absolute, place];
    this.redraw();
  }

  /**
   * Figures of the same model beside the one that is shown, as meshes; or ghosts of it, as bones.
   * @param {{absolute: Float32Array[], place: Float32Array, isGhost: boolean}[]} others
   */
  setOthers(parents, others) {
    this.#others = others.filter(({ isGhost }) => !isGhost);
    const ghosts = others.flatMap(({ absolute, place }) => linesOf(parents, absolute.map((matrix) => multiply(matrix, place))));
    this.ghosts.set(ghosts);
    this.redraw();
  }

  /** Puts a label at a bone, by its number. @param {{bone: number, text: string} | null} mark */
  setMark(mark) {
    this.#mark = mark;
    this.redraw();
  }

  /** The way of a root, as points in metres. */
  setPath(points) {
    const segments = points.slice(1).flatMap((point, index) => [points[index], point]);
    this.path.set(segments.flatMap(([x, , z]) => [x, 0.002, z, ...PATH_COLOUR]));
    this.redraw();
  }

  /** Where the figure stands. */
  setFigure(point) {
    this.#figureAt = point;
    this.redraw();
  }

  /** Points on the ground and above it that have a label. */
  labels() {
    const { step } = this.ground;
    const metres = (count) => (step * count >= 1 ? `${step * count} m` : step >= 0.01 ? `${Math.round(step * count * 100)} cm` : `${(step * count * 1000).toPrecision(2)} mm`);
    const ticks = [1, 2, 3, 4, 5].map((count) => ({ text: metres(count), point: [step * count, 0, 0] }));
    const [x, y, z] = this.#figureAt;
    const marked = this.#mark && this.#absolute[this.#mark.bone];
    const mark = marked ? [{ text: this.#mark.text, point: origin(multiply(marked, this.#place)), above: true }, ...this.#captions] : this.#captions;
    return this.shows.ground ? [...mark, ...ticks, { text: `${HEIGHT} m`, point: [x, y + HEIGHT, z], above: true }] : mark;
  }

  /** Texts at points in space. @param {{text: string, point: number[]}[]} captions */
  setCaptions(captions) {
    this.#captions = captions.map((caption) => ({ ...caption, above: true }));
    this.redraw();
  }

  redraw() {
    if (!this.#due) {
      this.#due = true;
      requestAnimationFrame(() => {
        this.#due = false;
        this.#draw();
      });
    }
  }

  #draw() {
    const { gl, canvas, camera } = this;
    const sharpness = Math.min(2, window.devicePixelRatio || 1);
    const [width, height] = [canvas.clientWidth, canvas.clientHeight].map((size) => Math.max(1, Math.round(size * sharpness)));
    if (canvas.width !== width || canvas.height !== height) {
      [canvas.width, canvas.height] = [width, height];
    }
    gl.viewport(0, 0, width, height);
    gl.clearColor(...BACKGROUND, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.enable(gl.DEPTH_TEST);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    this.ground.suit(camera.distance);
    const view = { camera: camera.matrix(width / height), place: this.#place, eye: camera.eye };
    this.#drawMesh(view);
    this.#drawLines(view);
    this.ondraw();
  }

  #drawMesh(view) {
    if (this.#meshes && this.shows.mesh) {
      const { materials } = this.#meshes.model;
      const textureOf = (material, use) => {
        const named = materials[material]?.textures.find((texture) => texture.use === use);
        return (named && this.#textures.get(named.asset)) ?? null;
      };
      this.#meshes.draw(this.shader, view, textureOf, this.blank);
      for (const { absolute, place } of this.#others) {
        this.#meshes.pose(absolute);
        this.#meshes.draw(this.shader, { ...view, place }, textureOf, this.blank);
      }
      if (this.#others.length > 0) {
        this.#meshes.pose(this.#absolute);
      }
    }
  }

  #drawLines({ camera, eye }) {
    const { gl } = this;
    if (this.shows.ground) {
      this.lines.draw([this.figure.triangles], camera, facing(this.#figureAt, eye));
      const { target } = this.camera;
      this.lines.draw([this.ground.lines], camera, IDENTITY, [target[0], 0, target[2], this.ground.reach]);
      this.lines.draw([this.path], camera, IDENTITY);
    }
    if (this.shows.bones) {
      // Bones are inside, so they are seen through the mesh.
      gl.disable(gl.DEPTH_TEST);
      this.lines.draw([this.bones.lines], camera, this.#place);
      this.lines.draw([this.ghosts], camera, IDENTITY);
    }
  }
}

/** A line from each bone's parent to the bone. */
function linesOf(parents, absolute) {
  const ends = parents.flatMap((parent, bone) => (parent >= 0 ? [absolute[parent], absolute[bone]] : []));
  return ends.flatMap((matrix) => [...origin(matrix), ...GHOST]);
}
