// Shows sounds: the waveform of each channel. A click plays the sound from there.

import { readSound } from "../format/sound.js";
import { whenResized } from "../frame.js";
import { make, section, slider, tick } from "../panel/dom.js";

const STEP = 1;
const CHANNELS = ["left", "right", "centre", "low", "back left", "back right", "side left", "side right"];

/** Shows and plays a sound. */
export class SoundView {
  types = ["Sound"];
  #buffer = null;
  #sound = null;
  #context = null;
  #source = null;
  #volume = 0.8;
  #loops = false;
  /** The position at which playback starts: seconds of the sound at a time of the clock. */
  #from = { offset: 0, at: 0 };

  /** @param parts the page's `content` */
  constructor({ content }) {
    this.content = content;
    this.button = make("button", { on: { click: () => this.toggle() } }, "▶ Play");
    this.time = make("output", { className: "dim" });
    this.canvas = make("canvas", { tabIndex: 0, role: "slider", ariaLabel: "Where the sound plays", aria: { valuemin: 0 }, on: { click: (event) => this.#click(event), keydown: (event) => this.#key(event) } });
    this.loop = tick("Loop", false, (on) => {
      this.#loops = on;
      this.#seek(this.#now());
    });
    this.controls = make("div", { hidden: true }, section("Sound", slider("Volume", { min: 0, max: 1, step: 0.01, value: this.#volume }, (volume) => {
      this.#volume = volume;
      this.#gain?.gain.setValueAtTime(volume, this.#context.currentTime);
    }), this.loop));
    this.element = make("div", { className: "sheet", role: "region", ariaLabel: "Sound", hidden: true }, make("div", { className: "bar" }, this.button, this.time), this.canvas);
    whenResized(this.element, () => this.#draw());
  }

  #gain = null;

  async load(name) {
    const sound = readSound(await this.content.bytes(name));
    const { rate, channels, frames, encoding, loopStart, loopLength } = sound;
    const part = loopLength > 0 ? `, repeats ${(loopStart / rate).toFixed(3)} to ${((loopStart + loopLength) / rate).toFixed(3)} s` : "";
    const buffer = encoding === "PCM" ? bufferOf(sound) : await new OfflineAudioContext(channels, 1, rate).decodeAudioData(sound.vorbis.slice().buffer);
    return { sound, buffer, facts: `${(frames / rate).toFixed(3)} s, ${rate.toLocaleString("en")} Hz, ${channels} channel${channels === 1 ? "" : "s"}, ${encoding}${part}` };
  }

  show(_name, { sound, buffer }) {
    this.stop();
    [this.#sound, this.#buffer] = [sound, buffer];
    this.#from = { offset: 0, at: 0 };
    this.#loops = sound.loopLength > 0;
    this.loop.querySelector("input").checked = this.#loops;
    this.canvas.setAttribute("aria-valuemax", buffer.duration);
    this.#draw();
  }

  /** Called when a different asset is shown. */
  hide() {
    this.stop();
  }

  toggle() {
    if (this.#source) {
      this.#from.offset = this.#now();
      this.stop();
    } else {
      this.#play(this.#from.offset >= this.#buffer.duration ? 0 : this.#from.offset);
    }
  }

  stop() {
    if (this.#source) {
      this.#source.onended = null;
      this.#source.stop();
      this.#source = null;
    }
    this.button.textContent = "▶ Play";
  }

  #play(offset) {
    this.stop();
    this.#context ??= new AudioContext();
    const context = this.#context;
    context.resume();
    this.#gain = new GainNode(context, { gain: this.#volume });
    const { rate, loopStart, loopLength } = this.#sound;
    const part = loopLength > 0 ? { loopStart: loopStart / rate, loopEnd: (loopStart + loopLength) / rate } : {};
    const source = new AudioBufferSourceNode(context, { buffer: this.#buffer, loop: this.#loops, ...part });
    source.connect(this.#gain).connect(context.destination);
    source.onended = () => {
      this.#from.offset = this.#buffer.duration;
      this.#source = null;
      this.stop();
    };
    source.start(0, offset);
    this.#source = source;
    this.#from = { offset, at: context.currentTime };
    this.button.textContent = "❚❚ Pause";
    this.#run();
  }

  #run() {
    this.#draw();
    if (this.#source) {
      requestAnimationFrame(() => this.#run());
    }
  }

  /** Returns the current position, in seconds of the sound. */
  #now() {
    const { offset, at } = this.#from;
    if (!this.#source) {
      return offset;
    }
    const time = offset + this.#context.currentTime - at;
    const { loop, loopStart, loopEnd } = this.#source;
    const end = loopEnd || this.#buffer.duration;
    return loop && time > end ? loopStart + ((time - loopStart) % (end - loopStart)) : Math.min(time, this.#buffer.duration);
  }

  #seek(offset) {
    this.#from.offset = Math.min(this.#buffer.duration, Math.max(0, offset));
    if (this.#source) {
      this.#play(this.#from.offset);
    }
    this.#draw();
  }

  #click(event) {
    const { left, width } = this.canvas.getBoundingClientRect();
    this.#play(((event.clientX - left) / width) * this.#buffer.duration);
  }

  #key(event) {
    const step = { ArrowLeft: -STEP, ArrowRight: STEP }[event.key];
    if (step) {
      event.preventDefault();
      this.#seek(this.#now() + (step * this.#buffer.duration) / 20);
    }
  }

  #draw() {
    if (!this.#buffer || this.element.hidden) {
      return;
    }
    const { canvas } = this;
    const sharpness = window.devicePixelRatio || 1;
    const width = Math.max(1, Math.round((this.element.clientWidth - 50) * sharpness));
    const each = Math.round(150 * sharpness);
    const count = this.#buffer.numberOfChannels;
    Object.assign(canvas, { width, height: each * count });
    const context = canvas.getContext("2d");
    const { rate, loopStart, loopLength, frames } = this.#sound;
    if (loopLength > 0) {
      context.fillStyle = "#e9a23b22";
      context.fillRect((loopStart / frames) * width, 0, (loopLength / frames) * width, canvas.height);
    }
    for (let channel = 0; channel < count; channel++) {
      context.fillStyle = "#5cb8e6";
      wave(context, this.#buffer.getChannelData(channel), width, channel * each + each / 2, each / 2 - 6);
      context.fillStyle = "#98a0aa";
      context.font = `${11 * sharpness}px system-ui, sans-serif`;
      context.fillText(CHANNELS[channel] ?? "", 6, channel * each + 14 * sharpness);
    }
    const now = this.#now();
    context.fillStyle = "#f0756a";
    context.fillRect((now / this.#buffer.duration) * width, 0, sharpness, canvas.height);
    this.time.textContent = `${now.toFixed(3)} / ${(frames / rate).toFixed(3)} s`;
    canvas.setAttribute("aria-valuenow", now.toFixed(3));
  }
}

/** Draws the minimum and maximum sample of each column. */
function wave(context, samples, width, middle, height) {
  for (let x = 0; x < width; x++) {
    const part = samples.subarray(Math.floor((x * samples.length) / width), Math.max(Math.floor((x * samples.length) / width) + 1, Math.floor(((x + 1) * samples.length) / width)));
    let [least, most] = [1, -1];
    for (const sample of part) {
      least = Math.min(least, sample);
      most = Math.max(most, sample);
    }
    context.fillRect(x, middle - most * height, 1, Math.max(1, (most - least) * height));
  }
}

/** Converts 16-bit samples to the browser's format. */
function bufferOf({ channels, frames, rate, samples }) {
  // Browsers support rates from 3,000 to 768,000 Hz.
  const buffer = new AudioBuffer({ numberOfChannels: channels, length: frames, sampleRate: Math.max(3000, rate) });
  for (let channel = 0; channel < channels; channel++) {
    const own = buffer.getChannelData(channel);
    for (let frame = 0; frame < frames; frame++) {
      own[frame] = samples[frame * channels + channel] / 32768;
    }
  }
  return buffer;
}
