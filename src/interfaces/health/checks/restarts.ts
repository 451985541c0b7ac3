import { type Bilingual, localTime, type LocalTime, receiptTimeOfLocal, type UtcMs } from '../../../base/index.js';
import {
  type BoxEvent,
  eventsOfMachine,
  type Ledger,
  type ResetCause,
  type RestartReason,
} from '../../../platform/ledger/index.js';
import { defineCheck, good, warning } from '../check.js';
import { safeModeOf } from '../watchdog/safeMode.js';

interface RestartsDeps {
  readonly ledger: Pick<Ledger, 'main'>;
  readonly now: () => UtcMs;
}

const DAY = 24 * 60 * 60 * 1000;

/** The last unplanned restart; no finding when there was none. */
export const restartsCheck = defineCheck({
  name: 'restarts',
  consequence: 'service',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Уређај се сам поново покреће', en: 'The box restarts by itself' },
    cause: { sr: 'пад, струја, прегревање или меморија', en: 'crash, power, overheating or memory' },
    command: 'journalctl -u kasirbox',
  },
  run({ ledger, now }: RestartsDeps) {
    const last = eventsOfMachine(ledger.main.events).findLast((event) => event.kind === 'restart');
    if (last === undefined) return [];
    const { why, action, isRoutine } = causeOf(last);
    const found = RESTARTS_TEXTS.restarted(localTime(last.at), why);
    const isNews = isRoutine !== true && Math.abs(now() - last.at) < DAY;
    return [isNews ? warning(found, action) : good(found)];
  },
});

interface Cause {
  /** Clause that follows a colon, without its full stop. */
  readonly why: Bilingual;
  readonly action: Bilingual;
  /** True for a cause that is routine in some shops. */
  readonly isRoutine?: true;
}

/** For a reason that only a later release knows, the finding reports just the restart. */
function causeOf({ reason, resetBy }: Extract<BoxEvent, { kind: 'restart' }>): Cause {
  const causes: ReadonlyMap<string, Cause> = new Map(Object.entries(CAUSES));
  const resets: ReadonlyMap<string, Cause> = new Map(Object.entries(RESETS));
  return (resetBy === undefined ? undefined : resets.get(resetBy)) ?? causes.get(reason) ?? LATER;
}

const LATER: Cause = {
  why: { sr: 'узрок познаје само новије издање програма', en: 'only a later release can name the cause' },
  action: {
    sr: 'Ако се понови, инсталирајте новије издање и сачувајте дневник (journalctl -u kasirbox).',
    en: 'If it happens again, install the later release and save the log: journalctl -u kasirbox',
  },
};

const REPORT: Bilingual = {
  sr: 'Издати рачуни су сачувани. Ако се понови, сачувајте дневник (journalctl -u kasirbox) и пријавите квар сервисеру.',
  en: 'Issued receipts are stored. If it happens again, save the log (journalctl -u kasirbox) and report the fault to a technician.',
};

/** What ended the previous run, and the action. */
const CAUSES: Readonly<Record<RestartReason, Cause>> = {
  loop: { why: { sr: 'сервис се заглавио', en: 'the service hung' }, action: REPORT },
  flush: {
    why: { sr: 'диск није одговарао', en: 'the disk did not respond' },
    action: {
      sr: 'Меморијска картица вероватно отказује: направите резервну копију и замените картицу, или позовите сервисера.',
      en: 'The flash card is probably failing: make a backup and replace the card, or call a technician.',
    },
  },
  sale: {
    why: { sr: 'издавање рачуна се заглавило', en: 'issuing a receipt hung' },
    action: {
      sr: 'Ако се понови, проверите везу са процесором (kasirbox pfr status) и дневник (journalctl -u kasirbox); затим позовите сервисера.',
      en: 'If it happens again, check the connection to the processor (kasirbox pfr status) and the log (journalctl -u kasirbox); then call a technician.',
    },
  },
  memory: { why: { sr: 'понестало је меморије', en: 'memory ran out' }, action: REPORT },
  crash: { why: { sr: 'сервис је пао', en: 'the service crashed' }, action: REPORT },
  killed: {
    why: { sr: 'сервис је насилно прекинут', en: 'the service was killed' },
    action: {
      sr: 'Ако га нико није прекинуо руком, погледајте шта каже језгро система (journalctl -k).',
      en: 'If it was not killed by hand, see what the kernel reports (journalctl -k).',
    },
  },
  power: {
    why: { sr: 'нестало је струје', en: 'the power failed' },
    action: { sr: 'Гасите уређај уредно.', en: 'Shut the box down properly before switching it off.' },
    // Many shops switch off the mains each evening.
    isRoutine: true,
  },
};

