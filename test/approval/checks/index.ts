/** The checks by the id of the requirement that they decide. Requirements about documents only have no check. */
import type { Check } from '../trial.js';
import { ADVANCE_CHECKS } from './advances.js';
import { BUYER_CHECKS } from './buyers.js';
import { DELIVERY_CHECKS } from './delivery.js';
import { INSTALLATION_CHECKS } from './installation.js';
import { KIND_CHECKS } from './kinds.js';
import { OPERATING_CHECKS } from './operating.js';
import { PAPER_CHECKS } from './papers.js';
import { PROHIBITED_CHECKS } from './prohibited.js';
import { REFERENCE_CHECKS } from './references.js';
import { SHOPKEEPING_CHECKS } from './shopkeeping.js';
import { SPECIAL_CHECKS } from './special.js';

export const CHECKS: Readonly<Record<string, Check>> = {
  ...PROHIBITED_CHECKS,
  ...PAPER_CHECKS,
  ...BUYER_CHECKS,
  ...REFERENCE_CHECKS,
  ...OPERATING_CHECKS,
  ...SHOPKEEPING_CHECKS,
  ...DELIVERY_CHECKS,
  ...KIND_CHECKS,
  ...ADVANCE_CHECKS,
  ...SPECIAL_CHECKS,
  ...INSTALLATION_CHECKS,
};
