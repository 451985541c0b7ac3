import type { Draft, Environment, PfrMode, Signature, TaxLabel, Witness } from '../base/fiscal.js';
import type { Result } from '../base/result.js';
import type { Finding, Words } from '../base/words.js';
import type { Lane } from './lane.js';

export type { Signature, Witness };

/** For a processor in the box, of which nothing need be known. */
export const NO_WITNESS: Witness = { uid: '', lastNumber: null, time: null };

/** One receipt to be signed. `requestId` is the box's own 32 hex digits, new for every attempt. */
export interface SignRequest {
  readonly requestId: string;
  readonly draft: Draft;
  /**
   * Labels and rates by which the lines were taken in: those of today, or those of the receipt that is returned or copied.
   * A real processor goes by its own.
   */
  readonly taxLabels: readonly TaxLabel[];
  /** ESIR number and version, `123/1.0`. */
  readonly esirNumber: string;
  /** As {@link Pfr.ready} gave it. */
  readonly witness: Witness;
}

/** It is certain that nothing was signed. */
export interface Refusal {
  readonly kind: 'refused';
  /** The processor's own code, such as `1300`; null when it gave none, or was not reached. */
  readonly code: string | null;
  /** Serbian sentence for the seller, with what to do. */
  readonly message: string;
  /**
   * `way`: it was not reached at all; `receipt`: it is ready, and has something against this receipt; `unclear`: it is ready,
   * and does not say why in an official code (makers have their own, such as for a clock that was set back). Absent: its card,
   * its PIN or something in the box must be mended before it signs anything.
   */
  readonly about?: 'way' | 'receipt' | 'unclear';
}

/**
 * The three ends of a signing. `refused` is certain: nothing was signed. `unknown` is not: the request may have
 * been signed and must be settled by looking it up, never by asking again.
 */
export type SignOutcome =
  | { readonly kind: 'signed'; readonly signature: Signature }
  | Refusal
  | {
      readonly kind: 'unknown';
      /** Did an answer come that could not be believed? Then it may have signed and lost what it keeps of it. */
      readonly hasAnswered: boolean;
      readonly message: string;
    };

/** What a processor says about a request that it may have signed. */
export type FindOutcome =
  | { readonly kind: 'signed'; readonly signature: Signature }
  /** It answers, and has no receipt under the request id. `now` is what it says of itself at the same time. */
  | { readonly kind: 'absent'; readonly now: Witness }
  /** It gives a receipt that is not what was asked for: no witness at all. */
  | { readonly kind: 'foreign' }
  /** It was not reached, or could not say. */
  | { readonly kind: 'unknown'; readonly message: string };

/** The state of a processor as it was last seen. */
export interface PfrStatus {
  readonly ok: boolean;
  readonly mode: PfrMode;
  readonly environment: Environment;
  readonly uid: string;
  /** The first finding that blocks, or that all is well. */
  readonly words: Words;
  /** In the order in which to mend. */
  readonly findings: readonly Finding[];
  /**
   * How long ago a real processor told its tax rates, ms; counted from the start of the box, or from the setting of the
   * processor, while it has told none since. Null when the rates are not its own.
   */
  readonly ratesAge: number | null;
  /** What a real processor tells of itself beside, by the names of its status answer. */
  readonly fields: Readonly<Record<string, unknown>>;
}

/** A fiscal processor as the box sees it. */
export interface Pfr {
  readonly mode: PfrMode;
  readonly environment: Environment;
  /**
   * Null when it is a part of the box: it signs at once, and nothing can be lost on the way. Otherwise the one lane to it:
   * whoever asks it for a receipt holds the lane from the intent to the recorded end.
   */
  readonly lane: Lane | null;
  /** As last seen; never waits. */
  status(): PfrStatus;
  /** Asks for the state now; false when nobody answered. Bounded, and left out while a receipt is under way. */
  refresh(): Promise<boolean>;
  /** Labels that a receipt may carry now. Of a real processor: what it told last, also before a restart. */
  taxLabels(): readonly TaxLabel[];
  /** To be called before an intent is written. It asks the processor only for what is not known of it yet. */
  ready(): Promise<Refusal | { readonly kind: 'ready'; readonly witness: Witness }>;
  /** One call, never repeated. */
  sign(request: SignRequest): Promise<SignOutcome>;
  /** Looks up what {@link sign} may have signed: one try. */
  find(request: SignRequest): Promise<FindOutcome>;
  /** ms after the beginning of {@link sign} beyond which the processor certainly signs nothing for it any more. */
  readonly signingLimit: number;
  /** Hands the PIN of the card over: one try, never a second, since a few wrong ones lock the card for ever. */
  enterPin(pin: string): Promise<Result<void, Words>>;
  /** Gives up what is under way: an open intent is settled by the next start. */
  stop(): void;
}
