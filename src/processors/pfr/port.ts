import type { Bilingual, Finding, Mutex, Result } from '../../base/index.js';
import {
  type CounterBaseline,
  type Draft,
  type Environment,
  PFR_TRAITS,
  type PfrMode,
  type RemoteMode,
  type Signature,
  type TaxLabel,
} from '../../contract/index.js';
import type { Quirk } from './wire/quirks.js';

export type { Signature, CounterBaseline, Quirk };

/** For a processor in the box, whose counters need not be compared. */
export const NO_BASELINE: CounterBaseline = { uid: '', lastNumber: null, time: null };

/** One receipt to be signed. `requestId` is 32 hex digits of the box, new for every attempt. */
export interface SignRequest {
  readonly requestId: string;
  readonly draft: Draft;
  /**
   * Labels and rates that the lines were checked against: today's, or those of the receipt that is refunded or copied.
   * A real processor uses its own.
   */
  readonly taxLabels: readonly TaxLabel[];
  /** ESIR number and version, `123/1.0`. */
  readonly esirNumber: string;
  /** The value that {@link Pfr.ready} returned. */
  readonly counterBaseline: CounterBaseline;
}

/** A refusal is certain: nothing was signed. */
export interface Refusal {
  readonly kind: 'refused';
  /** The processor's own code, such as `1300`; null when it sent none, or was not reached. */
  readonly code: string | null;
  /** Serbian sentence for the seller, with the action. */
  readonly message: string;
  /** The same sentence in English. */
  readonly messageEn: string;
  /**
   * What caused the refusal.
   * - `unreachable`: the processor was not reached at all.
   * - `receipt`: it is ready, and refuses this receipt.
   * - `unclear`: it is ready, and sends no official code. Makers have codes of their own, for example for a clock set
   *   back.
   * - absent: its card, its PIN or something in the box must be repaired before it can sign anything.
   */
  readonly about?: 'unreachable' | 'receipt' | 'unclear';
}

/**
 * The three outcomes of a signing. `refused` is certain: nothing was signed. With `unknown` the request may have been
 * signed. It must be reconciled by a look-up and must never be sent again.
 */
export type SignOutcome =
  | { readonly kind: 'signed'; readonly signature: Signature }
  | Refusal
  | {
      readonly kind: 'unknown';
      /**
       * True when the processor sent an answer of success (2xx) that could not be accepted. It may then have signed,
       * and may no longer find the receipt. Any other unclear answer, such as a redirect or a server error, counts as
       * no answer.
       */
      readonly hasAnswered: boolean;
      readonly message: string;
    };

/** The outcomes of looking up a request that may have been signed. */
export type FindOutcome =
  | { readonly kind: 'signed'; readonly signature: Signature }
  /** The processor answers, and has no receipt under the request id. */
  | { readonly kind: 'absent' }
  /** It sends another receipt than the requested one, which proves nothing. */
  | { readonly kind: 'foreign' }
  /** It was not reached, or gave no clear answer. */
  | { readonly kind: 'unknown'; readonly message: string };

