import {
  type Bilingual,
  type ClockTrust,
  localTime,
  type LocalTime,
  receiptTimeOfLocal,
  type UtcMs,
} from '../../../base/index.js';
import { type PfrMode, PFR_TRAITS } from '../../../contract/index.js';
import {
  haveClocksDiverged,
  CLOCKS_APART,
  type Ledger,
  type TimedReceipt,
  wasCorrected,
} from '../../../platform/ledger/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { type CheckFinding, defineCheck, failureThatSells, good, warning } from '../check.js';
import { SET_CLOCK } from './clock.js';

interface Deps {
  readonly ledger: Pick<Ledger, 'main'>;
  readonly settings: Pick<Settings, 'now'>;
  readonly now: () => UtcMs;
  /** Source of the trust in `now`. */
  readonly clockTrust: () => ClockTrust;
}

/**
 * How long after its signing a receipt is reported that was recorded by a clock ahead and counts on the right day, ms.
 */
const NAMED_FOR = 30 * 24 * 60 * 60_000;

/**
 * Compares the clocks of box and processor, and finds receipts with a time in the future. Reports use the processor's
 * time.
 */
export const receiptTimesCheck = defineCheck({
  name: 'receipt-times',
  consequence: 'clock',
  alarmAfterPolls: 10,
  guide: {
    symptom: { sr: 'Време на рачуну није време продаје', en: 'The time on a receipt is not the time of the sale' },
    cause: {
      sr: 'сат уређаја или сат процесора није тачан',
      en: 'the clock of the box or of the processor is wrong',
    },
    command: 'timedatectl timesync-status',
  },
  run({ ledger: { main }, settings, now, clockTrust }: Deps): CheckFinding[] {
    const { environment } = settings.now;
    const newest = main.receiptTimes.of(environment, 'newest');
    if (newest === undefined) return [];
    // Only a time server shows which of the clocks is wrong, and which time is in the future.
    const isCertain = clockTrust() === 'network';
    const signed = main.receiptTimes.of(environment, 'signed') ?? newest;
    const created = main.receiptTimes.of(environment, 'created') ?? newest;
    const findings = isCertain ? [...fromTheFuture(signed, newest, now()), ...recordedAhead(created, now())] : [];
    // The demo uses the clock of the box: there is nothing to compare.
    if (findings.length > 0 || !PFR_TRAITS[newest.mode].isRemote) return findings;
    if (!haveClocksDiverged(newest) || wasCorrected(newest, main.events)) return [good(TEXTS.agree(), proofOf(newest))];
    return [warning(TEXTS.differ(newest), isCertain ? processorClock(newest.mode) : SET_CLOCK, proofOf(newest))];
  },
});

/** Signed with a time in the future: the paper shows it, and reports count the receipt on that day. */
function fromTheFuture(signed: TimedReceipt, newest: TimedReceipt, now: UtcMs): CheckFinding[] {
  if (signed.signedAt <= now + CLOCKS_APART) return [];
  const found = TEXTS.future(signed, localTime(now));
  if (!PFR_TRAITS[signed.mode].isRemote) return [warning(found, KEEP_CLOCK, proofOf(signed))];
  const isOver = newest.signedAt <= now + CLOCKS_APART;
  if (isOver) return [warning(found, ASK_ACCOUNTANT, proofOf(signed))];
  return [failureThatSells(found, processorClock(newest.mode), proofOf(signed))];
}

/** Recorded by a clock that was ahead and is right now; the processor had the right time. */
function recordedAhead(created: TimedReceipt, now: UtcMs): CheckFinding[] {
  const isRightlySigned = created.signedAt <= now + CLOCKS_APART && created.signedAt > now - NAMED_FOR;
  if (created.createdAt <= now + CLOCKS_APART || !isRightlySigned) return [];
  return [warning(TEXTS.recordedAhead(created), KEEP_CLOCK, proofOf(created))];
}

