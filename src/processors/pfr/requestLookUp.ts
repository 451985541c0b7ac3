import type { Finding, Log, Result } from '../../base/index.js';
import type { RemoteMode, Signature } from '../../contract/index.js';
import type { FindOutcome, FoundReceipt, SignRequest } from './port.js';
import type { ProcessorClient } from './processorClient.js';
import type { ProcessorState } from './processorState.js';
import { PFR_REFUSALS, unreached } from './pfrTexts.js';
import { readLink } from './wire/answerFault.js';
import { isNotFound } from './wire/certainty.js';
import type { WireReceipt } from './wire/receipt.js';
import { pfrNumberIn } from './wire/receiptNumbers.js';

export interface LookUpDeps {
  readonly mode: RemoteMode;
  readonly log: Log;
  /** What must be fixed in the box before the processor can be called. */
  readonly obstacle: () => Finding | undefined;
  readonly client: ProcessorClient;
  readonly state: ProcessorState;
  /** Checks that it is the receipt of this request. The error is a short text for the log. */
  readonly accept: (receipt: WireReceipt, request: SignRequest) => Promise<Result<Signature, string>>;
}

/** The processor's answer for a request id. `message` is Serbian. */
type LookUpAnswer =
  | { readonly kind: 'receipt'; readonly receipt: WireReceipt }
  | { readonly kind: 'absent' }
  | { readonly kind: 'unclear'; readonly message: string };

/** Looks up in a remote processor what it has signed for a request. */
export class RequestLookUps {
  constructor(private readonly deps: LookUpDeps) {}

  /** Finds the receipt of a request that was sent. `within` is the longest time to wait for the answer, ms. */
  async find(request: SignRequest, within?: number): Promise<FindOutcome> {
    const answer = await this.answerFor(request.requestId, within);
    if (answer.kind === 'unclear') return { kind: 'unknown', message: answer.message };
    if (answer.kind === 'absent') return { kind: 'absent' };
    const signature = await this.deps.accept(answer.receipt, request);
    if (signature.ok) return { kind: 'signed', signature: signature.value };
    this.deps.log('pfr.foreign', { pfrRequest: request.requestId, cause: signature.error });
    return { kind: 'foreign' };
  }

  /** Reports the receipt under a request id, without checking whether the box would accept it. */
  async lookUpId(requestId: string): Promise<FoundReceipt> {
    const answer = await this.answerFor(requestId);
    if (answer.kind !== 'receipt') return { kind: answer.kind };
    const { verificationUrl } = answer.receipt;
    const link = readLink(verificationUrl);
    return link.ok ? { kind: 'receipt', invoiceNumber: pfrNumberIn(link.value), verificationUrl } : { kind: 'unclear' };
  }

  private async answerFor(requestId: string, within?: number): Promise<LookUpAnswer> {
    const { client, state, mode } = this.deps;
    const obstacle = this.deps.obstacle();
    if (obstacle !== undefined) return { kind: 'unclear', message: obstacle.found.sr };
    const exchanged = await client.findInvoice(requestId, within);
    if (exchanged.kind !== 'answered') {
      // The processor may be down, so its status is read again before the next receipt.
      state.expire();
      return { kind: 'unclear', message: unreached(exchanged.reason, mode).found.sr };
    }
    const answer = client.read(exchanged);
    if (answer.kind === 'receipt') return { kind: 'receipt', receipt: answer.receipt };
    const isAbsent = isNotFound(exchanged.status, exchanged.body, answer);
    return isAbsent ? { kind: 'absent' } : { kind: 'unclear', message: PFR_REFUSALS.unknown.message };
  }
}
