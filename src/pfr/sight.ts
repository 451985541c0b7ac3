import type { Clock } from '../base/clock.js';
import { hostOf, sideOf } from '../settings/hosts.js';
import type { Environment, UtcMs, Witness } from '../base/fiscal.js';
import { readPfrNumber, stepsBetween } from '../base/pfrNumber.js';
import type { Finding } from '../base/words.js';
import { NO_RATES, NOT_SEEN, otherSide } from './texts.js';
import { findingsOf } from './wire/codes.js';
import type { ProcessorState } from './wire/status.js';

/** What is known of a processor: its last status, what has been signed since, and why it could not be asked. */
export class Sight {
  private state: ProcessorState | undefined;
  private fault: Finding | undefined = NOT_SEEN;
  private last: { readonly number: string; readonly time: UtcMs } | undefined;
  /** When it was seen, ms of the monotonic clock; undefined when something has happened that makes it worth nothing. */
  private seenAt: number | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly clock: Clock,
  ) {}

  /** A status has come. */
  saw(state: ProcessorState): void {
    this.state = state;
    this.fault = undefined;
    if (!this.isAhead) this.last = undefined;
    this.seenAt = this.clock.monotonic();
  }

  /** It could not be asked, or answered something else. */
  missed(fault: Finding): void {
    this.fault = fault;
    this.seenAt = undefined;
  }

  /** It has signed a receipt. */
  signed(number: string, time: UtcMs): void {
    this.last = { number, time };
    this.fault = undefined;
    this.state &&= unblocked(this.state);
  }

  /** Something was refused or lost: card, PIN or address may be others by now. */
  doubt(): void {
    this.seenAt = undefined;
  }

  /** Is a new look needed before the next receipt? */
  isOlderThan(ms: number): boolean {
    return this.seenAt === undefined || this.clock.monotonic() - this.seenAt > ms;
  }

  /** Did it answer when it was asked last? */
  get isReached(): boolean {
    return this.fault === undefined;
  }

  get uid(): string {
    return this.state?.uid ?? '';
  }

  /** Codes as 4 digits, in whatever form they came. */
  get fields(): Readonly<Record<string, unknown>> {
    const { fields = {}, gsc = [] } = this.state ?? {};
    return gsc.length === 0 ? fields : { ...fields, gsc };
  }

  /** What it said of itself when it was asked last. */
  get told(): Witness {
    const { uid = '', lastInvoiceNumber = null, time = null } = this.state ?? {};
    return { uid, lastNumber: lastInvoiceNumber, time };
  }

  /** The same with what it has signed since; one that tells no last number is not believed to keep the one that we know. */
  get witness(): Witness {
    const { uid, lastNumber, time } = this.told;
    return {
      uid,
      lastNumber: lastNumber === null ? null : (this.last?.number ?? lastNumber),
      time: this.last?.time ?? time,
    };
  }

  /** Does its status lag behind a receipt of the same card that we have from it? */
  private get isAhead(): boolean {
    const ours = this.last?.number ?? '';
    const told = this.told.lastNumber ?? '';
    if (readPfrNumber(ours)?.requestedBy !== this.uid) return false;
    return told === '' || (stepsBetween(told, ours) ?? 0) > 0;
  }

  /** In the order in which to mend. */
  findings(hasRates: boolean): readonly Finding[] {
    const wrong = this.wrongSide;
    if (wrong !== undefined) return [wrong];
    if (this.fault !== undefined) return [this.fault];
    const told = this.state === undefined ? [] : findingsOf(this.state.gsc, this.state.isPinRequired);
    return hasRates || told.some(({ blocks }) => blocks) ? told : [NO_RATES, ...told];
  }

  /** The addresses that it names tell which world it belongs to. */
  get wrongSide(): Finding | undefined {
    const api = this.state?.taxCoreApi ?? '';
    const side = URL.canParse(api) ? sideOf(hostOf(api)) : undefined;
    return side === undefined || side === this.environment ? undefined : otherSide(this.environment);
  }
}

/** One that has just signed has its card and its PIN, whatever it said before. */
function unblocked(state: ProcessorState): ProcessorState {
  const { gsc, isPinRequired, fields } = state;
  if (!findingsOf(gsc, isPinRequired).some(({ blocks }) => blocks)) return state;
  const left = gsc.filter((code) => !findingsOf([code], false).some(({ blocks }) => blocks));
  return { ...state, gsc: left, isPinRequired: false, fields: { ...fields, isPinRequired: false } };
}
