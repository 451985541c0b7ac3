/** Bytes of DNS messages as printers write them, with compressed names (RFC 1035 section 4.1); faults are for the test to cut in. */

export const SERVICE = ['_pdl-datastream', '_tcp', 'local'];
const [A, PTR, TXT, AAAA, SRV, NSEC] = [1, 12, 16, 28, 33, 47] as const;
/** Class IN; its highest bit is the cache-flush bit of a record, or asks for unicast in a question (RFC 6762 sections 5.4 and 10.2). */
const IN = 0x8001;
const HEADER = 12;
/** Where compressed names point to. */
const POINTER = 0xc000;

export interface WireRecord {
  readonly name: readonly string[];
  readonly type: number;
  /** Of the record; names in it are compressed. */
  readonly data: readonly (Buffer | readonly string[])[];
  /** Seconds. */
  readonly ttl?: number;
  readonly class?: number;
}

export const ptr = (target: readonly string[], name: readonly string[] = SERVICE): WireRecord => ({
  ...{ name, type: PTR, data: [target] },
  class: 1,
});
export const srv = (name: readonly string[], host: readonly string[], port = 9100): WireRecord => ({
  ...{ name, type: SRV, data: [numbers(0, 0, port), host] },
});
export const txt = (name: readonly string[], ...strings: readonly string[]): WireRecord => ({
  ...{
    name,
    type: TXT,
    data: strings.map((one) => Buffer.concat([Buffer.from([Buffer.byteLength(one)]), Buffer.from(one)])),
  },
});
export const a = (name: readonly string[], address: string): WireRecord => ({
  ...{ name, type: A, data: [Buffer.from(address.split('.').map(Number))] },
});
/** What printers add for others: an address of IPv6, and which records there are. */
export const aaaa = (name: readonly string[]): WireRecord => ({ name, type: AAAA, data: [Buffer.alloc(16, 0xfe)] });
export const nsec = (name: readonly string[]): WireRecord => ({
  name,
  type: NSEC,
  data: [name, Buffer.from([0, 1, 0x40])],
});

export interface WireMessage {
  readonly questions?: readonly { readonly name: readonly string[]; readonly type: number }[];
  readonly answers?: readonly WireRecord[];
  readonly additionals?: readonly WireRecord[];
  /** 8400h: an authoritative answer. */
  readonly flags?: number;
}

export function message({ questions = [], answers = [], additionals = [], flags = 0x8400 }: WireMessage): Buffer {
  const names = new Map<string, number>();
  let bytes = numbers(0, flags, questions.length, answers.length, 0, additionals.length);
  const add = (more: Buffer): void => void (bytes = Buffer.concat([bytes, more]));
  for (const { name, type } of questions) {
    add(compressed(name, bytes.length, names));
    add(numbers(type, IN));
  }
  for (const { name, type, data, ttl = 10, class: ofClass = IN } of [...answers, ...additionals]) {
    add(compressed(name, bytes.length, names));
    add(numbers(type, ofClass, ttl >>> 16, ttl & 0xffff, 0));
    const start = bytes.length;
    for (const part of data) add(Buffer.isBuffer(part) ? part : compressed(part, bytes.length, names));
    bytes.writeUInt16BE(bytes.length - start, start - 2);
  }
  return bytes;
}

/** 16 bits each, the high byte first. */
export function numbers(...values: readonly number[]): Buffer {
  return Buffer.from(values.flatMap((value) => [value >>> 8, value & 0xff]));
}

/** A name without compression. */
export function plain(name: readonly string[]): Buffer {
  return Buffer.concat([
    ...name.map((one) => Buffer.concat([Buffer.from([Buffer.byteLength(one)]), Buffer.from(one)])),
    Buffer.from([0]),
  ]);
}

function compressed(name: readonly string[], at: number, names: Map<string, number>): Buffer {
  const pieces: Buffer[] = [];
  for (let label = 0, offset = at; label < name.length; label += 1) {
    const rest = JSON.stringify(name.slice(label));
    const known = names.get(rest);
    if (known !== undefined) return Buffer.concat([...pieces, numbers(POINTER | known)]);
    if (offset < POINTER >>> 2) names.set(rest, offset);
    const piece = plain([name[label]!]).subarray(0, -1);
    pieces.push(piece);
    offset += piece.length;
  }
  return Buffer.concat([...pieces, Buffer.from([0])]);
}

export interface ReadQuestion {
  readonly id: number;
  readonly name: readonly string[];
  readonly type: number;
  /** With the bit that asks for unicast. */
  readonly class: number;
}

/** The only question of a query; undefined where it is no query with exactly that. */
export function readQuestion(bytes: Buffer): ReadQuestion | undefined {
  const [id, flags, questions, ...others] = Array.from({ length: 6 }, (_, at) => bytes.readUInt16BE(2 * at));
  if (id === undefined || flags !== 0 || questions !== 1 || others.some((count) => count > 0)) return undefined;
  const name: string[] = [];
  let at = HEADER;
  for (let length = bytes[at]; length !== undefined && length > 0; length = bytes[at]) {
    name.push(bytes.toString('utf8', at + 1, at + 1 + length));
    at += 1 + length;
  }
  if (at + 5 !== bytes.length) return undefined;
  return { id, name, type: bytes.readUInt16BE(at + 1), class: bytes.readUInt16BE(at + 3) };
}
