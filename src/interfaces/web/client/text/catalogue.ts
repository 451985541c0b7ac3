import { PAYMENT_TYPES, PAYMENTS } from '../../../../contract/index.js';
import { AUDIT, AUDIT_DEEDS } from './audit.js';
import { BACKUP } from './backup.js';
import { BUYER, BUYER_NAMES, OPTIONAL_FIELD_NAMES } from './buyer.js';
import { CARD } from './card.js';
import { CLAIM, SIGN_IN } from './signIn.js';
import { COMMON, HELP, NUMBERS, PRINTER_PLACES, SCAN } from './common.js';
import { ELSEWHERE } from './elsewhere.js';
import { QUEUE, STATUS } from './status.js';
import { CARD_SUMMARY, RECEIPTS } from './receipts.js';
import { REFUND } from './refund.js';
import { REPORTS } from './reports.js';
import {
  FIRST_RUN,
  FIRST_RUN_CERTIFICATE,
  FIRST_RUN_PRINTER,
  FIRST_RUN_PROCESSOR,
  FIRST_RUN_TABLET,
} from './firstRun.js';
import { FLEET } from './fleet.js';
import { FORMS, SCALES, SETTING_NAMES } from './settingsForms.js';
import { ITEMS } from './catalogueTexts.js';
import { SETTINGS } from './settings.js';
import type { Texts } from './texts.js';
import { TILL } from './till.js';
import { TILL_CARD, TILL_KEEPING, TRAINING } from './tillKeeping.js';
import { UPDATES } from './updates.js';
import { KEYS, USERS } from './users.js';

/** Every text of the pages. Serbian texts are in Cyrillic; the Latin form is generated. */
export const CATALOGUE: Readonly<Record<string, Texts>> = {
  claim: CLAIM,
  common: COMMON,
  numbers: NUMBERS,
  scan: SCAN,
  scales: SCALES,
  signIn: SIGN_IN,
  till: TILL,
  tillCard: TILL_CARD,
  tillKeeping: TILL_KEEPING,
  training: TRAINING,
  buyer: BUYER,
  buyerNames: BUYER_NAMES,
  optionalFieldNames: OPTIONAL_FIELD_NAMES,
  queue: QUEUE,
  refund: REFUND,
  elsewhere: ELSEWHERE,
  cardSummary: CARD_SUMMARY,
  payments: Object.fromEntries(PAYMENT_TYPES.map((type) => [type, PAYMENTS[type].name])),
  receipts: RECEIPTS,
  reports: REPORTS,
  status: STATUS,
  firstRun: FIRST_RUN,
  firstRunProcessor: FIRST_RUN_PROCESSOR,
  firstRunCertificate: FIRST_RUN_CERTIFICATE,
  firstRunPrinter: FIRST_RUN_PRINTER,
  firstRunTablet: FIRST_RUN_TABLET,
  backup: BACKUP,
  fleet: FLEET,
  help: HELP,
  printerPlaces: PRINTER_PLACES,
  users: USERS,
  items: ITEMS,
  settings: SETTINGS,
  settingsForms: FORMS,
  updates: UPDATES,
  card: CARD,
  keys: KEYS,
  audit: AUDIT,
  auditDeeds: AUDIT_DEEDS,
  settingNames: SETTING_NAMES,
};
