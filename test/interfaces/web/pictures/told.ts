import type { OpenReceipt } from '../../../../src/interfaces/admin/index.js';
import {
  type CheckResult,
  type CheckFinding,
  failure,
  good,
  warning,
} from '../../../../src/interfaces/health/check.js';

/** The state that a box reports, in the texts of its checks; figures of a machine would differ on the next one. */

const check = (name: string, finding: CheckFinding): CheckResult => ({ name, ...finding });

export const WELL: readonly CheckResult[] = [
  check('pfr', good({ sr: 'Процесор је спреман.', en: 'The processor is ready.' })),
  check('printer', good({ sr: 'Штампач kasa је исправан.', en: 'Printer kasa is fine.' })),
  check(
    'backup',
    good({
      sr: 'Последња резервна копија: 23.11.2026. 10:20:00; записа после ње: 2.',
      en: 'Last backup: 23.11.2026. 10:20:00; records after it: 2.',
    }),
  ),
  check('disk', good({ sr: 'Слободно је 24310 MB на диску.', en: '24310 MB are free on the disk.' })),
  check(
    'clock',
    good({
      sr: 'Сат уређаја је усклађен са мрежом: 23.11.2026. 10:24:00.',
      en: 'The clock is set by the network: 23.11.2026. 10:24:00.',
    }),
  ),
  check('memory', good({ sr: 'Програм заузима 96 MB меморије.', en: 'The program takes 96 MB of memory.' })),
  check('ledger', good({ sr: 'Дневник рачуна је исправан.', en: 'The ledger is sound.' })),
];

export const TROUBLES: readonly CheckResult[] = [
  check(
    'pfr',
    failure(
      { sr: 'Процесор чека ПИН картице.', en: 'The processor waits for the PIN of the card.' },
      { sr: 'Унесите ПИН картице.', en: 'Enter the PIN of the card.' },
      { sr: 'код 1500', en: 'code 1500' },
    ),
  ),
  check(
    'printer',
    warning(
      { sr: 'Штампач kasa: нема папира. На чекању: 2.', en: 'Printer kasa: out of paper. Waiting: 2.' },
      { sr: 'Ставите папир; рачуни се затим штампају сами.', en: 'Put paper in; the receipts then print themselves.' },
      { sr: 'заустављен; чека 2', en: 'blocked; 2 waiting' },
    ),
  ),
  check(
    'backup',
    warning(
      { sr: 'Резервне копије су искључене.', en: 'Backups are off.' },
      { sr: 'Запишите код и ставите USB меморију.', en: 'Write the code down and put a USB stick in.' },
    ),
  ),
  ...WELL.filter(({ name }) => ['disk', 'clock', 'memory', 'ledger'].includes(name)),
];

export const IN_DOUBT: readonly CheckResult[] = [
  check(
    'settling',
    warning(
      {
        sr: 'Није могуће утврдити да ли је издат рачун од 23.11.2026. 10:12:00 на 1.240,00 РСД.',
        en: 'It cannot be told whether the receipt of 23.11.2026. 10:12:00 over 1,240.00 RSD was signed.',
      },
      {
        sr: 'Потражите рачун на порталу Пореске управе и забележите шта сте нашли.',
        en: 'Look for the receipt on the portal of the tax authority and record what you have found.',
      },
    ),
  ),
  ...WELL,
];

export const DOUBTFUL: OpenReceipt = {
  requestId: 'a7c3a7c3a7c3a7c3a7c3a7c3a7c3a7c3',
  environment: 'sandbox',
  mode: 'lpfr',
  state: 'doubt',
  number: null,
  time: '2026-11-23 10:12:00',
  total: 124_000,
  invoiceType: 'Normal',
  transactionType: 'Sale',
  cashier: 'Ђорђе',
  names: ['Штрудла са маком', 'Кафа еспресо', 'Кифла'],
  lines: 3,
  key: null,
  uid: 'A7C3K9A7',
  lastNumber: null,
};

/** Of every picture of the state: what a printer answers takes its time. */
export const PRINTER = { name: 'kasa', state: 'idle', waiting: 0 } as const;
