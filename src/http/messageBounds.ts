/** What ends the head of a message, and a body in chunks (RFC 9112, 2.1 and 7.1). Node's parser takes no bare line feed. */
const END = Buffer.from('\r\n\r\n');
const KEPT = END.length - 1;
const NONE = Buffer.alloc(0);

/**
 * Finds where the bytes of a connection may be cut so that no piece reaches into the message after the one that it belongs
 * to. It need not know HTTP: a head, and a body in chunks, end with an empty line, another body has a length. An empty line
 * inside a body only gives a smaller piece.
 */
export class MessageBounds {
  /** The last bytes of the piece before, in which an empty line may have begun. */
  private tail: Buffer = NONE;
  /** Bytes of the body that are still to come. */
  private bodyLeft = 0;

  /** A head has ended with the last piece; its `Content-Length`, if any, was checked by the parser. */
  messageBegins(contentLength: string | undefined): void {
    this.bodyLeft = Number(contentLength ?? 0);
  }

  /** How many of these bytes are one piece. `isBody`: the message that has begun is not complete yet. */
  next(bytes: Buffer, isBody: boolean): number {
    if (isBody && this.bodyLeft > 0) {
      const length = Math.min(bytes.length, this.bodyLeft);
      this.bodyLeft -= length;
      this.tail = NONE;
      return length;
    }
    const seam = Buffer.concat([this.tail, bytes.subarray(0, KEPT)]).indexOf(END);
    const end = seam >= 0 ? seam - this.tail.length : bytes.indexOf(END);
    if (seam >= 0 || end >= 0) {
      this.tail = NONE;
      return end + END.length;
    }
    this.tail = Buffer.concat([this.tail, bytes.subarray(-KEPT)]).subarray(-KEPT);
    return bytes.length;
  }
}
