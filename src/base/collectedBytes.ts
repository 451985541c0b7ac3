import type { Readable } from 'node:stream';

/** Which limit ended the collection. */
export type CollectingFault = 'too large' | 'too many pieces';

/** Initial capacity, bytes; it doubles as needed. */
const INITIAL_CAPACITY = 4096;
/** Smallest average size of a chunk or TLS record, bytes. Below it the cost of pieces exceeds that of their content. */
const USUAL_PIECE = 200;

/** Largest number of pieces in which a body of at most `most` bytes may come. */
export function maxPieces(most: number): number {
  return Math.max(16, Math.ceil(most / USUAL_PIECE));
}

/**
 * Collects a body of limited size from an untrusted peer. Each piece is copied, because a slice of one byte keeps the
 * 64 KiB buffer it came in. The number of pieces is limited as well.
 */
export class CollectedBytes {
  private held: Buffer = Buffer.alloc(INITIAL_CAPACITY);
  private length = 0;
  private pieces = 0;

  /** @param most bytes */
  constructor(private readonly most: number) {}

  /**
   * Collects every chunk of a stream. Reports a fault once and then stops listening: a single socket read may contain
   * 10,000 chunks, and the parser emits the rest of them before the caller can close the connection.
   */
  collect(stream: Readable, onFault: (fault: CollectingFault) => void): void {
    const take = (piece: Buffer): void => {
      const fault = this.add(piece);
      if (fault === undefined) return;
      stream.off('data', take);
      onFault(fault);
    };
    stream.on('data', take);
  }

  /** Copies the next piece, unless it exceeds a limit. */
  add(piece: Buffer): CollectingFault | undefined {
    this.pieces += 1;
    if (this.pieces > maxPieces(this.most)) return 'too many pieces';
    if (this.length + piece.length > this.most) return 'too large';
    if (this.length + piece.length > this.held.length) {
      const more = Buffer.alloc(Math.min(this.most, 2 * (this.length + piece.length)));
      this.held.copy(more, 0, 0, this.length);
      this.held = more;
    }
    this.length += piece.copy(this.held, this.length);
    return undefined;
  }

  /** The bytes collected so far, not copied. */
  get bytes(): Buffer {
    return this.held.subarray(0, this.length);
  }
}
