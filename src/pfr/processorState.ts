import {
  type Clock,
  type CounterBaseline,
  type Environment,
  environmentOfHost,
  type Finding,
  hostOf,
  readPfrNumber,
  stepsBetween,
  type UtcMs,
} from '../base/index.js';
import type { Reach } from './port.js';
import { misleadingLink, NO_RATES, STATE_UNKNOWN, wrongEnvironment } from './texts.js';
import { findingsOf } from './wire/codes.js';
import type { ProcessorStatus } from './wire/status.js';

/** After a link that led elsewhere, the next receipt is tried after this, ms. A look-up that finds a right one ends it at once. */
const LINK_RETRY = 10 * 60_000;

/** What is known of a processor: its last status, what it has signed since, and why it could not be asked. */
export class ProcessorState {
  private status: ProcessorStatus | undefined;
  private fault: Finding | undefined = STATE_UNKNOWN;
  /** Has it signed in the other environment? Its status may hide where it belongs; that link cannot. */
  private hasSignedElsewhere = false;
  /** Where the link of its last receipt led, and when that came, ms of the monotonic clock; undefined when it was a right one. */
  private linkElsewhere: { readonly host: string; readonly at: number } | undefined;
  private lastSigned: { readonly number: string; readonly time: UtcMs } | undefined;
  /** When the status came, ms of the monotonic clock; undefined when it may have become wrong since. */
  private statusAt: number | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly clock: Clock,
    /** Called when it answers and could not be asked before. */
    private readonly onReached: () => void = () => undefined,
  ) {}

  /** A status has come. */
  takeStatus(status: ProcessorStatus): void {
    this.status = status;
    if (!this.isStatusBehind) this.lastSigned = undefined;
    this.statusAt = this.clock.monotonic();
    this.takeAnswer();
  }

  /** It could not be asked, or answered something else. */
  takeFault(fault: Finding): void {
    this.fault = fault;
    this.statusAt = undefined;
  }

  /** It has signed a receipt. */
  takeSignature(number: string, time: UtcMs): void {
    // Of two receipts in work at once the answers may come in the other order.
    const isOlder = (stepsBetween(number, this.lastSigned?.number ?? '') ?? 0) > 0;
    if (!isOlder) this.lastSigned = { number, time };
    this.linkElsewhere = undefined;
    this.status &&= unblocked(this.status);
    this.takeAnswer();
  }

  private takeAnswer(): void {
    const wasReached = this.reach === 'answers';
    this.fault = undefined;
    if (!wasReached) this.onReached();
  }

  /** It has signed in the other environment. From now on it is asked for no receipt: each would be signed there. */
  takeSignedElsewhere(): void {
    this.hasSignedElsewhere = true;
  }

  /**
   * It has signed one of our receipts and sent a link that leads to this host. Each further receipt would be signed for nobody, as
   * long as somebody changes its answers, or the box knows nothing of a new host of the tax authority.
   */
  takeLinkElsewhere(host: string): void {
    this.linkElsewhere = { host, at: this.clock.monotonic() };
  }

  /** A receipt was refused or its answer lost: card, PIN or address may have changed. */
  expire(): void {
    this.statusAt = undefined;
  }

  /** Must the status be read again before the next receipt? */
  isOlderThan(ms: number): boolean {
    return this.statusAt === undefined || this.clock.monotonic() - this.statusAt > ms;
  }

  get reach(): Reach {
    if (this.fault === undefined) return 'answers';
    return this.fault.isOutOfReach === true ? 'outOfReach' : 'faulty';
  }

  get uid(): string {
    return this.status?.uid ?? '';
  }

  /** Members of the status answer; codes have 4 digits, in whatever form they came. */
  get fields(): Readonly<Record<string, unknown>> {
    const { fields = {}, gsc = [] } = this.status ?? {};
    return gsc.length === 0 ? fields : { ...fields, gsc };
  }

  /** The counters in its last status. */
  get reported(): CounterBaseline {
    const { uid = '', lastInvoiceNumber = null, time = null } = this.status ?? {};
    return { uid, lastNumber: lastInvoiceNumber, time };
  }

  /** The same with what it has signed since. If the status has no last number, the number of our last receipt is not used either. */
  get counterBaseline(): CounterBaseline {
    const { uid, lastNumber, time } = this.reported;
    return {
      uid,
      lastNumber: lastNumber === null ? null : (this.lastSigned?.number ?? lastNumber),
      time: this.lastSigned?.time ?? time,
    };
  }

  /**
   * Is its status older than a receipt of the same card that it has sent us? One without a last number is not: its clock may have
   * been set since.
   */
  private get isStatusBehind(): boolean {
    const signed = this.lastSigned?.number ?? '';
    const reported = this.reported.lastNumber;
    if (reported === null) return false;
    if (readPfrNumber(signed)?.requestedBy !== this.uid) return false;
    return reported === '' || (stepsBetween(reported, signed) ?? 0) > 0;
  }

  /** In the order in which to mend them. */
  findings(hasRates: boolean): readonly Finding[] {
    const wrong = this.wrongEnvironment ?? this.misleading;
    if (wrong !== undefined) return [wrong];
    if (this.fault !== undefined) return [this.fault];
    const found = this.status === undefined ? [] : findingsOf(this.status.gsc, this.status.isPinRequired);
    return hasRates || found.some(({ blocks }) => blocks) ? found : [NO_RATES, ...found];
  }

  /** Why it is asked for no receipt, whatever its status says. Now and then one is sent that shows whether its links are right again. */
  get unusable(): Finding | undefined {
    const { linkElsewhere, clock } = this;
    const isDue = linkElsewhere !== undefined && clock.monotonic() - linkElsewhere.at > LINK_RETRY;
    return this.wrongEnvironment ?? (isDue ? undefined : this.misleading);
  }

  private get misleading(): Finding | undefined {
    return this.linkElsewhere && misleadingLink(this.linkElsewhere.host);
  }

  /** The address of the tax authority, in its status or in a link of its, shows whether it is a test processor. */
  get wrongEnvironment(): Finding | undefined {
    const api = this.status?.taxCoreApi ?? '';
    const side = URL.canParse(api) ? environmentOfHost(hostOf(api)) : undefined;
    const isRight = side === undefined || side === this.environment;
    return isRight && !this.hasSignedElsewhere ? undefined : wrongEnvironment(this.environment);
  }
}

/** A processor that has just signed has its card and its PIN, whatever its status said before. */
function unblocked(status: ProcessorStatus): ProcessorStatus {
  const { gsc, isPinRequired, fields } = status;
  if (!findingsOf(gsc, isPinRequired).some(({ blocks }) => blocks)) return status;
  const left = gsc.filter((code) => !findingsOf([code], false).some(({ blocks }) => blocks));
  return { ...status, gsc: left, isPinRequired: false, fields: { ...fields, isPinRequired: false } };
}
