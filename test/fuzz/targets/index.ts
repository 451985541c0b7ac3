import type { Target } from '../target.js';
import { ageFiles, archives } from './backups.js';
import { firstFiles } from './board.js';
import { cardParts, cards } from './cards.js';
import { certificates, pfx } from './certificates.js';
import { logs, records, snapshots } from './ledger.js';
import { names } from './names.js';
import { notices } from './notify.js';
import { answers as printerAnswers, logo } from './printers.js';
import { answers, http, linkPlaces, links } from './processors.js';
import { csv, json, settings } from './texts.js';

/** All that reads bytes of others within the process; requests.test.ts sends them to a whole box. */
export const TARGETS: readonly Target[] = [
  ...[json, csv, settings, names, notices],
  ...[answers, http, links, linkPlaces],
  ...[pfx, certificates],
  ...[cardParts, cards],
  ...[firstFiles],
  ...[printerAnswers, logo],
  ...[records, logs, snapshots],
  ...[archives, ageFiles],
];
