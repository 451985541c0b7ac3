import {
  type Bilingual,
  type CounterBaseline,
  type Draft,
  type Environment,
  type Finding,
  type Mutex,
  PFR_TRAITS,
  type PfrMode,
  type RemoteMode,
  type Result,
  type Signature,
  type TaxLabel,
} from '../base/index.js';
import type { Quirk } from './wire/quirks.js';

export type { Signature, CounterBaseline, Quirk };

/** For a processor in the box, whose counters need not be compared. */
export const NO_BASELINE: CounterBaseline = { uid: '', lastNumber: null, time: null };

/** One receipt to be signed. `requestId` is the box's own 32 hex digits, new for every attempt. */
export interface SignRequest {
  readonly requestId: string;
  readonly draft: Draft;
  /**
   * Labels and rates by which the lines were checked: those of today, or those of the receipt that is refunded or copied.
   * A real processor uses its own.
   */
  readonly taxLabels: readonly TaxLabel[];
  /** ESIR number and version, `123/1.0`. */
  readonly esirNumber: string;
  /** What {@link Pfr.ready} returned. */
  readonly counterBaseline: CounterBaseline;
}

/** It is certain that nothing was signed. */
export interface Refusal {
  readonly kind: 'refused';
  /** The processor's own code, such as `1300`; null when it sent none, or was not reached. */
  readonly code: string | null;
  /** Serbian sentence for the seller, with what to do. */
  readonly message: string;
  /** The same in English. */
  readonly messageEn: string;
  /**
   * What it is about.
   * - `unreachable`: the processor was not reached at all.
   * - `receipt`: it is ready, and refuses this receipt.
   * - `unclear`: it is ready, and gives no official code; makers have codes of their own, for example for a clock set back.
   * - absent: its card, its PIN or something in the box must be repaired before it can sign anything.
   */
  readonly about?: 'unreachable' | 'receipt' | 'unclear';
}

/**
 * The three outcomes of a signing. `refused` is certain: nothing was signed. `unknown` is not: the request may have
 * been signed and must be settled by looking it up, never by asking again.
 */
export type SignOutcome =
  | { readonly kind: 'signed'; readonly signature: Signature }
  | Refusal
  | {
      readonly kind: 'unknown';
      /**
       * Did an answer of success come (2xx) that could not be accepted? Then the processor may have signed, and may no longer
       * know it. Any other unclear answer, such as a redirect or a server error, is as good as none.
       */
      readonly hasAnswered: boolean;
      readonly message: string;
    };

/** What a look-up of a request that may have been signed can find. */
export type FindOutcome =
  | { readonly kind: 'signed'; readonly signature: Signature }
  /** The processor answers, and has no receipt under the request id. */
  | { readonly kind: 'absent' }
  /** It sends a receipt that is not the one that was asked for, which proves nothing. */
  | { readonly kind: 'foreign' }
  /** It was not reached, or gave no clear answer. */
  | { readonly kind: 'unknown'; readonly message: string };

/** The last known state of a processor. */
export interface PfrStatus {
  readonly ok: boolean;
  readonly mode: PfrMode;
  readonly environment: Environment;
  readonly uid: string;
  /** Scheme, host and port at which it is asked; absent for a processor in the box, and while no address is known. */
  readonly address?: string;
  /** The first finding that blocks; otherwise that the processor is ready. */
  readonly words: Bilingual;
  /** In the order in which to mend them. */
  readonly findings: readonly Finding[];
  /**
   * Age of the tax rates of a real processor, ms. If none have come yet: time since the start of the box, or since the
   * processor was set. Null when the rates are not its own.
   */
  readonly ratesAge: number | null;
  /** Further members of a real processor's status answer, by their names there. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/**
 * Whether a processor could be asked when it was asked last. `faulty`: something at its address answers, but does not tell its
 * state: a certificate is refused, a server fails, or it is another device. Also before it was asked at all.
 */
export type Reach = 'answers' | 'faulty' | 'outOfReach';

/** A fiscal processor as the box sees it. */
export interface Pfr {
  readonly mode: PfrMode;
  readonly environment: Environment;
  /**
   * Held by whoever asks for a receipt, from the intent to the recorded outcome. Null when the processor is a part of the
   * box: it signs at once, and no answer can be lost.
   */
  readonly mutex: Mutex | null;
  /** The last known state, at once. */
  status(): PfrStatus;
  /** As it is known now: a receipt that could not be sent tells it, too. */
  readonly reach: Reach;
  /** What was odd about its receipts since the start, or since it was set; each once. */
  readonly quirks: readonly Quirk[];
  /** Reads the state from the processor; false when it did not answer. Limited in time; skipped while a receipt is under way. */
  refresh(): Promise<boolean>;
  /** Labels that a receipt may carry now. Those of a real processor are what it sent last, also before a restart. */
  taxLabels(): readonly TaxLabel[];
  /** To be called before an intent is written. Asks the processor only for what is not known yet, or is too old. */
  ready(): Promise<Refusal | { readonly kind: 'ready'; readonly counterBaseline: CounterBaseline }>;
  /** One request, never repeated. Asks for nothing else: its answer may come when another order holds the processor. */
  sign(request: SignRequest): Promise<SignOutcome>;
  /**
   * Says what a refusal of {@link sign} is about, for which it may read the state from the processor: the card may be out. To be
   * called with the processor held.
   */
  explain(refusal: Refusal): Promise<Refusal>;
  /** Looks up what {@link sign} may have signed: one request. An answer is waited for as usual, or for `within` ms at most. */
  find(request: SignRequest, within?: number): Promise<FindOutcome>;
  /** Asks for its running numbers of this moment; undefined when it did not tell its state. */
  counters(): Promise<CounterBaseline | undefined>;
  /** After this many ms from the call of {@link sign}, the processor certainly signs nothing for it any more. */
  readonly signingLimit: number;
  /** After this many ms from a lost answer, other receipts are sent to it again. */
  readonly sellOnAfter: number;
  /**
   * After this many ms without an answer to {@link sign}, other receipts are sent while it is still waited for: to a `vpfr` as soon as
   * the answer is overdue (three times the usual time, at least 2 s), to an `lpfr`, which serves one at a time, after `sellOnAfter` more.
   */
  readonly othersAfter: number;
  /** Sends the PIN of the card: once, and never again by itself, since a few wrong ones lock the card for ever. */
  enterPin(pin: string): Promise<Result<void, Bilingual>>;
}

/** What stands under a request id at a processor, whether the box would believe it or not. */
export type LookedUp =
  | { readonly kind: 'receipt'; readonly invoiceNumber: string; readonly verificationUrl: string }
  /** It answers clearly that it has none. */
  | { readonly kind: 'absent' }
  /** It was not reached, or its answer says nothing. */
  | { readonly kind: 'unclear' };

/** What a test of a processor asks beyond what a sale needs. Each call is to be made with the processor held. */
export interface TestableProcessor {
  /** One look-up of a request id. */
  lookUpId(requestId: string): Promise<LookedUp>;
  /** How long the last request to sign waited for its answer, ms; null when none was sent, or no answer came. */
  readonly lastSigningTime: number | null;
}

/** A processor outside of the box. */
export type RemoteProcessor = Pfr & TestableProcessor & { readonly mode: RemoteMode; readonly mutex: Mutex };

/** Is it outside of the box? See `PfrTraits.isRemote`. */
export function isRemote(pfr: Pfr): pfr is RemoteProcessor {
  return PFR_TRAITS[pfr.mode].isRemote;
}
