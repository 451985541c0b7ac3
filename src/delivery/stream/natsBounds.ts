/** Longest line of the protocol, characters: an `INFO` that names a cluster has some thousand. */
export const MAX_LINE = 32 * 1024;
/** Largest message, bytes: four times what a version of a group may have, so that a longer one is refused in words. */
export const MAX_MESSAGE = 4 * 1024 * 1024;
/** Lines in a row that bring no message, such as `PING`: a server sends one a minute, and a message every five minutes. */
export const MAX_BARE_LINES = 100;
const LINE_FEED = 0x0a;
/** `MSG subject sid [reply] size` and `HMSG subject sid [reply] headers size`; their payload and its end of line follow. */
const WITH_PAYLOAD = /^H?MSG/i;
const SIZE = /^\d{1,10}$/;
const END_OF_LINE = 2;

/**
 * Checks the lengths of what a NATS server sends. The client keeps a line or a payload until it is whole, whatever length the server
 * announces.
 */
export class NatsBounds {
  private line = '';
  /** Lines since the last message. */
  private bareLines = 0;
  /** Bytes of the payload that are still to come. */
  private payload = 0;

  /** Follows what has come; false when a line or a message is too long, or lines are too many, and nothing more may be given to the client. */
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

/** The number that ends a line; undefined when none does. */
function sizeAtEnd(line: string): number | undefined {
  const text = line.trimEnd();
  const last = text.slice(1 + Math.max(text.lastIndexOf(' '), text.lastIndexOf('\t')));
  return SIZE.test(last) ? Number(last) : undefined;
}
