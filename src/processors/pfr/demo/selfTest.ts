import type { UtcMs } from '../../../base/index.js';
import { demoJid, demoKey, signDemoLink, verifyDemoPayload } from './linkSignature.js';

/**
 * Checks that this program can sign a demo link and verify its own signature. It issues no receipt and uses no number.
 */
export function canSignDemo(boxId: Buffer, now: UtcMs): boolean {
  const jid = demoJid(boxId, 'sandbox');
  const by = { requestedBy: jid, signedBy: jid, totalCounter: 1, typeCounter: 1 };
  const sale = { invoiceType: 'Training', transactionType: 'Sale', total: 100, time: now, buyerId: null } as const;
  const payload = signDemoLink({ ...by, ...sale }, demoKey(boxId));
  return verifyDemoPayload(payload, boxId)?.time === now;
}
