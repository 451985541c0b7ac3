import { never } from '../../base/result.js';
import type { RemoveRefusal } from '../../invoicing/queue.js';
import { type Answer, failure, type Handler, notFound, okay, storageFailure } from '../answer.js';
import type { queueDocs } from '../docs/queue.js';
import type { ApiParts } from '../parts.js';
import { presentIssued, presentQueued } from '../present.js';

/** Requests that wait until the processor can be reached. */
export function queueRoutes({ ledger, settings, till }: ApiParts): Record<keyof typeof queueDocs, Handler> {
  const issuedUnder = (key: string) => ledger.invoiceByRequest(settings.now.environment, key);
  return {
    listQueue() {
      return okay({ queue: till.queue.list().map(presentQueued) });
    },

    async getQueued({ params }) {
      const key = keyIn(params);
      const waiting = till.queue.get(key);
      if (waiting !== undefined) return okay(presentQueued(waiting));
      const invoice = await issuedUnder(key);
      return invoice === undefined ? notFound('Request') : okay(presentIssued(invoice, key));
    },

    async removeQueued({ id, params }) {
      const key = keyIn(params);
      const removed = await till.queue.remove(key);
      if (removed.ok) return okay(presentQueued(removed.value));
      const isForgotten = removed.error === 'absent' && (await issuedUnder(key)) !== undefined;
      return notRemoved(isForgotten ? 'issued' : removed.error, id);
    },
  };
}

/** The path pattern lets nothing through that could not be decoded. */
function keyIn(params: Readonly<Record<string, string>>): string {
  return decodeURIComponent(params['clientRequestId'] ?? '');
}

/** Of the public codes none but 422 says that a thing is not in the state that was asked for. */
function notRemoved(why: RemoveRefusal, requestId: string): Answer {
  switch (why) {
    case 'absent':
      return notFound('Request');
    case 'issuing':
      return failure('validation', 'The request is being issued and cannot be removed. Ask again where it stands.');
    case 'issued':
      return failure('validation', 'The request was issued and cannot be removed. Refund its invoice.');
    case 'full':
    case 'damaged':
    case 'broken':
      return storageFailure(why, requestId);
    default:
      return never(why);
  }
}
