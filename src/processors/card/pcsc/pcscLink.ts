import { failed, ok, type Result } from '../../../base/index.js';
import { type CardLink, type CardLoss, Ending } from '../link.js';
import { ExclusiveCard } from './exclusiveCard.js';
import { PcscSession, type PcscWaits } from './session.js';
import { type ReaderState, T0, T1 } from './wire.js';

/** PC/SC part 10: the features of a reader's driver. */
const GET_FEATURES = 0x42000d48;
const PROPERTIES_FEATURE = 0x12;
/** PC/SC part 10, 2.6.14: the maximum length of an APDU; 0 to 256 means short ones only. */
const MAX_DATA_PROPERTY = 0x0a;

/**
 * True when the reader reports that it takes short APDUs only. Readers that report nothing are assumed to support
 * extended ones.
 */
export async function takesShortOnly(card: ExclusiveCard): Promise<Result<boolean, CardLoss>> {
  const features = await card.control(GET_FEATURES);
  if (!features.ok) return features;
  const question = valueOf(features.value, PROPERTIES_FEATURE);
  if (question?.length !== 4) return ok(false);
  const properties = await card.control(question.readUInt32BE());
  if (!properties.ok) return properties;
  const most = valueOf(properties.value, MAX_DATA_PROPERTY);
  return ok(most?.length === 4 && most.readUInt32LE() <= 256);
}

/** The value of a tag in a list of tag (one byte), length (one byte) and value. */
function valueOf(list: Buffer | undefined, tag: number): Buffer | undefined {
  if (list === undefined) return undefined;
  for (let at = 0; at + 2 <= list.length;) {
    const end = at + 2 + list.readUInt8(at + 1);
    if (end > list.length) return undefined;
    if (list.readUInt8(at) === tag) return list.subarray(at + 2, end);
    at = end;
  }
  return undefined;
}

interface LinkDeps {
  readonly session: PcscSession;
  readonly card: ExclusiveCard;
  readonly atr: Buffer;
  /** {@link ReaderState.changes} when the card was inserted. */
  readonly changes: number;
  readonly isExtended: boolean;
}

/** A card under power, with its own connection to pcscd. */
export class PcscLink implements CardLink {
  readonly atr: Buffer;
  readonly protocol: 'T=0' | 'T=1';
  readonly isExtended: boolean;
  readonly ended: Promise<CardLoss>;
  private readonly ending = new Ending();
  private closing: Promise<void> | undefined;

  private constructor(private readonly deps: LinkDeps) {
    this.atr = deps.atr;
    this.protocol = deps.card.protocol === T1 ? 'T=1' : 'T=0';
    this.isExtended = deps.isExtended;
    this.ended = this.ending.told;
    void deps.session.ended.then((loss) => this.lose(loss));
  }

  /** Powers up the card in a reader. */
  static async open(path: string, waits: PcscWaits, reader: Buffer): Promise<Result<PcscLink, CardLoss>> {
    const opened = await PcscSession.open(path, waits);
    if (!opened.ok) return opened;
    const deps = await powerUp(opened.value, reader);
    if (deps.ok) return ok(new PcscLink(deps.value));
    opened.value.end(deps.error);
    return deps;
  }

  async transmit(command: Buffer): Promise<Result<Buffer, CardLoss>> {
    const before = this.ending.reason();
    if (before !== undefined) return failed(before);
    if (!this.isExtended && isExtendedApdu(command)) return failed('too long');
    const response = await this.deps.card.transmit(command);
    // A response after the end of the link is discarded.
    const meanwhile = this.ending.reason();
    if (response.ok) return meanwhile === undefined ? response : failed(meanwhile);
    return failed(this.lose(response.error === 'not transacted' ? await this.whatHappened() : response.error));
  }

  /** Handles a new state of the reader: ends the link if this card has left it. */
  judge(state: ReaderState): void {
    // A state older than this card does not concern it.
    const isOlder = ((state.changes - this.deps.changes) | 0) < 0;
    if (!isOlder && (!state.hasCard || state.changes !== this.deps.changes)) this.lose('removed');
  }

  /** Ends the link. The first reason is recorded and returned. */
  lose(loss: CardLoss): CardLoss {
    if (this.ending.come(loss)) void this.letGo();
    return this.ending.reason() ?? loss;
  }

  close(): Promise<void> {
    this.lose('closed');
    return this.letGo();
  }

  private letGo(): Promise<void> {
    this.closing ??= this.release();
    return this.closing;
  }

  private async release(): Promise<void> {
    const { session, card } = this.deps;
    // A release would wait behind a hanging command. Closing the connection makes pcscd reset the card sooner.
    if (!session.isBusy) await card.release();
    session.end('closed');
  }

  /** A command failed in transit; only a new power-up shows whether the card is still there. */
  private async whatHappened(): Promise<CardLoss> {
    const renewed = await this.deps.card.renew();
    if (renewed.ok) return 'protocol';
    return renewed.error === 'no card' ? 'removed' : renewed.error;
  }
}

async function powerUp(session: PcscSession, reader: Buffer): Promise<Result<LinkDeps, CardLoss>> {
  const taken = await ExclusiveCard.take(session, reader);
  if (!taken.ok) return taken;
  const card = taken.value;
  const short = await takesShortOnly(card);
  if (!short.ok) return short;
  const states = await session.readers();
  if (!states.ok) return states;
  const state = states.value.find(({ name }) => name.equals(reader));
  if (state === undefined) return failed('reader gone');
  if (!state.hasCard) return failed('no card');
  if (state.atr.length < 2) return failed('mute');
  if (card.protocol !== T0 && card.protocol !== T1) return failed('unsupported');
  // T=0 supports extended commands only by ENVELOPE (ISO/IEC 7816-3, 12.2), which no known card accepts.
  const isExtended = card.protocol === T1 && !short.value;
  return ok({ session, card, atr: state.atr, changes: state.changes, isExtended });
}

/** True when the command has lengths of two bytes (ISO/IEC 7816-3, 12.1.3). */
function isExtendedApdu(command: Buffer): boolean {
  return command.length >= 7 && command[4] === 0;
}
