// Draws the picture: the ground, the figure, and the shown asset.

import { nextFrame } from "../frame.js";
import { Backdrop } from "./backdrop.js";
import { box, sphere } from "./boxes.js";
import { Camera } from "./camera.js";
import { boxOf, movedBox } from "./extent.js";
import { Figure, HEIGHT, facing } from "./figure.js";
import { Ground } from "./ground.js";
import { Batch, LineProgram } from "./lines.js";
import { IDENTITY, multiply, origin, transform } from "./matrix.js";
import { MeshProgram, Meshes } from "./mesh.js";
import { Bones } from "./skeleton.js";
import { blank, upload } from "./surface.js";

const PATH_COLOUR = [0.4, 0.75, 0.95, 0.9];
const GHOST = [0.45, 0.8, 1, 0.95];
const RULER = [0.98, 0.85, 0.3, 1];
const EDGE = [0.95, 0.55, 0.2, 0.55];
const NORMAL = [0.35, 0.75, 0.95, 0.9];
const TANGENT = [0.95, 0.45, 0.55, 0.9];
const BOX = [0.5, 0.85, 0.5, 0.8];
const WHOLE = [0.95, 0.85, 0.4, 0.9];
/** The opacity of bones behind the mesh. */
const BEHIND = 0.45;
/** The length of normals, as a fraction of the size of the model. */
const SPIKE = 0.018;
/**
 * The size of the layout of texture coordinates, as a fraction of the picture's height, and its distance from the edge in
 * pixels.
 */
const [LAYOUT, GAP] = [0.42, 16];

