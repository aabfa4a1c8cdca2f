// The connection to the server: sends requests, and receives responses and the results of builds. It reconnects automatically.

const RETRY = 1000;
const HEADER = 4;

/** The server cannot be reached. The page reports this in a single place. */
export class Unreachable extends Error {
  message = "not connected";
}

/** A WebSocket to the server that served this page. */
export class Live {
  /** Called when a build has finished: `{ number, problems }`. */
  onbuild = () => {};
  /** Called when it changes whether the server can be reached. */
  onstate = () => {};
  /** The requests without a response. The server responds in the same order. */
  #open = [];

  open() {
    const address = new URL("live", location.href);
    address.protocol = "ws:";
    address.hash = "";
    this.socket = new WebSocket(address);
    this.socket.binaryType = "arraybuffer";
    this.socket.onopen = () => this.onstate(true);
    this.socket.onmessage = ({ data }) => this.#receive(data);
    this.socket.onclose = () => {
      this.#open.splice(0).forEach(({ reject }) => reject(new Unreachable()));
      this.onstate(false);
      setTimeout(() => this.open(), RETRY);
    };
  }

  /**
   * Sends a request: see `view/src/tab/ask.rs`. The promise resolves to the response, or is rejected with the reason why there
   * is none.
   */
  ask(question) {
    if (this.socket?.readyState !== WebSocket.OPEN) {
      return Promise.reject(new Unreachable());
    }
    this.socket.send(JSON.stringify(question));
    return new Promise((resolve, reject) => this.#open.push({ resolve, reject }));
  }

  #receive(data) {
    const told = data instanceof ArrayBuffer ? unpack(data) : JSON.parse(data);
    if (told.tell === "build") {
      this.onbuild(told);
      return;
    }
    const { resolve, reject } = this.#open.shift() ?? {};
    if (["no", "no-pose", "misunderstood"].includes(told.tell)) {
      reject?.(new Error(told.why));
    } else {
      resolve?.(told);
    }
  }
}

/**
 * Unpacks poses from the server's format: ticket, number of bones, time, number of further figures; then for each figure 16
 * numbers for its placement and for every bone; then the weights of morph targets. `place` and `bones` are those of the first
 * figure; `bones` contains the numbers of all bones.
 */
export function unpack(buffer) {
  const [ticket, count] = new Uint32Array(buffer, 0, 2);
  const [time] = new Float32Array(buffer, 8, 1);
  const [further] = new Uint32Array(buffer, 12, 1);
  const numbers = new Float32Array(buffer, 4 * HEADER);
  const size = 16 * (count + 1);
  const figure = (first) => ({ place: numbers.subarray(first, first + 16), bones: numbers.subarray(first + 16, first + size) });
  const figures = Array.from({ length: further + 1 }, (_, number) => figure(number * size));
  const weights = numbers.subarray((further + 1) * size);
  return { ticket, time, ...figures[0], others: figures.slice(1), weights };
}
