import type { FakeRequest, Json, Reply } from './wire.js';

/** A good request of 2 × 150,00 RSD with one label. */
export const SALE = {
  invoiceType: 0,
  transactionType: 0,
  cashier: 'Ана',
  invoiceNumber: '123/1.0',
  payment: [{ paymentType: 1, amount: 300 }],
  items: [{ name: 'Кафа/КОМ', quantity: 2, unitPrice: 150, labels: ['Ђ'], totalAmount: 300 }],
};

export function get(path: string, headers: Record<string, string> = {}): FakeRequest {
  return { method: 'GET', path, headers, body: Buffer.alloc(0) };
}

export function find(id: string): FakeRequest {
  return get(`/api/v3/invoices/${id}`);
}

export function pin(body: string, type = 'text/plain'): FakeRequest {
  return { method: 'POST', path: '/api/v3/pin', headers: { 'content-type': type }, body: Buffer.from(body) };
}

/** An invoice as a till sends it; `headers` replaces those. */
export function invoice(
  id: string,
  body: unknown = SALE,
  headers: Record<string, string> = { 'accept-language': 'sr-Cyrl-RS' },
): FakeRequest {
  const own = { 'content-type': 'application/json', ...(id !== '' && { requestid: id }), ...headers };
  return { method: 'POST', path: '/api/v3/invoices', headers: own, body: Buffer.from(JSON.stringify(body)) };
}

/** `200 "0100"`: status and body in one text, to compare them at once. */
export function statusAndBody({ status, body }: Pick<Reply, 'status' | 'body'>): string {
  return `${status} ${body.toString()}`;
}

export function parsed({ body }: Pick<Reply, 'body'>): Record<string, Json> {
  return JSON.parse(body.toString()) as Record<string, Json>;
}
