import { type Invoice, isFiscalType } from '../../../../contract/index.js';

/** An invoice from `GET /invoices/{uuid}`, with what became of it. */
export interface InvoiceWithState extends Invoice {
  /** What is left of the chain of an advance. */
  readonly advance?: { readonly left?: number };
}

/** True for a fiscal receipt. Only these may be copied; other kinds may be printed again (PR 2(5)). */
export function isFiscal({ invoiceType }: Pick<Invoice, 'invoiceType'>): boolean {
  return isFiscalType(invoiceType);
}

/**
 * True for a receipt that has a refund of its own kind (Pravilnik on kinds of fiscal receipts, article 2). A copy has
 * none: its original is refunded.
 */
export function hasRefund({ invoiceType, transactionType }: Pick<Invoice, 'invoiceType' | 'transactionType'>): boolean {
  return transactionType === 'Sale' && invoiceType !== 'Copy';
}

/** True for a fiscal refund. A wrong one is voided by another that refers to it (Technical Instruction, 9.3). */
export function isVoidable(invoice: Pick<Invoice, 'invoiceType' | 'transactionType'>): boolean {
  return invoice.transactionType === 'Refund' && isFiscal(invoice);
}

/** What `POST /invoices`, refund, copy and close-advance answer when they went well. */
export type IssuingResponse =
  Invoice | { readonly invoice: Invoice } | { readonly queued: true; readonly position: number };

/** State of an idempotency key, from `GET /web/sale/{key}`. */
export interface KeyState {
  readonly state: 'free' | 'at work' | 'queued' | 'open' | 'in doubt' | 'issued';
  readonly uuid: string | null;
  /** PFR number, as far as the running numbers prove it. */
  readonly number: string | null;
  /** With `open`: maximum seconds until the outcome is known, if the processor answers. */
  readonly retryAfter?: number;
}

/**
 * What the fiscal card needs from a person before anything can be sold, from `GET /web/till/card`; `look`: it cannot be
 * used.
 */
export type CardWants = 'pin' | 'card' | 'new card' | 'look';