/** The last known state of a processor. */
export interface PfrStatus {
  readonly ok: boolean;
  readonly mode: PfrMode;
  readonly environment: Environment;
  readonly uid: string;
  /** Scheme, host and port of the processor. Absent for a processor in the box, and while no address is known. */
  readonly address?: string;
  /** The first finding that blocks; otherwise that the processor is ready. */
  readonly words: Bilingual;
  /** In the order in which to fix them. */
  readonly findings: readonly Finding[];
  /**
   * Age of the tax rates of a real processor, ms. If none were received yet, the time since the start of the box, or
   * since the processor was configured. Null when the rates are not its own.
   */
  readonly ratesAge: number | null;
  /** Further members of a real processor's status answer, under their names there. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Whether a processor answered when it was last called. `faulty`: its address answers, but does not report its state. A
 * certificate is refused, a server fails, or it is another device. `faulty` is also the value before the first call.
 */
export type Reach = 'answers' | 'faulty' | 'outOfReach';

/** A fiscal processor, as the rest of the box uses it. */
export interface Pfr {
  readonly mode: PfrMode;
  readonly environment: Environment;
  /**
   * Locked while a receipt is issued, from the intent to the recorded outcome. Null when the processor is a part of the
   * box: it signs at once, and no answer can be lost.
   */
  readonly mutex: Mutex | null;
  /** The last known state, without waiting. */
  status(): PfrStatus;
  /** Last known reachability; a failed signing updates it, too. */
  readonly reach: Reach;
  /** Quirks of its receipts since the start, or since it was configured; each once. */
  readonly quirks: readonly Quirk[];
  /**
   * Reads the state from the processor; false when it did not answer. It has a time limit, and is skipped while a
   * receipt is under way.
   */
  refresh(): Promise<boolean>;
  /** Labels that a receipt may have now. Those of a real processor are the last that it sent, also before a restart. */
  taxLabels(): readonly TaxLabel[];
  /** Call it before an intent is written. It calls the processor only for data that is unknown or too old. */
  ready(): Promise<Refusal | { readonly kind: 'ready'; readonly counterBaseline: CounterBaseline }>;
  /**
   * Sends one request and never repeats it. It makes no other call, since its answer may arrive while another order has
   * the lock.
   */
  sign(request: SignRequest): Promise<SignOutcome>;
  /**
   * Determines what a refusal of {@link sign} is about. It may read the state from the processor, since the card may be
   * out. Call it with the processor locked.
   */
  explain(refusal: Refusal): Promise<Refusal>;
  /**
   * Looks up, with one request, what {@link sign} may have signed. It waits for an answer for the usual time, or for
   * `within` ms at most.
   */
  find(request: SignRequest, within?: number): Promise<FindOutcome>;
  /** Reads its current counters; undefined when it did not report its state. */
  counters(): Promise<CounterBaseline | undefined>;
  /** This many ms after the call of {@link sign}, the processor certainly signs nothing for it any more. */
  readonly signingLimit: number;
  /** How long the other receipts wait for the look-ups of a lost answer, ms. */
  readonly lookUpTime: number;
  /**
   * After this many ms without an answer to {@link sign}, other receipts are sent while that answer is still pending.
   * With a `vpfr` this is when the answer is overdue (three times the usual time, at least 2 s). An `lpfr` serves one
   * request at a time, so there it is `lookUpTime` later.
   */
  readonly overdueAfter: number;
  /**
   * Sends the PIN of the card once. It is never sent again automatically, since a few wrong PINs lock the card
   * permanently.
   */
  enterPin(pin: string): Promise<Result<void, Bilingual>>;
}

/** The receipt under a request id at a processor, whether or not the box would accept it. */
export type FoundReceipt =
  | { readonly kind: 'receipt'; readonly invoiceNumber: string; readonly verificationUrl: string }
  /** The processor clearly answers that it has none. */
  | { readonly kind: 'absent' }
  /** It was not reached, or its answer is unclear. */
  | { readonly kind: 'unclear' };

/** Calls that a test of a processor needs beyond those of a sale. Make each call with the processor locked. */
interface TestableProcessor {
  /** One look-up of a request id. */
  lookUpId(requestId: string): Promise<FoundReceipt>;
  /** How long the last request to sign took, ms; null when none was sent, or no answer was received. */
  readonly lastSigningTime: number | null;
}

/** A processor outside of the box. */
export type RemoteProcessor = Pfr & TestableProcessor & { readonly mode: RemoteMode; readonly mutex: Mutex };

/** True when the processor is outside of the box. See `PfrTraits.isRemote`. */
export function isRemote(pfr: Pfr): pfr is RemoteProcessor {
  return PFR_TRAITS[pfr.mode].isRemote;
}
