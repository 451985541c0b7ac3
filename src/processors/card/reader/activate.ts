import { failed, ok, type Result } from '../../../base/index.js';
import type { CardLoss } from '../link.js';
import {
  type NoAgreement,
  type Protocol,
  readProtocol,
  sendPps,
  setParameters,
  termsFor,
  type Terms,
} from './protocolNegotiation.js';
import { type Atr, chooseSpeed, DEFAULT_SPEED, readAtr, waitsOf } from './atr.js';
import type { CcidDescriptor } from './ccidDescriptor.js';
import { COMMAND, HEADER, lossOfActivation } from './ccidMessage.js';
import { ApduLevel, type Exchange } from './ccidLevels.js';
import { type CcidPipe, PATIENCE, type Turn } from './ccidPipe.js';
import { T1 } from './t1.js';
import { MAX_IFS } from './t1Block.js';
import { T0Level, T1Level } from './tpduLevels.js';

/** A card under power, and its exchange of APDUs. */
export interface ActiveCard {
  readonly atr: Buffer;
  readonly protocol: Protocol;
  readonly exchange: Exchange;
}

interface PoweredCard {
  readonly bytes: Buffer;
  readonly atr: Atr;
}

/** Bytes of a T=1 block around its information field. */
const BLOCK_FRAME = 4;
/** Voltages in the order of trying: 5 V, 3 V, 1.8 V, with their bit in the descriptor (CCID 1.1, 5.1 and 6.1.1). */
const VOLTAGES = [
  { select: 1, bit: 1 },
  { select: 2, bit: 2 },
  { select: 3, bit: 4 },
] as const;

/** Powers the card up and agrees on protocol and speed (CCID 1.1, and ISO/IEC 7816-3, 6 to 9). */
export class Activation {
  private listed: readonly number[] | undefined;

  constructor(
    private readonly pipe: CcidPipe,
    private readonly reader: CcidDescriptor,
  ) {}

  async run(turn: Turn): Promise<Result<ActiveCard, CardLoss>> {
    const status = await this.pipe.ask({ type: COMMAND.slotStatus }, PATIENCE.reader, turn);
    if (!status.ok) return status;
    if (status.value.card === 'absent') return failed('no card');
    // A card under power was used by another program, whose state must be cleared.
    if (status.value.card === 'active') await this.powerOff(turn);
    let powered = await this.powerUp(turn);
    if (!powered.ok) return powered;
    const { atr } = powered.value;
    for (const [at, terms] of termsFor(atr, this.reader, await this.fastest(atr)).entries()) {
      if (at > 0) {
        powered = await this.powerUp(turn);
        if (!powered.ok) return powered;
      }
      const active = await this.agree(powered.value, terms, turn);
      if (active.ok) return active;
      if (active.error !== 'refused') return failed(active.error);
    }
    return failed(termsFor(atr, this.reader, DEFAULT_SPEED).length === 0 ? 'unsupported' : 'protocol');
  }

  async powerOff(turn: Turn): Promise<void> {
    await this.pipe.ask({ type: COMMAND.powerOff }, PATIENCE.reader, turn);
  }

  /** The answer to reset does not contain voltages, so each is tried until the card answers. */
  private async powerUp(turn: Turn): Promise<Result<PoweredCard, CardLoss>> {
    const { does, voltages } = this.reader;
    const selects = VOLTAGES.filter(({ bit }) => (voltages & bit) !== 0).map(({ select }) => select);
    let loss: CardLoss = 'mute';
    for (const select of does.voltage || selects.length === 0 ? [0] : selects) {
      const specific = [select, 0, 0] as const;
      const answer = await this.pipe.ask({ type: COMMAND.powerOn, specific }, PATIENCE.powerOn, turn);
      if (!answer.ok) return answer;
      if (answer.value.outcome === 'done') {
        const atr = readAtr(answer.value.data);
        if (atr.ok) return ok({ bytes: answer.value.data, atr: atr.value });
        loss = 'protocol';
      } else {
        loss = lossOfActivation(answer.value);
        if (loss === 'no card') return failed(loss);
      }
      await this.powerOff(turn);
    }
    return failed(loss);
  }

  private async agree({ bytes, atr }: PoweredCard, terms: Terms, turn: Turn): Promise<Result<ActiveCard, NoAgreement>> {
    const { reader, pipe } = this;
    const speed = await sendPps(pipe, atr, reader, terms, turn);
    if (!speed.ok) return speed;
    const set = await setParameters(pipe, atr, reader, { protocol: terms.protocol, speed: speed.value }, turn);
    if (!set.ok) {
      // Some readers that handle the protocol themselves fail here and work after another power-up (Alcor AU9540).
      if (set.error !== 'refused' || reader.level === 'tpdu') return set;
      const again = await this.powerUp(turn);
      if (!again.ok) return again;
    }
    const told = await readProtocol(pipe, turn);
    if (!told.ok) return told;
    const protocol = told.value ?? terms.protocol;
    // If the box makes the blocks, card and reader must use the requested terms. If they refused the parameters, they
    // must use the wanted protocol anyway.
    const mustBe = !set.ok || (reader.level === 'tpdu' && !reader.does.negotiation);
    if (mustBe && protocol !== terms.protocol) return failed('refused');
    const exchange = await this.exchangeFor(atr, { protocol, speed: speed.value }, turn);
    return exchange.ok ? ok({ atr: bytes, protocol, exchange: exchange.value }) : exchange;
  }

  private async exchangeFor(atr: Atr, { protocol, speed }: Terms, turn: Turn): Promise<Result<Exchange, NoAgreement>> {
    const { reader, pipe } = this;
    const waits = waitsOf(atr, speed, reader);
    if (reader.level !== 'tpdu') {
      // With T=0 an extended APDU needs ENVELOPE, and it is unknown whether the card supports it.
      const isExtended = reader.level === 'extended' && protocol === 1;
      return ok(new ApduLevel(pipe, isExtended, reader.maxMessage, waits));
    }
    if (protocol === 0) return ok(new T0Level(pipe, waits));
    const room = reader.maxMessage - HEADER - BLOCK_FRAME;
    if (room < 1) return failed('unsupported');
    const level = new T1Level(pipe, new T1(atr.ifsc, Math.min(room, MAX_IFS)), waits);
    const ifsd = Math.min(reader.maxIfsd, MAX_IFS, room);
    if (reader.does.ifsd || ifsd < 1) return ok(level);
    const told = await level.tellSize(ifsd, turn);
    if (told.ok) return ok(level);
    return failed(told.error === 'mute' || told.error === 'protocol' ? 'refused' : told.error);
  }

  private async fastest(atr: Atr): Promise<number> {
    this.listed ??= this.reader.dataRates === 0 ? [] : await this.pipe.dataRates(this.reader.dataRates);
    return chooseSpeed(atr.speed, this.reader, this.listed);
  }
}
