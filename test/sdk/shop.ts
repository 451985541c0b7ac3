import type { Answers } from '../kit/answers.js';
import { connect, type KasirboxClient, type KasirboxOptions } from '../../src/sdk/client.js';

type Json<T> = { headers: Record<string, unknown>; content: { 'application/json': T } };
type Operation<Parameters, Body, Answer> = {
  parameters: Parameters;
  requestBody?: { content: { 'application/json': Body } };
  responses: { 200: Json<Answer>; 422: Json<Answers['Error']> };
};
type Keyed = { header?: { 'Idempotency-Key'?: string } };

/** As much of what openapi-typescript makes of the document as these tests call. */
interface Paths {
  '/invoices': {
    get: Operation<{ query?: { clientRequestId?: string } }, never, { invoices: { uuid: string }[] }>;
    post: Operation<Keyed, object, Answers['Invoice']>;
  };
  '/invoices/{uuid}/copy': {
    post: Operation<Keyed & { path: { uuid: string } }, object, Answers['Invoice']>;
  };
  '/items': { post: Operation<object, object, { id: number }> };
  '/me': { get: Operation<object, never, object> };
}

export interface BoxEvent {
  readonly type: string;
  readonly cursor: string;
}

export type Shop = KasirboxClient<Paths, BoxEvent>;

export const SALE = { items: [{ name: 'Кафа', quantity: 2, unitPrice: 150, label: 'Ђ' }] };

/** A client whose pauses end at once; `onPause` sees each, ms. */
export function shop(options: KasirboxOptions, onPause: (ms: number) => unknown = () => undefined): Shop {
  const keyed = ['POST /invoices', 'POST /invoices/{uuid}/copy'];
  return connect(options, keyed, { sleep: async (ms) => onPause(ms), random: () => 0.5 });
}
