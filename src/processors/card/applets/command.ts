/** A command to an applet, independent of the APDU lengths that the link supports. */
export interface CardCommand {
  readonly cla: number;
  readonly ins: number;
  readonly p1: number;
  readonly p2: number;
  readonly data?: Buffer;
  /** `short`: up to 256 bytes; `long`: more, in one piece if the link supports it. */
  readonly answer: 'none' | 'short' | 'long';
}

const MAX_SHORT = 0xff;
const MAX_EXTENDED = 0xffff;

/**
 * The bytes of a command (ISO/IEC 7816-4, 5.1). The extended form is used only if data or answer need it and the link
 * supports it. Undefined when the data does not fit.
 */
export function encodeCommand(command: CardCommand, isExtended: boolean): Buffer | undefined {
  const { cla, ins, p1, p2, data = Buffer.alloc(0), answer } = command;
  const header = Buffer.from([cla, ins, p1, p2]);
  const isLong = data.length > MAX_SHORT || answer === 'long';
  if (isLong && isExtended && data.length <= MAX_EXTENDED) return Buffer.concat([header, extendedBody(data, answer)]);
  if (data.length > MAX_SHORT) return undefined;
  const lc = data.length === 0 ? [] : [data.length];
  return Buffer.concat([header, Buffer.from(lc), data, Buffer.from(answer === 'none' ? [] : [0])]);
}

/** The first zero marks the extended form; without data it comes before Le. */
function extendedBody(data: Buffer, answer: CardCommand['answer']): Buffer {
  const le = answer === 'none' ? [] : [0, 0];
  const lc = data.length === 0 ? [0] : [0, data.length >> 8, data.length & 0xff];
  return Buffer.concat([Buffer.from(lc), data, Buffer.from(le)]);
}
