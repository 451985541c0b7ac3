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
    cause: { sr: 'пад, струја, прегревање или меморија', en: 'a crash, power, heat or memory' },
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
  why: { sr: 'узрок познаје само новије издање програма', en: 'only a later release knows the cause' },
  action: {
    sr: 'Ако се понови, инсталирајте новије издање и сачувајте дневник (journalctl -u kasirbox).',
    en: 'If it happens again, install the later release, and keep the log: journalctl -u kasirbox',
  },
};

const REPORT: Bilingual = {
  sr: 'Издати рачуни су сачувани. Ако се понови, сачувајте дневник (journalctl -u kasirbox) и пријавите квар сервисеру.',
  en: 'No receipt is lost. If it happens again, keep the log and report it: journalctl -u kasirbox',
};

/** What ended the previous run, and the action. */
const CAUSES: Readonly<Record<RestartReason, Cause>> = {
  loop: { why: { sr: 'програм се заглавио', en: 'the program did nothing any more' }, action: REPORT },
  flush: {
    why: { sr: 'диск није одговарао', en: 'the disk did not answer' },
    action: {
      sr: 'Меморијска картица вероватно отказује: направите резервну копију и замените картицу, или позовите сервисера.',
      en: 'The flash is probably failing: make a backup and replace it.',
    },
  },
  sale: {
    why: { sr: 'издавање рачуна се заглавило', en: 'a sale did not come to an end' },
    action: {
      sr: 'Ако се понови, проверите везу са процесором (kasirbox pfr status) и дневник (journalctl -u kasirbox); затим позовите сервисера.',
      en: 'If it happens again, look at the processor (kasirbox pfr status) and the log (journalctl -u kasirbox).',
    },
  },
  memory: { why: { sr: 'понестало је меморије', en: 'memory ran short' }, action: REPORT },
  crash: { why: { sr: 'програм је пао', en: 'the program crashed' }, action: REPORT },
  killed: {
    why: { sr: 'програм је насилно прекинут', en: 'the program was killed' },
    action: {
      sr: 'Ако га нико није прекинуо руком, погледајте шта каже језгро система (journalctl -k).',
      en: 'If nobody has done it by hand, look at what the kernel says: journalctl -k',
    },
  },
  power: {
    why: { sr: 'нестало је струје', en: 'the power went off' },
    action: { sr: 'Гасите уређај уредно.', en: 'Shut the box down before it is switched off.' },
    // Many shops switch off the mains each evening.
    isRoutine: true,
  },
};

const REPORT_MACHINE: Bilingual = {
  sr: 'Издати рачуни су сачувани. Ако се понови, проверите напајање, меморијску картицу и температуру (kasirbox doctor), или замените плочу; ако узрок није јасан, позовите сервисера.',
  en: 'No receipt is lost. If it happens again, look at the power supply, the flash and the heat (kasirbox doctor), or replace the board.',
};

/** What reset the machine while its power was on. */
const RESETS: Readonly<Record<ResetCause, Cause>> = {
  watchdog: {
    why: {
      sr: 'уређај се заглавио и сам се поново покренуо',
      en: 'the machine hung, and its watchdog restarted it',
    },
    action: REPORT_MACHINE,
  },
  kernel: {
    why: { sr: 'оперативни систем је пао', en: 'the kernel failed, and the machine restarted' },
    action: {
      sr: 'Издати рачуни су сачувани. Запис језгра је у /var/lib/systemd/pstore; сачувајте га и пријавите сервисеру ако се понови.',
      en: 'No receipt is lost. What the kernel left lies in /var/lib/systemd/pstore; keep it, and report it if it happens again.',
    },
  },
  unknown: {
    why: {
      sr: 'уређај се поново покренуо иако струје није нестало',
      en: 'the machine was reset while its power was on',
    },
    action: REPORT_MACHINE,
  },
};

const RESTARTS_TEXTS = {
  restarted: (time: LocalTime, why: Bilingual): Bilingual => ({
    sr: `Рад је последњи пут прекинут и настављен ${receiptTimeOfLocal(time)}: ${why.sr}.`,
    en: `Work was last broken off and resumed at ${time}: ${why.en}.`,
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
    symptom: { sr: 'Рачуни се издају, а не штампају', en: 'Receipts are issued and not printed' },
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
    sr: `Програм је више пута пао, па од ${receiptTimeOfLocal(time)} ради без штампача и слања порука; рачуни се издају.`,
    en: `Safe mode since ${time} (${reason}): printers, card and delivery rest; receipts are issued.`,
  }),
  leave: (): Bilingual => ({
    sr: 'Сачекајте: после сат времена без пада све се укључује само, а одмах командом: kasirbox safe-mode leave. Ако се понови, позовите сервисера.',
    en: 'It ends by itself after an hour without a crash, or at once by: kasirbox safe-mode leave',
  }),
} as const;