/** Draws on a canvas whenever something has changed. */
export class Stage {
  /** What is drawn. */
  shows = { mesh: true, bones: false, nodes: false, ground: true, edges: false, normals: false, tangents: false, boxes: false, spheres: false, layout: false, names: false, solid: true };
  /** Called before each picture is drawn. */
  ondraw = () => {};
  /** Draws in the next frame. */
  redraw = nextFrame(() => this.#draw());
  /** Called with the index of a bone that was clicked. */
  onpick = () => {};
  #meshes = null;
  #textures = new Map();
  #place = IDENTITY;
  #absolute = [];
  #names = [];
  #size = 1;
  #figureAt = [-1, 0, 0];
  #mark = null;
  #captions = [];
  #ruler = null;

  /** @param {Theme} theme the colours of the picture */
  constructor(canvas, theme) {
    [this.canvas, this.theme] = [canvas, theme];
    this.gl = canvas.getContext("webgl2", { antialias: true, alpha: false, stencil: true });
    if (!this.gl) {
      throw new Error("this browser has no WebGL 2");
    }
    this.camera = new Camera(canvas);
    this.camera.onmove = () => this.redraw();
    this.camera.onclick = (at) => this.#pick(at);
    new ResizeObserver(this.redraw).observe(canvas);
    canvas.addEventListener("webglcontextlost", () => location.reload());
    this.backdrop = new Backdrop(this.gl);
    this.lines = new LineProgram(this.gl);
    this.shader = new MeshProgram(this.gl);
    this.blank = blank(this.gl);
    this.ground = new Ground(this.gl);
    this.figure = new Figure(this.gl);
    this.bones = new Bones(this.gl);
    this.path = new Batch(this.gl);
    this.bounds = new Batch(this.gl);
    this.ghost = new Batch(this.gl);
    this.traces = new Batch(this.gl);
    this.ruler = new Batch(this.gl);
    this.solid = { faces: new Batch(this.gl, this.gl.TRIANGLES), edges: new Batch(this.gl) };
  }

  /** The meshes that are shown, or null. */
  get meshes() {
    return this.#meshes;
  }

  /** Replaces the shown model; null shows none. */
  setModel(model) {
    this.#meshes?.drop();
    this.#meshes = model && new Meshes(this.gl, model);
    this.redraw();
  }

  /** Replaces the textures. Each is from `readTexture`, by asset name. */
  setTextures(textures) {
    this.#textures.forEach((texture) => this.gl.deleteTexture(texture));
    this.#textures = new Map(textures.map(([name, texture]) => [name, upload(this.gl, texture)]));
    this.redraw();
  }

  /** Returns the box around the visible meshes, or else the bones, in their current pose; null if there are none. */
  extent() {
    const meshes = this.#meshes?.boxes() ?? [];
    const boxes = meshes.length > 0 || this.#absolute.length === 0 ? meshes : [boxOf(this.#absolute.map(origin))];
    return boxes.length > 0 ? movedBox(boxes, this.#place) : null;
  }

  /** Sets the names of bones, in the order of poses, and the size of what is shown in metres. */
  setBones(names, size) {
    [this.#names, this.#size, this.bones.size] = [names, size, 0.02 * size];
  }

  /** Sets the poses of a model's bones, one for each figure. */
  setPoses(poses) {
    this.#meshes?.pose(poses);
    this.redraw();
  }

  /** Sets the pose of the bones that are drawn as lines. */
  setBonePose(parents, absolute, place = IDENTITY, kindOf = undefined) {
    this.bones.set(parents, absolute, kindOf);
    [this.#absolute, this.#place] = [absolute, place];
    this.redraw();
  }

  /** Sets the weights of morph targets, mesh by mesh. */
  setWeights(weights) {
    this.#meshes?.morph(weights);
    this.redraw();
  }

  /** Sets the pose to compare with, whose bones are drawn as lines. Without a pose, nothing is drawn. */
  setGhost(parents, absolute, place = IDENTITY) {
    const ends = parents.flatMap((parent, bone) => (parent >= 0 && absolute ? [absolute[parent], absolute[bone]] : []));
    this.ghost.set(ends.flatMap((matrix) => [...origin(multiply(matrix, place)), ...GHOST]));
    this.redraw();
  }

  /** Sets lines in space that show movements, as vertices of a batch. */
  setTraces(vertices) {
    this.traces.set(vertices);
    this.redraw();
  }

  /** Shows a distance between two points. @param {{points: number[][], text: string} | null} distance */
  setRuler(distance) {
    if (distance || this.#ruler) {
      this.#ruler = distance;
      this.ruler.set((distance?.points ?? []).flatMap((point) => [...point, ...RULER]));
      this.redraw();
    }
  }

  /** Shows a text at a bone, given by its index. @param {{bone: number, text: string} | null} mark */
  setMark(mark) {
    this.#mark = mark;
    this.redraw();
  }

  /** Shows texts at points in space. @param {{text: string, point: number[]}[]} captions */
  setCaptions(captions) {
    this.#captions = captions.map((caption) => ({ ...caption, above: true }));
    this.redraw();
  }

  /** Sets the path of a root, as points in metres. */
  setPath(points) {
    const segments = points.slice(1).flatMap((point, index) => [points[index], point]);
    this.path.set(segments.flatMap(([x, , z]) => [x, 0.002, z, ...PATH_COLOUR]));
    this.redraw();
  }

  /** Sets triangles in model space that are not a mesh: faces and edges as vertices of batches. */
  setSolid(faces, edges) {
    this.solid.faces.set(faces);
    this.solid.edges.set(edges);
    this.redraw();
  }

  /** Sets the position of the figure. */
  setFigure(point) {
    this.#figureAt = point;
    this.redraw();
  }

  /** Returns the labelled points on and above the ground, and the labelled bones. */
  labels() {
    const { step } = this.ground;
    const metres = (count) => (step * count >= 1 ? `${step * count} m` : step >= 0.01 ? `${Math.round(step * count * 100)} cm` : `${(step * count * 1000).toPrecision(2)} mm`);
    const ticks = [1, 2, 3, 4, 5].map((count) => ({ text: metres(count), point: [step * count, 0, 0] }));
    const [x, y, z] = this.#figureAt;
    const scale = this.shows.ground ? [...ticks, { text: `${HEIGHT} m`, point: [x, y + HEIGHT, z], above: true }] : [];
    const marked = this.#mark && this.#absolute[this.#mark.bone];
    const mark = marked ? [{ text: this.#mark.text, point: this.#placed(origin(marked)), above: true, chosen: true }] : [];
    const ruler = this.#ruler ? [{ text: this.#ruler.text, point: middleOf(...this.#ruler.points), above: true, chosen: true }] : [];
    return [...scale, ...this.#boneLabels(), ...mark, ...ruler, ...this.#captions];
  }

  /** Returns the names of all bones, or of the selected bone. */
  #boneLabels() {
    const { chosen } = this.bones;
    const labels = this.bones.origins().map((point, bone) => ({ text: this.#names[bone] ?? "", point: this.#placed(point), chosen: bone === chosen, bone }));
    return labels.filter(({ bone }) => this.shows.names || bone === chosen);
  }

  #placed(point) {
    return transform(point, this.#place).slice(0, 3);
  }

  #pick(at) {
    if (this.shows.bones) {
      const { clientWidth, clientHeight } = this.canvas;
      this.onpick(this.bones.at(at, (point) => this.camera.project(this.#placed(point), clientWidth, clientHeight)));
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
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT | gl.STENCIL_BUFFER_BIT);
    gl.enable(gl.BLEND);
    gl.blendFunc(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA);
    const { colours } = this.theme;
    this.backdrop.draw(colours);
    this.ground.suit(camera.distance, colours.line);
    this.figure.paint(colours.figure);
    this.#meshes?.chooseLevels(camera, this.#place);
    const view = { camera: camera.matrix(width / height), place: this.#place, eye: camera.eye };
    this.#drawGround(view);
    this.#drawMesh(view);
    this.#drawSolid(view);
    this.#drawLines(view);
    this.#drawLayout(view, sharpness);
    this.ondraw();
  }

  #drawGround(view) {
    const { gl } = this;
    const { camera, eye } = view;
    if (!this.shows.ground) {
      return;
    }
    this.lines.draw([this.figure.triangles], camera, facing(this.#figureAt, eye));
    const { target } = this.camera;
    gl.depthMask(false);
    this.lines.draw([this.ground.lines], camera, IDENTITY, [target[0], 0, target[2], this.ground.reach]);
    this.lines.draw([this.path], camera, IDENTITY);
    if (this.#meshes && this.shows.mesh && eye[1] > 0) {
      // The stencil test prevents the shadow from getting darker where two of its triangles overlap.
      gl.enable(gl.STENCIL_TEST);
      gl.stencilFunc(gl.EQUAL, 0, 1);
      gl.stencilOp(gl.KEEP, gl.KEEP, gl.INCR);
      this.#meshes.drawShadow(this.shader, view, this.theme.colours.shadow);
      gl.disable(gl.STENCIL_TEST);
    }
    gl.depthMask(true);
  }

  #drawMesh(view) {
    const meshes = this.#meshes;
    if (!meshes || !this.shows.mesh) {
      return;
    }
    const { gl, shader, shows } = this;
    gl.enable(gl.POLYGON_OFFSET_FILL);
    gl.polygonOffset(1, 1);
    meshes.draw(shader, view, (material, use) => this.#map(material, use), this.blank);
    gl.disable(gl.POLYGON_OFFSET_FILL);
    if (shows.edges) {
      meshes.drawEdges(shader, view, EDGE);
    }
    if (shows.normals) {
      meshes.drawSpikes(shader, view, NORMAL, SPIKE * this.#size, "normals");
    }
    if (shows.tangents) {
      meshes.drawSpikes(shader, view, TANGENT, SPIKE * this.#size, "tangents");
    }
  }

  /** Returns the texture of a material for a use, and its placement; null if there is none. */
  #map(material, use) {
    const named = this.#meshes.model.materials[material]?.textures.find((texture) => texture.use === use && !texture.missing);
    const texture = named && this.#textures.get(named.asset);
    return texture ? { texture, uvSet: named.uvSet ?? 0, placing: placingOf(named) } : null;
  }

  #drawSolid({ camera, place }) {
    if (this.shows.solid) {
      const { gl } = this;
      gl.depthMask(false);
      this.lines.draw([this.solid.faces, this.solid.edges], camera, place);
      gl.depthMask(true);
    }
  }

  #drawLines({ camera }) {
    const { gl, shows } = this;
    if (shows.boxes || shows.spheres) {
      this.bounds.set(this.#bounds());
      this.lines.draw([this.bounds], camera, this.#place);
    }
    if ((this.#meshes?.crowd.count ?? 1) === 1) {
      this.#drawBones(camera);
    }
  }

  /** Draws bones faintly behind the mesh, and clearly in front of it, so that they do not hide it. */
  #drawBones(camera) {
    const { gl, shows, bones } = this;
    const seen = [...(shows.bones ? [bones.faces, bones.lines] : []), ...(shows.nodes ? [bones.nodes] : [])];
    gl.depthMask(false);
    this.lines.draw(seen, camera, this.#place);
    gl.disable(gl.DEPTH_TEST);
    this.lines.draw(seen.filter((batch) => batch !== bones.faces), camera, this.#place, undefined, BEHIND);
    this.lines.draw([bones.axes], camera, this.#place);
    this.lines.draw([this.ghost, this.traces, this.ruler], camera, IDENTITY);
    gl.enable(gl.DEPTH_TEST);
    gl.depthMask(true);
  }

  /** Draws the boxes and spheres of the meshes, at their bones, and those of the whole model. */
  #bounds() {
    const { boxes, spheres } = this.shows;
    const outlines = (bounds, matrix, colour) => [...(boxes ? box(bounds.box, matrix, colour) : []), ...(spheres ? sphere(bounds.sphere, matrix, colour) : [])];
    const model = this.#meshes?.model;
    const own = (model?.meshes ?? []).filter((_, index) => this.#meshes.isSeen(index)).flatMap((mesh) => outlines(mesh, this.#absolute[mesh.bone] ?? IDENTITY, BOX));
    return model ? [...own, ...outlines(model, IDENTITY, WHOLE)] : [];
  }

  /** Draws the texture coordinates, flat in a corner. */
  #drawLayout(view, sharpness) {
    if (this.#meshes && this.shows.layout) {
      const { gl, canvas } = this;
      const [size, gap] = [Math.round(LAYOUT * Math.min(canvas.height, canvas.width)), GAP * sharpness];
      const square = [canvas.width - size - gap, gap, size, size].map(Math.round);
      gl.viewport(...square);
      gl.scissor(...square);
      gl.enable(gl.SCISSOR_TEST);
      gl.disable(gl.DEPTH_TEST);
      gl.clearColor(...this.theme.colours.bottom, 1);
      gl.clear(gl.COLOR_BUFFER_BIT);
      this.#meshes.drawLayout(this.shader, view, [...this.theme.colours.line, 0.8]);
      gl.disable(gl.SCISSOR_TEST);
      gl.enable(gl.DEPTH_TEST);
    }
  }
}

/** Returns the middle between two points. */
const middleOf = (a, b) => a.map((number, axis) => (number + b[axis]) / 2);

/**
 * Returns the placement of a texture as columns of a matrix: offset, rotation in radians and scale, as in glTF's
 * KHR_texture_transform.
 */
export function placingOf({ offset = [0, 0], rotation = 0, scale = [1, 1] }) {
  const [sin, cos] = [Math.sin(rotation), Math.cos(rotation)];
  return [cos * scale[0], -sin * scale[0], sin * scale[1], cos * scale[1], ...offset];
}
