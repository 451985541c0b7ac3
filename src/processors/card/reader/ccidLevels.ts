import { failed, ok, type Result } from '../../../base/index.js';
import type { CardLoss } from '../link.js';
import { COMMAND, HEADER, lossOfExchange } from './ccidMessage.js';
import type { CcidPipe, Turn } from './ccidPipe.js';
import type { Waits } from './atr.js';

/** The parts of a command APDU (ISO/IEC 7816-3, 12.1). */
interface CommandParts {
  readonly header: Buffer;
  readonly data: Buffer;
  /** Maximum length of the answer, bytes; undefined: none is expected. */
  readonly expected: number | undefined;
  readonly isExtended: boolean;
}

const MAX_SHORT = 256;
const MAX_EXTENDED = 65_536;

/** Parses the seven forms of a command. */
function readCommand(command: Uint8Array): Result<CommandParts, 'no command'> {
  const bytes = Buffer.from(command.buffer, command.byteOffset, command.byteLength);
  if (bytes.length < 4) return failed('no command');
  const [header, body] = [bytes.subarray(0, 4), bytes.subarray(4)];
  const none = Buffer.alloc(0);
  const first = body[0];
  if (first === undefined) return ok({ header, data: none, expected: undefined, isExtended: false });
  if (body.length === 1) return ok({ header, data: none, expected: first || MAX_SHORT, isExtended: false });
  if (first !== 0) return withData(header, body, 1, first);
  if (body.length < 3) return failed('no command');
  const length = body.readUInt16BE(1);
  if (body.length === 3) return ok({ header, data: none, expected: length || MAX_EXTENDED, isExtended: true });
  return length === 0 ? failed('no command') : withData(header, body, 3, length);
}

/**
 * `size`: bytes of the length before the data. The length of the answer has the same size, without the leading zero of
 * an extended one.
 */
function withData(header: Buffer, body: Buffer, size: 1 | 3, length: number): Result<CommandParts, 'no command'> {
  const end = size + length;
  const isExtended = size === 3;
  const data = body.subarray(size, end);
  if (body.length === end) return ok({ header, data, expected: undefined, isExtended });
  if (body.length !== end + (isExtended ? 2 : 1)) return failed('no command');
  const expected = isExtended ? body.readUInt16BE(end) || MAX_EXTENDED : body.readUInt8(end) || MAX_SHORT;
  return ok({ header, data, expected, isExtended });
}

/**
 * The exchange of APDUs with an activated card. After a failure other than `too long` the card must be powered up
 * again.
 */
export interface Exchange {
  readonly isExtended: boolean;
  transmit(command: Buffer, turn: Turn): Promise<Result<Buffer, CardLoss>>;
}

/** Maximum response APDU: 65,536 bytes and the status. */
const MAX_ANSWER = 65_538;
/** Minimum time limit for a reader that handles the protocol itself, ms: one APDU may be many blocks. */
const APDU_PATIENCE = 10_000;
/** Parts of a chained APDU (CCID 1.1, 6.1.4, wLevelParameter, and 6.2.1, bChainParameter). */
const CHAIN = { whole: 0, begins: 1, ends: 2, goesOn: 3, empty: 0x10 } as const;

/** Checks that a command is valid, and of extended length only if that is supported. */
export function checkCommand(command: Buffer, isExtended: boolean): Result<CommandParts, CardLoss> {
  const parts = readCommand(command);
  if (!parts.ok) return failed('protocol');
  return parts.value.isExtended && !isExtended ? failed('too long') : parts;
}

/** Checks that an answer has at least the two bytes of status. */
export function checkAnswer(data: Buffer): Result<Buffer, CardLoss> {
  return data.length < 2 || data.length > MAX_ANSWER ? failed('protocol') : ok(data);
}

/** A reader that takes whole APDUs, and handles T=0 or T=1 itself. Long APDUs are sent in parts. */
export class ApduLevel implements Exchange {
  private readonly patience: number;

  constructor(
    private readonly pipe: CcidPipe,
    readonly isExtended: boolean,
    private readonly maxMessage: number,
    waits: Waits,
  ) {
    this.patience = Math.max(APDU_PATIENCE, waits.block);
  }

  async transmit(command: Buffer, turn: Turn): Promise<Result<Buffer, CardLoss>> {
    const checked = checkCommand(command, this.isExtended);
    if (!checked.ok) return checked;
    const size = this.maxMessage - HEADER;
    if (command.length <= size) return this.receive(await this.transfer(CHAIN.whole, command, turn), turn);
    if (!this.isExtended) return failed('too long');
    for (let at = 0; ; at += size) {
      const part = command.subarray(at, at + size);
      const isLast = at + size >= command.length;
      const sent = await this.transfer(at === 0 ? CHAIN.begins : isLast ? CHAIN.ends : CHAIN.goesOn, part, turn);
      if (isLast) return this.receive(sent, turn);
      if (!sent.ok) return sent;
      // Any answer except a request for the next part means that the reader did not accept this one as a part.
      if (sent.value.chain !== CHAIN.empty || sent.value.data.length > 0) return failed('protocol');
    }
  }

  private async receive(first: Result<Part, CardLoss>, turn: Turn): Promise<Result<Buffer, CardLoss>> {
    const parts: Buffer[] = [];
    let length = 0;
    for (let part = first; ; part = await this.transfer(CHAIN.empty, Buffer.alloc(0), turn)) {
      if (!part.ok) return part;
      const { chain, data } = part.value;
      parts.push(data);
      length += data.length;
      const isFirst = parts.length === 1;
      if (chain === (isFirst ? CHAIN.whole : CHAIN.ends)) return checkAnswer(Buffer.concat(parts));
      // Parts without data would never end.
      if (chain !== (isFirst ? CHAIN.begins : CHAIN.goesOn) || data.length === 0 || length > MAX_ANSWER)
        return failed('protocol');
    }
  }

  private async transfer(chain: number, data: Buffer, turn: Turn): Promise<Result<Part, CardLoss>> {
    const answer = await this.pipe.ask({ type: COMMAND.transfer, specific: [0, chain, 0], data }, this.patience, turn);
    if (!answer.ok) return answer;
    const { outcome, specific } = answer.value;
    if (outcome !== 'done') return failed(lossOfExchange(answer.value));
    // Only readers of the extended level use parts.
    return ok({ chain: this.isExtended ? specific : CHAIN.whole, data: answer.value.data });
  }
}

interface Part {
  readonly chain: number;
  readonly data: Buffer;
}
