/** Room at first, bytes; doubled as more comes. */
const FIRST_ROOM = 4096;
/** A piece, be it a chunk or a TLS record, costs as much as so many bytes of it; smaller ones on the whole are an attack. */
const USUAL_PIECE = 200;

/**
 * Bytes that come in pieces from whoever may be hostile, up to a most. A piece may be one byte that holds on to the 64 KiB in which it
 * came, so each is copied, and there are no more of them than the bytes allow.
 */
export class CollectedBytes {
  private held: Buffer = Buffer.alloc(FIRST_ROOM);
  private length = 0;
  private pieces = 0;

  /** @param most bytes */
  constructor(private readonly most: number) {}

  /** Pieces in which the whole may come. */
  get mostPieces(): number {
    return Math.max(16, Math.ceil(this.most / USUAL_PIECE));
  }

  /** Adds a piece; the fault: it does not fit, or there are too many. Nothing is to be added after that. */
  add(piece: Buffer): 'too large' | 'too many pieces' | undefined {
    this.pieces += 1;
    if (this.pieces > this.mostPieces) return 'too many pieces';
    if (this.length + piece.length > this.most) return 'too large';
    if (this.length + piece.length > this.held.length) {
      const more = Buffer.alloc(Math.min(this.most, 2 * (this.length + piece.length)));
      this.held.copy(more, 0, 0, this.length);
      this.held = more;
    }
    this.length += piece.copy(this.held, this.length);
    return undefined;
  }

  /** What has come, in the memory in which it is held. */
  get bytes(): Buffer {
    return this.held.subarray(0, this.length);
  }
}
