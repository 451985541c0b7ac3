import { createHash } from 'node:crypto';
import type { Environment } from '../../../src/contract/fiscal.js';
import type { Para } from '../../../src/base/money.js';
import type { UtcMs } from '../../../src/base/time.js';

/** What a secure element signs, with the two blocks that only the tax authority can read or check. */
export interface LinkContent {
  readonly requestedBy: string;
  readonly signedBy: string;
  readonly totalCounter: number;
  readonly typeCounter: number;
  readonly total: Para;
  readonly time: UtcMs;
  /** Official numbers of the two types. */
  readonly invoiceType: number;
  readonly transactionType: number;
  readonly buyerId: string;
  readonly internalData: Buffer;
  readonly signature: Buffer;
}

/** The payload of a verification link, version 3. This writer is the kit's own: a second opinion on the layout. */
export function linkBytes(link: LinkContent, padsBuyer: boolean): Buffer {
  const numbers = Buffer.alloc(24);
  numbers.writeUInt32LE(link.totalCounter, 0);
  numbers.writeUInt32LE(link.typeCounter, 4);
  numbers.writeBigUInt64LE(BigInt(link.total) * 100n, 8);
  numbers.writeBigUInt64BE(BigInt(link.time), 16);
  const buyer = Buffer.from(padsBuyer && link.buyerId !== '' ? link.buyerId.padStart(20, '\0') : link.buyerId, 'ascii');
  const signed = Buffer.concat([
    Buffer.from([3]),
    Buffer.from(link.requestedBy + link.signedBy, 'ascii'),
    numbers,
    Buffer.from([link.invoiceType, link.transactionType, buyer.length]),
    buyer,
    link.internalData,
    link.signature,
  ]);
  return Buffer.concat([signed, createHash('md5').update(signed).digest()]);
}

const HOSTS: Readonly<Record<Environment, string>> = {
  sandbox: 'sandbox.suf.purs.gov.rs',
  production: 'suf.purs.gov.rs',
};

/** Host below which an environment has its services: `api.`, `vsdc.`, and without a prefix its verification page. */
export function hostOf(environment: Environment): string {
  return HOSTS[environment];
}

/** Address of the verification page, to which the payload is added. */
export function verificationRoot(environment: Environment): string {
  return `https://${hostOf(environment)}/v/?vl=`;
}
