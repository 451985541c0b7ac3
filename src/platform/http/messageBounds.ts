import { collectYoungGarbage } from '../../base/index.js';

/**
 * The end of a message's head, and of a chunked body (RFC 9112, 2.1 and 7.1). Node's parser accepts no bare line feed.
 */
const END = Buffer.from('\r\n\r\n');
const KEPT = END.length - 1;
const NONE = Buffer.alloc(0);

/**
 * Finds where the bytes of a connection may be split so that no piece extends into the next message. It needs no
 * knowledge of HTTP: a head and a chunked body end with an empty line, any other body has a length. An empty line
 * inside a body only causes a smaller piece.
 */
export class MessageBounds {
  /** The last bytes of the previous piece, in which an empty line may have begun. */
  private tail: Buffer = NONE;
  /** Remaining bytes of the body. */
  private bodyLeft = 0;

  /** Called when a head ended with the last piece; the parser has checked its `Content-Length`, if any. */
  messageBegins(contentLength: string | undefined): void {
    this.bodyLeft = Number(contentLength ?? 0);
  }

  /** Length of the next piece of these bytes. `isBody`: the current message is not complete yet. */
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

/** Number of received bytes after which their memory is freed. */
const FREE_EVERY = 4 * 1024 * 1024;

/**
 * Frees the memory of uploads. Node reads each 64 KiB into separate memory, which V8 frees with a small object that
 * represents it. V8 therefore sees little to collect until such objects hold tens of megabytes. Frequent collection
 * takes less time than a late one.
 */
export class ReceivedBytes {
  private since = 0;

  constructor(private readonly collect: () => void = collectYoungGarbage) {}

  add(bytes: number): void {
    this.since += bytes;
    if (this.since < FREE_EVERY) return;
    this.since = 0;
    this.collect();
  }
}
