import type { Clock, Finding, UtcMs } from '../../base/index.js';
import {
  type CounterBaseline,
  type Environment,
  environmentOfHost,
  hostOf,
  readPfrNumber,
  stepsBetween,
} from '../../contract/index.js';
import type { Reach } from './port.js';
import { misleadingLink, NO_RATES, STATE_UNKNOWN, wrongEnvironment } from './pfrTexts.js';
import { findingsOf } from './wire/pfrCodes.js';
import type { ProcessorStatus } from './wire/status.js';

/**
 * After a link to a foreign host, the next receipt is tried after this time, ms. A look-up that finds a correct link
 * clears the fault at once.
 */
const LINK_RETRY = 10 * 60_000;

/** The known state of a processor: its last status, what it has signed since, and why it could not be reached. */
export class ProcessorState {
  private status: ProcessorStatus | undefined;
  private fault: Finding | undefined = STATE_UNKNOWN;
  /**
   * True when it has signed in the other environment. Its status may hide the environment; the link of a receipt
   * cannot.
   */
  private hasSignedElsewhere = false;
  /**
   * Host of the last receipt's link, and when it was received, ms of the monotonic clock; undefined when the link was
   * correct.
   */
  private linkElsewhere: { readonly host: string; readonly at: number } | undefined;
  private lastSigned: { readonly number: string; readonly time: UtcMs } | undefined;
  /** When the status was received, ms of the monotonic clock; undefined when it may be outdated. */
  private statusAt: number | undefined;

  constructor(
    private readonly environment: Environment,
    private readonly clock: Clock,
    /** Called when it answers after it could not be reached. */
    private readonly onReached: () => void = () => undefined,
  ) {}

  /** Applies a received status. */
  applyStatus(status: ProcessorStatus): void {
    this.status = status;
    if (!this.isStatusBehind) this.lastSigned = undefined;
    this.statusAt = this.clock.monotonic();
    this.recordAnswer();
  }

  /** Records that it could not be reached, or that its answer was not a status. */
  recordFault(fault: Finding): void {
    this.fault = fault;
    this.statusAt = undefined;
  }

  /** Records a receipt that it has signed. */
  recordSignature(number: string, time: UtcMs): void {
    // When two receipts are pending at once, their answers may arrive in reverse order.
    const isOlder = (stepsBetween(number, this.lastSigned?.number ?? '') ?? 0) > 0;
    if (!isOlder) this.lastSigned = { number, time };
    this.linkElsewhere = undefined;
    this.status &&= unblocked(this.status);
    this.recordAnswer();
  }

  private recordAnswer(): void {
    const wasReached = this.reach === 'answers';
    this.fault = undefined;
    if (!wasReached) this.onReached();
  }

  /** Records a signature in the other environment. From now on no receipt is sent to it: each would be signed there. */
  recordSignedElsewhere(): void {
    this.hasSignedElsewhere = true;
  }

  /**
   * Records that it signed one of our receipts and sent a link to this host. Further receipts would be signed without a
   * usable link, as long as an attacker changes its answers, or the box does not know a new host of the tax authority.
   */
  recordLinkElsewhere(host: string): void {
    this.linkElsewhere = { host, at: this.clock.monotonic() };
  }

  /** Marks the status as outdated: after a refused receipt or a lost answer, card, PIN or address may have changed. */
  expire(): void {
    this.statusAt = undefined;
  }

  /** True when the status must be read again before the next receipt. */
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

  /** Members of the status answer. Codes are normalized to 4 digits. */
  get fields(): Readonly<Record<string, unknown>> {
    const { fields = {}, gsc = [] } = this.status ?? {};
    return gsc.length === 0 ? fields : { ...fields, gsc };
  }

  /** The counters in its last status. */
  get reported(): CounterBaseline {
    const { uid = '', lastInvoiceNumber = null, time = null } = this.status ?? {};
    return { uid, lastNumber: lastInvoiceNumber, time };
  }

  /**
   * The reported counters, updated with what it has signed since. If the status has no last number, the number of our
   * last receipt is not used either.
   */
  get counterBaseline(): CounterBaseline {
    const { uid, lastNumber, time } = this.reported;
    return {
      uid,
      lastNumber: lastNumber === null ? null : (this.lastSigned?.number ?? lastNumber),
      time: this.lastSigned?.time ?? time,
    };
  }

  /**
   * True when its status is older than a receipt of the same card that it has sent us. A status without a last number
   * does not count as older, since its clock may have been set since.
   */
  private get isStatusBehind(): boolean {
    const signed = this.lastSigned?.number ?? '';
    const reported = this.reported.lastNumber;
    if (reported === null) return false;
    if (readPfrNumber(signed)?.requestedBy !== this.uid) return false;
    return reported === '' || (stepsBetween(reported, signed) ?? 0) > 0;
  }

  /** In the order in which to fix them. */
  findings(hasRates: boolean): readonly Finding[] {
    const wrong = this.wrongEnvironment ?? this.misleading;
    if (wrong !== undefined) return [wrong];
    if (this.fault !== undefined) return [this.fault];
    const found = this.status === undefined ? [] : findingsOf(this.status.gsc, this.status.isPinRequired);
    return hasRates || found.some(({ blocks }) => blocks) ? found : [NO_RATES, ...found];
  }

  /**
   * Why no receipt is sent to it, regardless of its status. Once in a while a receipt is sent to find out whether its
   * links are correct again.
   */
  get unusable(): Finding | undefined {
    const { linkElsewhere, clock } = this;
    const isDue = linkElsewhere !== undefined && clock.monotonic() - linkElsewhere.at > LINK_RETRY;
    return this.wrongEnvironment ?? (isDue ? undefined : this.misleading);
  }

  private get misleading(): Finding | undefined {
    return this.linkElsewhere && misleadingLink(this.linkElsewhere.host);
  }

  /** The address of the tax authority, in its status or in one of its links, shows whether it is a test processor. */
  get wrongEnvironment(): Finding | undefined {
    const api = this.status?.taxCoreApi ?? '';
    const side = URL.canParse(api) ? environmentOfHost(hostOf(api)) : undefined;
    const isRight = side === undefined || side === this.environment;
    return isRight && !this.hasSignedElsewhere ? undefined : wrongEnvironment(this.environment);
  }
}

/**
 * A processor that has just signed has its card and its PIN, so earlier findings about them are removed from its
 * status.
 */
function unblocked(status: ProcessorStatus): ProcessorStatus {
  const { gsc, isPinRequired, fields } = status;
  if (!findingsOf(gsc, isPinRequired).some(({ blocks }) => blocks)) return status;
  const remaining = gsc.filter((code) => !findingsOf([code], false).some(({ blocks }) => blocks));
  return { ...status, gsc: remaining, isPinRequired: false, fields: { ...fields, isPinRequired: false } };
}
