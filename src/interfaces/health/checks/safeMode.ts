import { type Bilingual, localTime, type LocalTime, receiptTimeOfLocal } from '../../../base/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import { defineCheck, warning } from '../check.js';
import { safeModeOf } from '../watchdog/safeMode.js';

interface Parts {
  readonly ledger: Pick<Ledger, 'main'>;
}

/** Reports safe mode while it is on. */
export const safeModeCheck = defineCheck({
  name: 'safe-mode',
  consequence: 'service',
  alarmAfterPolls: 2,
  run({ ledger }: Parts) {
    const entered = safeModeOf(ledger.main.events);
    if (entered === undefined) return [];
    return [warning(TEXTS.on(localTime(entered.at), entered.reason), TEXTS.leave())];
  },
});

const TEXTS = {
  on: (time: LocalTime, reason: string): Bilingual => ({
    sr: `Програм је више пута пао, па од ${receiptTimeOfLocal(time)} ради без штампача и слања порука; рачуни се издају.`,
    en: `Safe mode since ${time} (${reason}): printers, card and delivery rest; receipts are issued.`,
  }),
  leave: (): Bilingual => ({
    sr: 'Сачекајте: после сат времена без пада све се укључује само, а одмах командом: kasirbox safe-mode leave. Ако се понови, позовите сервисера.',
    en: 'It ends by itself after an hour without a crash, or at once by: kasirbox safe-mode leave',
  }),
} as const;
