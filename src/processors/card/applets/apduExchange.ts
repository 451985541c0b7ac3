import { ok, type Result } from '../../../base/index.js';
import type { CardLink } from '../link.js';
import { type CardFault, lost, malformed, refused } from './fault.js';
import { type Applet, DONE } from './statusWords.js';

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

/** A response of the card: its data and status word. */
interface CardAnswer {
  readonly data: Buffer;
  readonly word: number;
}

/** Maximum length of an answer, bytes; the longest are certificates and lists of data objects, of a few thousand. */
const MAX_ANSWER = 16_384;
/** Maximum number of pieces of one answer; with 256 bytes each, they make the longest answer. */
const MAX_PIECES = 80;

/**
 * Sends one command and collects its whole answer. It fetches pieces that the card has ready (`61xx`), and once repeats
 * the command with the length that the card requires (`6Cxx`). A command without an answer, such as a PIN, is never
 * sent again.
 */
export async function exchange(link: CardLink, command: CardCommand): Promise<Result<CardAnswer, CardFault>> {
  const bytes = encodeCommand(command, link.isExtended);
  if (bytes === undefined) return lost('too long');
  let answer = await transmit(link, bytes);
  if (answer.ok && answer.value.word >> 8 === 0x6c && command.answer !== 'none') {
    answer = await transmit(link, withLength(bytes, command, answer.value.word & 0xff));
  }
  const parts: Buffer[] = [];
  let length = 0;
  for (let piece = 0; piece < MAX_PIECES; piece += 1) {
    if (!answer.ok) return answer;
    const { data, word } = answer.value;
    parts.push(data);
    length += data.length;
    if (length > MAX_ANSWER) return malformed('an answer that is too long');
    if (word >> 8 !== 0x61) return ok({ data: Buffer.concat(parts), word });
    answer = await transmit(link, getResponse(word & 0xff));
    if (answer.ok && answer.value.word >> 8 === 0x6c) {
      answer = await transmit(link, getResponse(answer.value.word & 0xff));
    }
  }
  return malformed('an answer in too many pieces');
}

/** The data of an answer whose status must be `9000`. */
export async function exchangeApdu(
  link: CardLink,
  applet: Applet,
  command: CardCommand,
): Promise<Result<Buffer, CardFault>> {
  const answer = await exchange(link, command);
  if (!answer.ok) return answer;
  const { data, word } = answer.value;
  return word === DONE ? ok(data) : refused(applet, word);
}

async function transmit(link: CardLink, bytes: Buffer): Promise<Result<CardAnswer, CardFault>> {
  const answer = await link.transmit(bytes);
  if (!answer.ok) return lost(answer.error);
  const { value } = answer;
  if (value.length < 2) return malformed('a status word');
  return ok({ data: value.subarray(0, -2), word: value.readUInt16BE(value.length - 2) });
}

/** The same command in short form with this Le. */
function withLength(bytes: Buffer, { data = Buffer.alloc(0) }: CardCommand, le: number): Buffer {
  if (data.length > 0xff) return bytes;
  const lc = data.length === 0 ? [] : [data.length];
  return Buffer.concat([bytes.subarray(0, 4), Buffer.from(lc), data, Buffer.from([le])]);
}

function getResponse(length: number): Buffer {
  return Buffer.from([0x00, 0xc0, 0x00, 0x00, length]);
}
