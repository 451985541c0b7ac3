import { isStatusQuestion, type StatusQuestion } from './status.js';

const DLE = 0x10;
const EOT = 0x04;

/**
 * Finds DLE EOT n in what is received, wherever it stands: the interface of a printer knows nothing of commands, so the
 * same three bytes inside a picture are a question too, and stay part of the picture (Epson ESC/POS reference, notes on
 * real-time commands).
 */
export class RealTime {
  /** How many bytes of DLE EOT n have come. */
  #found: 0 | 1 | 2 = 0;

  /** The question that this byte completes. */
  hear(byte: number): StatusQuestion | undefined {
    if (this.#found === 2 && isStatusQuestion(byte)) {
      this.#found = 0;
      return byte;
    }
    if (this.#found === 1 && byte === EOT) this.#found = 2;
    else this.#found = byte === DLE ? 1 : 0;
    return undefined;
  }

  /** How many bytes at `offset` complete a question together with what was heard; 0 when they do not. */
  completing(bytes: Uint8Array, offset: number): number {
    const rest = [DLE, EOT].slice(this.#found);
    const question = bytes[offset + rest.length];
    if (question === undefined || !isStatusQuestion(question)) return 0;
    return rest.every((byte, index) => bytes[offset + index] === byte) ? rest.length + 1 : 0;
  }
}
