// The connection to the server: questions, poses, and what came of builds. It comes back by itself.

const RETRY = 1000;
const HEADER = 4;

/** A WebSocket to the server that served this page. */
export class Live {
  /** A build has finished: `{ number, problems }`. */
  onbuild = () => {};
  /** The clips of an asset: `{ shown, skeleton, bones, clips }`. */
  onclips = () => {};
  /** A pose: `{ ticket, time, place, bones }`, the matrices relative to the model. */
  onpose = () => {};
  /** A pose that could not be computed: `{ ticket, why }`. */
  onnopose = () => {};
  /** Whether the server can be reached. */
  onstate = () => {};

  open() {
    const address = new URL("live", location.href);
    address.protocol = "ws:";
    address.hash = "";
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.onstate(true);
    this.socket.onmessage = ({ data }) => this.#receive(data);
    this.socket.onclose = () => {
      this.onstate(false);
      setTimeout(() => this.open(), RETRY);
    };
  }

  askClips(shown) {
    return this.#ask({ ask: "clips", shown });
  }

  /** Asks for a pose at a time in seconds. Returns whether the question went out. */
  askPose(skeleton, clip, time, looped, ticket) {
    return this.#ask({ ask: "pose", skeleton, clip, time, looped, ticket });
  }

  #ask(question) {
    const isOpen = this.socket?.readyState === WebSocket.OPEN;
    if (isOpen) {
      this.socket.send(JSON.stringify(question));
    }
    return isOpen;
  }

  #receive(data) {
    if (data instanceof ArrayBuffer) {
      this.onpose(unpack(data));
      return;
    }
    const told = JSON.parse(data);
    const listeners = { build: this.onbuild, clips: this.onclips, "no-pose": this.onnopose };
    listeners[told.tell]?.(told);
  }
}

/** A pose as the server packs it: ticket, number of bones, time, 0, then 16 numbers each for the place and for every bone. */
export function unpack(buffer) {
  const [ticket, count] = new Uint32Array(buffer, 0, 2);
  const [time] = new Float32Array(buffer, 8, 1);
  const numbers = new Float32Array(buffer, 4 * HEADER);
  const matrix = (index) => numbers.subarray(16 * index, 16 * index + 16);
  return { ticket, time, place: matrix(0), bones: Array.from({ length: count }, (_, bone) => matrix(bone + 1)) };
}
