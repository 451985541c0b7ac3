/** Longest line of the protocol, characters: an `INFO` that names a cluster has some thousand. */
export const MAX_LINE = 32 * 1024;
/**
 * Largest message, bytes: four times the limit of a group's version, so that a version somewhat above that limit is
 * refused with a proper error.
 */
export const MAX_MESSAGE = 4 * 1024 * 1024;
/**
 * Most consecutive lines without a message, such as `PING`: a server sends one a minute, and a message every five
 * minutes.
 */
export const MAX_BARE_LINES = 100;
const LINE_FEED = 0x0a;
/**
 * `MSG subject sid [reply] size` and `HMSG subject sid [reply] headers size`; their payload and its end of line follow.
 */
const WITH_PAYLOAD = /^H?MSG/i;
const SIZE = /^\d{1,10}$/;
const END_OF_LINE = 2;

/**
 * Checks the lengths of data from a NATS server. The client buffers a line or a payload until it is complete, whatever
 * length the server announces.
 */
export class NatsBounds {
  private line = '';
  /** Lines since the last message. */
  private bareLines = 0;
  /** Remaining bytes of the payload. */
  private payload = 0;

  /**
   * Checks received bytes. Returns false when a line or a message is too long, or lines are too many; then no more data
   * may be passed to the client.
   */
  take(bytes: Buffer): boolean {
    for (let at = 0; at < bytes.length;) {
      if (this.payload > 0) {
        const length = Math.min(this.payload, bytes.length - at);
        this.payload -= length;
        at += length;
        continue;
      }
      const end = bytes.indexOf(LINE_FEED, at);
      this.line += bytes.toString('latin1', at, end < 0 ? bytes.length : end);
      if (this.line.length > MAX_LINE) return false;
      if (end < 0) return true;
      if (WITH_PAYLOAD.test(this.line)) {
        const size = sizeAtEnd(this.line);
        if (size === undefined || size > MAX_MESSAGE) return false;
        this.payload = size + END_OF_LINE;
        this.bareLines = 0;
      } else if ((this.bareLines += 1) > MAX_BARE_LINES) return false;
      this.line = '';
      at = end + 1;
    }
    return true;
  }
}

/** The number at the end of a line; undefined without one. */
function sizeAtEnd(line: string): number | undefined {
  const text = line.trimEnd();
  const last = text.slice(1 + Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')));
  return SIZE.test(last) ? Number(last) : undefined;
}
