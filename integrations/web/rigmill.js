// Loads and plays the content that Rigmill builds. rigmill.d.ts documents every member.

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** An error of the runtime, or of a download. */
export class RigmillError extends Error {
  name = "RigmillError";
}

/** The WebAssembly module: passes texts and files to it, and turns its failures into exceptions. */
class Module {
  constructor(functions) {
    this.functions = functions;
    this.unused = new FinalizationRegistry(([close, handle]) => close(handle));
  }

  /** Calls a function that takes a text of these parts. */
  callWith(parts, name, ...values) {
    this.#send(this.functions.web_text, encoder.encode(parts.join("\0")));
    return this.call(name, ...values);
  }

  call(name, ...values) {
    const result = this.functions[name](...values);
    if (result < 0) throw new RigmillError(this.#output());
    return result;
  }

  sendFile(bytes) {
    const whole = bytes instanceof ArrayBuffer;
    this.#send(this.functions.web_file, whole ? new Uint8Array(bytes) : new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  }

  /** The parts of the output text, after a function that returned their number. */
  parts(count) {
    return count > 0 ? this.#output().split("\0") : [];
  }

  /** An array over the module's memory. If the memory has grown since, the earlier array is empty. */
  view(earlier, Type, address, length) {
    const { buffer } = this.functions.memory;
    return earlier?.buffer === buffer ? earlier : new Type(buffer, address >>> 0, length);
  }

  #send(allocate, bytes) {
    const address = allocate(bytes.length) >>> 0;
    if (address === 0) throw new RigmillError(`there is not enough memory for ${bytes.length} bytes`);
    new Uint8Array(this.functions.memory.buffer, address, bytes.length).set(bytes);
  }

  #output() {
    const { memory, web_output, web_output_length } = this.functions;
    return decoder.decode(new Uint8Array(memory.buffer, web_output() >>> 0, web_output_length()));
  }
}

/** An object in the module's memory. */
class Resource {
  #close;

  constructor(module, handle, close) {
    this._module = module;
    this._handle = handle;
    this.#close = module.functions[close];
    module.unused.register(this, [this.#close, handle], this);
  }

  dispose() {
    if (this._handle < 0) return;
    this._module.unused.unregister(this);
    this.#close(this._handle);
    this._handle = -1;
  }
}

export class Rigmill {
  #module;

  constructor(instance) {
    this.#module = new Module(instance.exports);
  }

  static async load(source = new URL("rigmill.wasm", import.meta.url)) {
    const isCode = source instanceof WebAssembly.Module || source instanceof ArrayBuffer || ArrayBuffer.isView(source);
    const loaded = await WebAssembly.instantiate(isCode ? source : await download(source));
    return new Rigmill(loaded.instance ?? loaded);
  }

  content() {
    return new Content(this.#module, this.#module.call("web_content_new"));
  }

  pack(bytes) {
    this.#module.sendFile(bytes);
    return new Content(this.#module, this.#module.call("web_content_pack"));
  }

  async fetchPack(url) {
    return this.pack(await download(url));
  }
}

export class Content extends Resource {
  constructor(module, handle) {
    super(module, handle, "web_content_close");
  }

  insert(name, bytes) {
    this._module.sendFile(bytes);
    this._module.callWith([name], "web_content_insert", this._handle);
  }

  async fetch(folder, names) {
    const url = (name) => `${folder}/${name.split("/").map(encodeURIComponent).join("/")}.rmb`;
    await Promise.all(names.map(async (name) => this.insert(name, await download(url(name)))));
  }

  player(actions) {
    return new Player(this._module, this._module.callWith([actions], "web_player_load", this._handle));
  }

  clipPlayer(skeleton, clips) {
    return new Player(this._module, this._module.callWith([skeleton, ...clips], "web_player_of_clips", this._handle));
  }
}

export class Player extends Resource {
  #matrices;
  #movement;

  constructor(module, handle) {
    super(module, handle, "web_player_close");
    const { web_player_parent, web_player_matrices, web_player_movement } = module.functions;
    this.layers = module.parts(module.call("web_player_layers", handle));
    const names = module.parts(module.call("web_player_bones", handle));
    this.bones = names.map((name, bone) => ({ name, parent: web_player_parent(handle, bone) }));
    this._addresses = { matrices: web_player_matrices(handle), movement: web_player_movement(handle) };
  }

  play(action, { layer = this.layers[0], fade = NaN, loop, speed = NaN, start = NaN } = {}) {
    const repeat = loop === undefined ? -1 : Number(loop);
    this._module.callWith([layer, action], "web_player_play", this._handle, fade, speed, start, repeat);
  }

  stop(layer, fade = 0) {
    this._module.callWith([layer], "web_player_stop", this._handle, fade);
  }

  setWeight(layer, weight) {
    this._module.callWith([layer], "web_player_set_weight", this._handle, weight);
  }

  update(seconds) {
    this._module.call("web_player_update", this._handle, seconds);
  }

  get modelMatrices() {
    this.#check();
    return (this.#matrices = this._module.view(this.#matrices, Float32Array, this._addresses.matrices, 16 * this.bones.length));
  }

  get movement() {
    this.#check();
    this.#movement = this._module.view(this.#movement, Float64Array, this._addresses.movement, 7);
    return { translation: this.#movement.subarray(0, 3), rotation: this.#movement.subarray(3) };
  }

  get events() {
    const parts = this._module.parts(this._module.call("web_player_events", this._handle));
    return Array.from({ length: parts.length / 6 }, (_, number) => {
      const [layer, name, text, value, after, fadesOut] = parts.slice(6 * number);
      return { layer, name, text, value: Number(value), after: Number(after), fadesOut: fadesOut === "1" };
    });
  }

  hasFinished(layer = this.layers[0]) {
    return this._module.callWith([layer], "web_player_has_finished", this._handle) === 1;
  }

  skin(bones, inverseBinds) {
    this._module.sendFile(inverseBinds);
    return new Skin(this, this._module.callWith(bones, "web_skin_new", this._handle));
  }

  #check() {
    if (this._handle < 0) throw new RigmillError("the object was disposed");
  }
}

export class Skin extends Resource {
  #player;
  #palette;

  constructor(player, handle) {
    super(player._module, handle, "web_skin_close");
    this.#player = player;
  }

  palette() {
    const count = this._module.call("web_skin_update", this._handle, this.#player._handle);
    const address = this._module.functions.web_skin_palette(this._handle);
    return (this.#palette = this._module.view(this.#palette, Float32Array, address, 16 * count));
  }
}

async function download(source) {
  const response = source instanceof Response ? source : await fetch(source);
  if (!response.ok) throw new RigmillError(`${response.url}: ${response.status} ${response.statusText}`);
  return response.arrayBuffer();
}
