import {
  assertNever,
  type Environment,
  failed,
  type Log,
  ok,
  type RemoteMode,
  type Result,
  type Signature,
} from '../base/index.js';
import { composeJournal } from '../journal/index.js';
import type { Quirk, SignRequest } from './port.js';
import type { ProcessorState } from './processorState.js';
import type { QuirkLog } from './quirkLog.js';
import { checkAnswer } from './wire/answerFault.js';
import { isSerbianCounter } from './wire/counter.js';
import type { WireReceipt } from './wire/receipt.js';
import { type Misled, shownLink } from './wire/shownLink.js';

export interface AcceptanceOptions {
  readonly mode: RemoteMode;
  readonly environment: Environment;
  readonly log: Log;
  /** Is a receipt of this number in the ledger already? Then it is no answer to a new request. */
  readonly isRecorded: (signature: Signature) => Promise<boolean>;
}

/** Decides which receipts are believed. */
export class Acceptance {
  constructor(
    private readonly options: AcceptanceOptions,
    private readonly state: ProcessorState,
    private readonly quirkLog: QuirkLog,
  ) {}

  /** What was odd about receipts that were believed since the start. */
  get quirks(): readonly Quirk[] {
    return this.quirkLog.names;
  }

  /** A receipt is ours only when all that counts agrees, and it is not one that we have. The error is a word for the log. */
  async accept(receipt: WireReceipt, request: SignRequest): Promise<Result<Signature, string>> {
    const { mode, environment, isRecorded, log } = this.options;
    const checked = checkAnswer(receipt, request, mode);
    if (!checked.ok) return checked;
    const { signature: signed, quirks } = checked.value;
    const shown = shownLink(signed, environment);
    if (!shown.ok) return failed(this.takeMisled(shown.error));
    const { quirks: linkQuirks, ...link } = shown.value;
    const signature = { ...signed, ...link };
    if (await isRecorded(signature)) return failed('recorded before');
    this.quirkLog.note(signature.requestedBy, [...quirks, ...linkQuirks]);
    this.state.takeSignature(signature.invoiceNumber, signature.time);
    if (!isSerbianCounter(signature.invoiceCounter)) {
      log('pfr.language', { environment, number: signature.invoiceNumber });
    }
    return ok(withJournal(signature, request));
  }

  /** The receipt is ours, and its link may not be shown to anybody. Gives a word for the log. */
  private takeMisled(place: Misled): string {
    switch (place.kind) {
      case 'otherEnvironment':
        this.state.takeSignedElsewhere();
        return `signed in ${place.side}`;
      case 'elsewhere':
        this.state.takeLinkElsewhere(place.host);
        return `link leads to ${place.host}`;
      default:
        return assertNever(place);
    }
  }
}

/** If the processor left the text out, though it was not asked to, the box writes the same from what was signed. */
function withJournal(signature: Signature, { draft, esirNumber }: SignRequest): Signature {
  if (signature.journal !== '') return signature;
  return { ...signature, journal: composeJournal({ ...signature, draft, esirNumber }) };
}