const REPORT_MACHINE: Bilingual = {
  sr: 'Издати рачуни су сачувани. Ако се понови, проверите напајање, меморијску картицу и температуру (kasirbox doctor), или замените плочу; ако узрок није јасан, позовите сервисера.',
  en: 'Issued receipts are stored. If it happens again, check the power supply, the flash card and the temperature (kasirbox doctor), or replace the board; if the cause is unclear, call a technician.',
};

/** What reset the machine while its power was on. */
const RESETS: Readonly<Record<ResetCause, Cause>> = {
  watchdog: {
    why: {
      sr: 'уређај се заглавио и сам се поново покренуо',
      en: 'the box hung and restarted itself',
    },
    action: REPORT_MACHINE,
  },
  kernel: {
    why: { sr: 'оперативни систем је пао', en: 'the operating system crashed' },
    action: {
      sr: 'Издати рачуни су сачувани. Запис језгра је у /var/lib/systemd/pstore; сачувајте га и пријавите сервисеру ако се понови.',
      en: "Issued receipts are stored. The kernel's record is in /var/lib/systemd/pstore; save it, and report it to a technician if it happens again.",
    },
  },
  unknown: {
    why: {
      sr: 'уређај се поново покренуо иако струје није нестало',
      en: 'the box restarted although the power did not fail',
    },
    action: REPORT_MACHINE,
  },
};

const RESTARTS_TEXTS = {
  restarted: (time: LocalTime, why: Bilingual): Bilingual => ({
    sr: `Рад је последњи пут прекинут и настављен ${receiptTimeOfLocal(time)}: ${why.sr}.`,
    en: `Work was last interrupted and resumed on ${time}: ${why.en}.`,
  }),
} as const;

interface SafeModeDeps {
  readonly ledger: Pick<Ledger, 'main'>;
}

/** Reports safe mode while it is on. */
export const safeModeCheck = defineCheck({
  name: 'safe-mode',
  consequence: 'service',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Рачуни се издају, а не штампају', en: 'Receipts are issued but not printed' },
    cause: { sr: 'уређај је три пута пао за десет минута', en: 'the box crashed three times in ten minutes' },
    command: 'kasirbox safe-mode leave',
  },
  run({ ledger }: SafeModeDeps) {
    const entered = safeModeOf(ledger.main.events);
    if (entered === undefined) return [];
    return [warning(SAFE_MODE_TEXTS.on(localTime(entered.at), entered.reason), SAFE_MODE_TEXTS.leave())];
  },
});

const SAFE_MODE_TEXTS = {
  on: (time: LocalTime, reason: string): Bilingual => ({
    sr: `Сервис је више пута пао, па од ${receiptTimeOfLocal(time)} ради у безбедном режиму, без штампача, картице и слања порука; рачуни се издају.`,
    en: `The service crashed repeatedly (${reason}), so since ${time} it has been in safe mode, without printers, card or delivery; receipts are issued.`,
  }),
  leave: (): Bilingual => ({
    sr: 'Сачекајте: после сат времена без пада све се укључује само, а одмах командом: kasirbox safe-mode leave. Ако се понови, позовите сервисера.',
    en: 'Wait: everything is switched on again after an hour without a crash, or at once by: kasirbox safe-mode leave. If it happens again, call a technician.',
  }),
} as const;