function proofOf({ number, mode, signedAt, createdAt }: TimedReceipt): Bilingual {
  const minutes = Math.round((createdAt - signedAt) / 60_000);
  const [box, processor] = [localTime(createdAt), localTime(signedAt)];
  return {
    sr: `${number} (${mode}): уређај ${box}, процесор ${processor}, уређај испред ${minutes} мин`,
    en: `${number} (${mode}): box ${box}, processor ${processor}, box ahead by ${minutes} min`,
  };
}

/** Action for a processor with a wrong clock. */
function processorClock(mode: PfrMode): Bilingual {
  return PFR_TRAITS[mode].isOnInternet ? CHECK_TIME_SERVER : SET_PROCESSOR;
}

const SET_PROCESSOR: Bilingual = {
  sr: 'Ако је сат уређаја после тога подешен, упозорење нестаје са следећим рачуном. Иначе подесите сат рачунара на коме ради процесор (Л-ПФР) и нека се усклађује са интернетом; ако опет погреши, позовите произвођача процесора.',
  en: "If the clock of the box has been set since, this warning disappears with the next receipt. Otherwise set the clock of the computer that runs the processor (L-PFR) and synchronize it with the internet; if it is wrong again, call the processor's manufacturer.",
};

/** The tax authority maintains the clock of a V-PFR. */
const CHECK_TIME_SERVER: Bilingual = {
  sr: 'Ако је сат уређаја после тога подешен, упозорење нестаје са следећим рачуном. Иначе проверите са ког сервера уређај узима време, јер сат В-ПФР води Пореска управа: timedatectl timesync-status',
  en: 'If the clock of the box has been set since, this warning disappears with the next receipt. Otherwise check which server the box takes its time from, because the tax authority maintains the clock of the V-PFR: timedatectl timesync-status',
};

const ASK_ACCOUNTANT: Bilingual = {
  sr: 'Сат процесора је сада тачан. Питајте књиговођу да ли рачун треба рефундирати и издати поново.',
  en: 'The clock of the processor is now right. Ask your accountant whether to refund the receipt and issue it again.',
};

const KEEP_CLOCK: Bilingual = {
  sr: 'Сат је сада тачан. Да остане тачан, оставите уређај на интернету; сервисер треба да провери батерију сата: timedatectl',
  en: 'The clock is now right. To keep it right, leave the box on the internet; a technician should check the clock battery: timedatectl',
};

/** The time in Serbian format. */
function serbian(time: UtcMs): string {
  return receiptTimeOfLocal(localTime(time));
}

const TEXTS = {
  agree: (): Bilingual => ({
    sr: 'Сат уређаја и сат процесора се слажу.',
    en: 'The clocks of the box and of the processor agree.',
  }),
  differ: ({ number, signedAt, createdAt }: TimedReceipt): Bilingual => ({
    sr: `На последњем рачуну (${number}) сат уређаја је показивао ${serbian(createdAt)}, а сат процесора ${serbian(signedAt)}. Извештаји броје рачуне по сату процесора.`,
    en: `On the latest receipt (${number}) the clock of the box showed ${localTime(createdAt)}, and the clock of the processor ${localTime(signedAt)}. Reports count receipts by the clock of the processor.`,
  }),
  future: ({ number, signedAt }: TimedReceipt, now: LocalTime): Bilingual => ({
    sr: `Рачун ${number} носи време које још није дошло: ${serbian(signedAt)}, а сада је ${receiptTimeOfLocal(now)}. Извештаји га броје тог дана.`,
    en: `Receipt ${number} has a time in the future: ${localTime(signedAt)}; it is now ${now}. Reports count it on that day.`,
  }),
  recordedAhead: ({ number, signedAt, createdAt }: TimedReceipt): Bilingual => ({
    sr: `Рачун ${number} је издат док је сат уређаја показивао ${serbian(createdAt)}, што још није дошло. Извештаји га броје по времену процесора: ${serbian(signedAt)}.`,
    en: `Receipt ${number} was issued while the clock of the box showed ${localTime(createdAt)}, which is in the future. Reports count it by the time of the processor: ${localTime(signedAt)}.`,
  }),
} as const;
