/** The protocol of the drawing process: frames of a length (4 bytes, big-endian) and that many bytes. */

/** A receipt of 500 lines and its PDF are far below this; a longer frame is a fault. */
const MAX_FRAME_BYTES = 64 * 1024 * 1024;

export function frame(bytes: Uint8Array): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(bytes.length);
  return Buffer.concat([length, bytes]);
}

/** Reassembles frames from the chunks of a pipe. */
export class FrameReader {
  #chunks: Buffer[] = [];
  #buffered = 0;

  /** The frames that this chunk completes. Throws a RangeError when the stream cannot consist of frames. */
  push(chunk: Buffer): Buffer[] {
    this.#chunks.push(chunk);
    this.#buffered += chunk.length;
    const frames: Buffer[] = [];
    for (let next = this.#next(); next !== undefined; next = this.#next()) frames.push(next);
    return frames;
  }

  #next(): Buffer | undefined {
    if (this.#buffered < 4) return undefined;
    const end = 4 + this.#joined(4).readUInt32BE();
    if (end > MAX_FRAME_BYTES) throw new RangeError('no frame is that long');
    if (this.#buffered < end) return undefined;
    const whole = this.#joined(end);
    this.#chunks = [whole.subarray(end)];
    this.#buffered = whole.length - end;
    return whole.subarray(4, end);
  }

  /** The first chunk, joined with the others if it has fewer bytes than `bytes`. */
  #joined(bytes: number): Buffer {
    const [first = Buffer.alloc(0)] = this.#chunks;
    if (first.length >= bytes) return first;
    const all = Buffer.concat(this.#chunks);
    this.#chunks = [all];
    return all;
  }
}
