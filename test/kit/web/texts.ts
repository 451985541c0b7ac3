import { PAYMENT_TYPES, PAYMENTS } from '../../../src/contract/index.js';
import * as audit from '../../../src/interfaces/web/client/text/audit.js';
import * as backup from '../../../src/interfaces/web/client/text/backup.js';
import * as buyer from '../../../src/interfaces/web/client/text/buyer.js';
import * as card from '../../../src/interfaces/web/client/text/card.js';
import * as items from '../../../src/interfaces/web/client/text/catalogueTexts.js';
import * as common from '../../../src/interfaces/web/client/text/common.js';
import * as elsewhere from '../../../src/interfaces/web/client/text/elsewhere.js';
import * as firstRun from '../../../src/interfaces/web/client/text/firstRun.js';
import * as fleet from '../../../src/interfaces/web/client/text/fleet.js';
import * as receipts from '../../../src/interfaces/web/client/text/receipts.js';
import * as refund from '../../../src/interfaces/web/client/text/refund.js';
import * as reports from '../../../src/interfaces/web/client/text/reports.js';
import * as settings from '../../../src/interfaces/web/client/text/settings.js';
import * as settingsForms from '../../../src/interfaces/web/client/text/settingsForms.js';
import * as signIn from '../../../src/interfaces/web/client/text/signIn.js';
import * as status from '../../../src/interfaces/web/client/text/status.js';
import * as till from '../../../src/interfaces/web/client/text/till.js';
import * as tillKeeping from '../../../src/interfaces/web/client/text/tillKeeping.js';
import * as updates from '../../../src/interfaces/web/client/text/updates.js';
import * as users from '../../../src/interfaces/web/client/text/users.js';
import type { Texts } from '../../../src/interfaces/web/client/text/texts.js';

/** Every text of the pages, by the name under which a file exports it. Serbian texts are in Cyrillic. */
export const TEXTS: Readonly<Record<string, Texts>> = {
  ...audit,
  ...backup,
  ...buyer,
  ...card,
  ...items,
  ...common,
  ...elsewhere,
  ...firstRun,
  ...fleet,
  ...receipts,
  ...refund,
  ...reports,
  ...settings,
  ...settingsForms,
  ...signIn,
  ...status,
  ...till,
  ...tillKeeping,
  ...updates,
  ...users,
  PAYMENTS: Object.fromEntries(PAYMENT_TYPES.map((type) => [type, PAYMENTS[type].name])),
};
