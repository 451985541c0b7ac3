/** The receive buffer: a ring of bytes. */
export class ReceiveBuffer {
  readonly #ring: Buffer;
  #first = 0;
  #length = 0;

  constructor(capacity: number) {
    this.#ring = Buffer.alloc(capacity);
  }

  get length(): number {
    return this.#length;
  }

  push(byte: number): void {
    this.#ring[(this.#first + this.#length) % this.#ring.length] = byte;
    this.#length += 1;
  }

  /** The oldest byte; there must be one. */
  shift(): number {
    const byte = this.#ring.readUInt8(this.#first);
    this.#first = (this.#first + 1) % this.#ring.length;
    this.#length -= 1;
    return byte;
  }

  clear(): void {
    this.#length = 0;
  }
}
