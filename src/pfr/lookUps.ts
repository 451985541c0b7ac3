import type { Finding, Log, RemoteMode, Result, Signature } from '../base/index.js';
import type { FindOutcome, LookedUp, SignRequest } from './port.js';
import type { ProcessorClient } from './processorClient.js';
import type { ProcessorState } from './processorState.js';
import { REFUSALS, unreached } from './texts.js';
import { readLink } from './wire/answerFault.js';
import { isNotFound } from './wire/notFound.js';
import type { WireReceipt } from './wire/receipt.js';
import { pfrNumberIn } from './wire/receiptNumbers.js';

export interface LookUpParts {
  readonly mode: RemoteMode;
  readonly log: Log;
  /** What must be mended in the box before the processor can be asked. */
  readonly obstacle: () => Finding | undefined;
  readonly client: ProcessorClient;
  readonly state: ProcessorState;
  /** Is it the receipt of this request? The error is a word for the log. */
  readonly accept: (receipt: WireReceipt, request: SignRequest) => Promise<Result<Signature, string>>;
}

/** What stands under a request id. `message` is Serbian. */
type Told =
  | { readonly kind: 'receipt'; readonly receipt: WireReceipt }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unclear'; readonly message: string };

/** Asks a processor outside the box what it has signed for a request. */
export class LookUps {
  constructor(private readonly parts: LookUpParts) {}

  /** The receipt of a request that was sent. `within`: the longest time for the answer, ms. */
  async find(request: SignRequest, within?: number): Promise<FindOutcome> {
    const told = await this.tell(request.requestId, within);
    if (told.kind === 'unclear') return { kind: 'unknown', message: told.message };
    if (told.kind === 'absent') return { kind: 'absent' };
    const signature = await this.parts.accept(told.receipt, request);
    if (signature.ok) return { kind: 'signed', signature: signature.value };
    this.parts.log('pfr.foreign', { pfrRequest: request.requestId, cause: signature.error });
    return { kind: 'foreign' };
  }

  /** Whatever stands under an id, whether the box would believe it or not. */
  async lookUpId(requestId: string): Promise<LookedUp> {
    const told = await this.tell(requestId);
    if (told.kind !== 'receipt') return { kind: told.kind };
    const { verificationUrl } = told.receipt;
    const link = readLink(verificationUrl);
    return link.ok ? { kind: 'receipt', invoiceNumber: pfrNumberIn(link.value), verificationUrl } : { kind: 'unclear' };
  }

  private async tell(requestId: string, within?: number): Promise<Told> {
    const { client, state, mode } = this.parts;
    const obstacle = this.parts.obstacle();
    if (obstacle !== undefined) return { kind: 'unclear', message: obstacle.found.sr };
    const exchanged = await client.findInvoice(requestId, within);
    if (exchanged.kind !== 'answered') {
      // It may be gone: before the next receipt it has to answer again.
      state.expire();
      return { kind: 'unclear', message: unreached(exchanged.reason, mode).found.sr };
    }
    const answer = client.read(exchanged);
    if (answer.kind === 'receipt') return { kind: 'receipt', receipt: answer.receipt };
    const isAbsent = isNotFound(exchanged.status, exchanged.body, answer);
    return isAbsent ? { kind: 'absent' } : { kind: 'unclear', message: REFUSALS.unknown.message };
  }
}
