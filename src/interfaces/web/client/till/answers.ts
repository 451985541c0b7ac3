import type { PaymentType } from '../../../../contract/index.js';

/** The members of an API invoice that the till uses. */
export interface InvoiceResponse {
  readonly uuid: string;
  readonly invoiceType: 'Normal' | 'ProForma' | 'Copy' | 'Training' | 'Advance';
  readonly transactionType: 'Sale' | 'Refund';
  /** RSD. */
  readonly total: number;
  readonly payments: readonly { readonly paymentType: PaymentType; readonly amount: number }[];
  readonly items: readonly {
    readonly name: string;
    readonly unit: string;
    readonly quantity: number;
    readonly unitPrice: number;
    readonly totalAmount: number;
    readonly label: string;
    readonly moreLabels?: readonly string[];
    readonly gtin: string | null;
  }[];
  readonly buyerId: string | null;
  readonly pfr: {
    readonly invoiceNumber: string | null;
    readonly sdcDateTime: string | null;
    readonly verificationUrl: string | null;
    readonly verificationQRCode: string | null;
  };
  readonly journal: string | null;
}

/** True for a fiscal receipt. Only these may be copied; other kinds may be printed again (PR 2(5)). */
export function isFiscal({ invoiceType }: Pick<InvoiceResponse, 'invoiceType'>): boolean {
  return invoiceType === 'Normal' || invoiceType === 'Advance';
}

/**
 * True for a receipt that has a refund of its own kind (Pravilnik on kinds of fiscal receipts, article 2). A copy has
 * none: its original is refunded.
 */
export function hasRefund({
  invoiceType,
  transactionType,
}: Pick<InvoiceResponse, 'invoiceType' | 'transactionType'>): boolean {
  return transactionType === 'Sale' && invoiceType !== 'Copy';
}

/** True for a fiscal refund. A wrong one is voided by another that refers to it (Technical Instruction, 9.3). */
export function isVoidable(invoice: Pick<InvoiceResponse, 'invoiceType' | 'transactionType'>): boolean {
  return invoice.transactionType === 'Refund' && isFiscal(invoice);
}

/** What `POST /invoices`, refund, copy and close-advance answer when they went well. */
export type IssuingResponse =
  InvoiceResponse | { readonly invoice: InvoiceResponse } | { readonly queued: true; readonly position: number };

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
