import { assertNever, failed, type Log, ok, type Result } from '../../base/index.js';
import type { Environment, RemoteMode, Signature } from '../../contract/index.js';
import { composeJournal } from '../../paper/journal/index.js';
import type { Quirk, SignRequest } from './port.js';
import type { ProcessorState } from './processorState.js';
import type { QuirkLog } from './wire/quirks.js';
import { checkAnswer, type MisleadingLink, shownLink } from './wire/answerFault.js';
import { isSerbianCounter } from './wire/receiptNumbers.js';
import type { WireReceipt } from './wire/receipt.js';

export interface AcceptanceOptions {
  readonly mode: RemoteMode;
  readonly environment: Environment;
  readonly log: Log;
  /**
   * Reports whether the ledger already has a receipt of this number. Such a receipt is not an answer to a new request.
   */
  readonly isRecorded: (signature: Signature) => Promise<boolean>;
}

/** Decides which receipts of a processor are accepted as answers to our requests. */
export class Acceptance {
  constructor(
    private readonly options: AcceptanceOptions,
    private readonly state: ProcessorState,
    private readonly quirkLog: QuirkLog,
  ) {}

  /** Quirks of the receipts that were accepted since the start. */
  get quirks(): readonly Quirk[] {
    return this.quirkLog.names;
  }

  /**
   * Accepts a receipt as ours only when every checked member agrees with the request and the ledger does not have it
   * yet. The error is a short text for the log.
   */
  async accept(receipt: WireReceipt, request: SignRequest): Promise<Result<Signature, string>> {
    const { mode, environment, isRecorded, log } = this.options;
    const checked = checkAnswer(receipt, request, mode);
    if (!checked.ok) return checked;
    const { signature: signed, quirks } = checked.value;
    const shown = shownLink(signed, environment);
    if (!shown.ok) return failed(this.recordMisleadingLink(shown.error));
    const { quirks: linkQuirks, ...link } = shown.value;
    const signature = { ...signed, ...link };
    if (await isRecorded(signature)) return failed('recorded before');
    this.quirkLog.note(signature.requestedBy, [...quirks, ...linkQuirks]);
    this.state.recordSignature(signature.invoiceNumber, signature.time);
    if (!isSerbianCounter(signature.invoiceCounter)) {
      log('pfr.language', { environment, number: signature.invoiceNumber });
    }
    return ok(withJournal(signature, request));
  }

  /** The receipt is ours, but its verification link must not be shown to buyers. Returns a short text for the log. */
  private recordMisleadingLink(place: MisleadingLink): string {
    switch (place.kind) {
      case 'otherEnvironment':
        this.state.recordSignedElsewhere();
        return `signed in ${place.side}`;
      case 'elsewhere':
        this.state.recordLinkElsewhere(place.host);
        return `link leads to ${place.host}`;
      default:
        return assertNever(place);
    }
  }
}

/**
 * Some processors leave the journal out although the request did not ask for that. The box then composes it from the
 * signed data.
 */
function withJournal(signature: Signature, { draft, esirNumber }: SignRequest): Signature {
  if (signature.journal !== '') return signature;
  return { ...signature, journal: composeJournal({ ...signature, draft, esirNumber }) };
}
