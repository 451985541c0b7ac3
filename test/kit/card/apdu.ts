/** A command as a card reads it (ISO/IEC 7816-4, 5.1). */
export interface ChipCommand {
  readonly cla: number;
  readonly ins: number;
  readonly p1: number;
  readonly p2: number;
  readonly data: Buffer;
  /** Most bytes that the answer may have; 0 when no answer is asked for. */
  readonly le: number;
  readonly isExtended: boolean;
}

/** What an applet answers, before it is cut into what the command asked for. */
export interface ChipAnswer {
  readonly data: Buffer;
  readonly word: number;
}

/** Undefined when the lengths do not fit together. This reader is the kit's own: a second opinion on the box's builder. */
export function readCommand(bytes: Buffer): ChipCommand | undefined {
  const [cla, ins, p1, p2] = bytes;
  if (cla === undefined || ins === undefined || p1 === undefined || p2 === undefined) return undefined;
  const body = bytes.subarray(4);
  const fields = body.length > 1 && body[0] === 0 ? extendedBody(body) : shortBody(body);
  return fields === undefined ? undefined : { cla, ins, p1, p2, ...fields };
}

type Body = Pick<ChipCommand, 'data' | 'le' | 'isExtended'>;

function shortBody(body: Buffer): Body | undefined {
  const [first] = body;
  if (first === undefined) return { data: body, le: 0, isExtended: false };
  if (body.length === 1) return { data: Buffer.alloc(0), le: first === 0 ? 256 : first, isExtended: false };
  const data = body.subarray(1, 1 + first);
  const rest = body.subarray(1 + first);
  if (data.length !== first || rest.length > 1) return undefined;
  return { data, le: rest.length === 0 ? 0 : rest[0]! === 0 ? 256 : rest[0]!, isExtended: false };
}

function extendedBody(body: Buffer): Body | undefined {
  if (body.length < 3) return undefined;
  const first = body.readUInt16BE(1);
  if (body.length === 3) return { data: Buffer.alloc(0), le: first === 0 ? 65_536 : first, isExtended: true };
  const data = body.subarray(3, 3 + first);
  const rest = body.subarray(3 + first);
  if (first === 0 || data.length !== first || (rest.length !== 0 && rest.length !== 2)) return undefined;
  const le = rest.length === 0 ? 0 : rest.readUInt16BE(0) === 0 ? 65_536 : rest.readUInt16BE(0);
  return { data, le, isExtended: true };
}

export function answerBytes({ data, word }: ChipAnswer): Buffer {
  return Buffer.concat([data, Buffer.from([word >> 8, word & 0xff])]);
}

/** An answer without data. */
export function bare(word: number): ChipAnswer {
  return { data: Buffer.alloc(0), word };
}

export function done(data: Buffer = Buffer.alloc(0)): ChipAnswer {
  return { data, word: 0x9000 };
}

/** One BER-TLV of a card (ISO/IEC 7816-4, 5.2.2); the tag has one or two octets. */
export function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const value = Buffer.concat(parts);
  const size =
    value.length < 0x80
      ? [value.length]
      : value.length < 0x100
        ? [0x81, value.length]
        : [0x82, value.length >> 8, value.length & 0xff];
  return Buffer.concat([Buffer.from(tag > 0xff ? [tag >> 8, tag & 0xff] : [tag]), Buffer.from(size), value]);
}
