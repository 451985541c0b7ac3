/**
 * Every demand of the tax authority on an ESIR, as data: test steps, questions of the questionnaire, and rules. The chapters are
 * those of the documents: D papers, P prohibited functions and elements of a receipt, O operating functions, C items and prices,
 * T tax rates, R print and delivery, S kinds of receipts, A special sales, I installation.
 */
import { ADVANCES } from './advances.js';
import { DELIVERY } from './delivery.js';
import { DOCUMENTS } from './documents.js';
import { INSTALLATION } from './installation.js';
import { KINDS } from './kinds.js';
import { OPERATING } from './operating.js';
import { PROHIBITED } from './prohibited.js';
import type { Requirement } from './requirement.js';
import { SHOPKEEPING } from './shopkeeping.js';

export const REQUIREMENTS: readonly Requirement[] = [
  ...DOCUMENTS,
  ...PROHIBITED,
  ...OPERATING,
  ...SHOPKEEPING,
  ...DELIVERY,
  ...KINDS,
  ...ADVANCES,
  ...INSTALLATION,
];
