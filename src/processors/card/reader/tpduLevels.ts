import { failed, ok, type Result } from '../../../base/index.js';
import type { CardLoss } from '../link.js';
import { checkAnswer, checkCommand, type Exchange } from './ccidLevels.js';
import { COMMAND, ERROR, lossOfExchange } from './ccidMessage.js';
import type { CcidPipe, Turn } from './ccidPipe.js';
import type { Waits } from './atr.js';
import type { T1, T1Received, T1Step } from './t1.js';

/** A reader that passes on T=1 blocks, which the box makes. It supports APDUs of any length. */
export class T1Level implements Exchange {
  readonly isExtended = true;

  constructor(
    private readonly pipe: CcidPipe,
    private readonly t1: T1,
    private readonly waits: Waits,
  ) {}

  async transmit(command: Buffer, turn: Turn): Promise<Result<Buffer, CardLoss>> {
    const checked = checkCommand(command, true);
    if (!checked.ok) return checked;
    const answer = await this.run(this.t1.begin(command), turn);
    return answer.ok ? checkAnswer(answer.value) : answer;
  }

  /** Sends the card the maximum length of its blocks. */
  tellSize(ifsd: number, turn: Turn): Promise<Result<Buffer, CardLoss>> {
    return this.run(this.t1.tellSize(ifsd), turn);
  }

  private async run(first: T1Step, turn: Turn): Promise<Result<Buffer, CardLoss>> {
    let isSilent = false;
    for (let step = first; ;) {
      switch (step.kind) {
        case 'done':
          return ok(step.data);
        case 'failed':
          return failed(isSilent ? 'mute' : 'protocol');
        case 'send': {
          const received = await this.transfer(step.block, step.factor, turn);
          if (!received.ok) return received;
          isSilent = received.value === 'silence';
          step = this.t1.next(received.value);
        }
      }
    }
  }

  private async transfer(block: Buffer, factor: number, turn: Turn): Promise<Result<T1Received, CardLoss>> {
    // The reader has a waiting time of its own, which gets the factor too (CCID 1.1, 6.1.4, bBWI).
    const specific = [factor > 1 ? factor : 0, 0, 0] as const;
    const ms = this.waits.block * factor;
    const answer = await this.pipe.ask({ type: COMMAND.transfer, specific, data: block }, ms, turn);
    if (!answer.ok) return answer;
    const { outcome, code, card, data } = answer.value;
    if (outcome === 'done') return ok(data.length === 0 ? 'silence' : data);
    if (card === 'active' && (code === ERROR.parity || code === ERROR.overrun)) return ok('damaged');
    return card === 'active' && code === ERROR.mute ? ok('silence') : failed(lossOfExchange(answer.value));
  }
}

/** Status 61xx: this many bytes wait; 6Cxx: the length was wrong, this is the right one. */
const MORE = 0x61;
const WRONG_LENGTH = 0x6c;
const GET_RESPONSE = Buffer.from([0x00, 0xc0, 0x00, 0x00]);

/**
 * A reader that passes on T=0 commands (ISO/IEC 7816-3, 12.2), which cannot have data in both directions. The answer to
 * a command with data is fetched here, once. All other handling of status words 61xx and 6Cxx belongs to the sender of
 * commands, at this level as at any other. Only a GET RESPONSE of this level is repeated here, because the sender does
 * not know of it.
 */
export class T0Level implements Exchange {
  readonly isExtended = false;

  constructor(
    private readonly pipe: CcidPipe,
    private readonly waits: Waits,
  ) {}

  async transmit(command: Buffer, turn: Turn): Promise<Result<Buffer, CardLoss>> {
    const checked = checkCommand(command, false);
    if (!checked.ok) return checked;
    const { header, data, expected } = checked.value;
    // 256 is encoded as 0, and so is the absence of data.
    const length = data.length > 0 ? data.length : (expected ?? 0) % 256;
    const answer = await this.transfer(Buffer.concat([header, Buffer.from([length]), data]), turn);
    if (!answer.ok || data.length === 0 || expected === undefined) return answer;
    const [status, waiting] = answer.value;
    if (answer.value.length !== 2 || status !== MORE) return answer;
    const fetched = await this.fetch(Math.min((waiting ?? 0) || 256, expected), turn);
    if (!fetched.ok || fetched.value.length !== 2 || fetched.value[0] !== WRONG_LENGTH) return fetched;
    return this.fetch((fetched.value[1] ?? 0) || 256, turn);
  }

  private fetch(length: number, turn: Turn): Promise<Result<Buffer, CardLoss>> {
    return this.transfer(Buffer.concat([GET_RESPONSE, Buffer.from([length % 256])]), turn);
  }

  private async transfer(data: Buffer, turn: Turn): Promise<Result<Buffer, CardLoss>> {
    const ms = this.waits.tpdu(data.length + 258);
    const answer = await this.pipe.ask({ type: COMMAND.transfer, data }, ms, turn);
    if (!answer.ok) return answer;
    return answer.value.outcome === 'done' ? checkAnswer(answer.value.data) : failed(lossOfExchange(answer.value));
  }
}
