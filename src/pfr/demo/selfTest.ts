import type { UtcMs } from '../../base/index.js';
import { demoJid, demoKey, signDemoLink, verifyDemoPayload } from './linkSignature.js';

/** Can this program sign, and know its own signature again? Nothing is issued, and no number is used up. */
export function canSignDemo(boxId: Buffer, now: UtcMs): boolean {
  const jid = demoJid(boxId, 'sandbox');
  const by = { requestedBy: jid, signedBy: jid, totalCounter: 1, typeCounter: 1 };
  const sale = { invoiceType: 'Training', transactionType: 'Sale', total: 100, time: now, buyerId: null } as const;
  const payload = signDemoLink({ ...by, ...sale }, demoKey(boxId));
  return verifyDemoPayload(payload, boxId)?.time === now;
}
