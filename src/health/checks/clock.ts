import {
  assertNever,
  type Bilingual,
  BUILD_TIME,
  type ClockTrust,
  isBehind,
  localTime,
  type LocalTime,
  receiptTimeOfLocal,
  type UtcMs,
} from '../../base/index.js';
import type { Ledger } from '../../ledger/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
  readonly ledger: Pick<Ledger, 'lastTimeAtStart'>;
  readonly now: () => UtcMs;
  /** What vouches for `now`. */
  readonly clockTrust: () => ClockTrust;
}

/** What vouches for the clock. Never a failure: the box sells by any clock, and orders receipts without one. */
export const clockCheck = defineCheck({
  name: 'clock',
  alarmAfterPolls: 10,
  run({ clockTrust, ledger, now }: Parts) {
    const [trust, time] = [clockTrust(), localTime(now())];
    const known = { buildTime: BUILD_TIME, lastRecord: ledger.lastTimeAtStart };
    const built = timeOrUnknown(BUILD_TIME);
    const proof = `${trust}; shows ${time}; built ${built}, last record at the start ${timeOrUnknown(known.lastRecord)}`;
    if (trust !== 'network' && isBehind(now(), known)) return [warning(TEXTS.behind(time), SET_CLOCK, proof)];
    switch (trust) {
      case 'network':
        return [good(TEXTS.network(time), proof)];
      case 'rtc':
        return [good(TEXTS.rtc(time), proof)];
      case 'guess':
        return [warning(TEXTS.guess(time), SET_CLOCK, proof)];
      default:
        return assertNever(trust);
    }
  },
});

/** 0 stands for a time that is not known. */
function timeOrUnknown(time: UtcMs): string {
  return time === 0 ? 'unknown' : localTime(time);
}

/** What to do about a clock that nothing vouches for. */
export const SET_CLOCK: Bilingual = {
  sr: 'Повежите уређај на интернет да би се сат подесио; без интернета позовите сервисера да провери време.',
  en: 'Connect the box to the Internet; without it see that the time is right, or run: timedatectl set-time',
};

const TEXTS = {
  network: (time: LocalTime): Bilingual => ({
    sr: `Сат уређаја је усклађен са мрежом: ${receiptTimeOfLocal(time)}.`,
    en: `The clock was set by a time server: ${time}.`,
  }),
  rtc: (time: LocalTime): Bilingual => ({
    sr: `Сат уређаја иде по сату са батеријом: ${receiptTimeOfLocal(time)}.`,
    en: `The clock was set from the battery-backed one: ${time}.`,
  }),
  guess: (time: LocalTime): Bilingual => ({
    sr: `Ништа не потврђује тачност сата уређаја (показује ${receiptTimeOfLocal(time)}); продаја не зависи од њега.`,
    en: `Nothing vouches for the clock (it shows ${time}); no sale depends on it.`,
  }),
  behind: (time: LocalTime): Bilingual => ({
    sr: `Сат уређаја касни (показује ${receiptTimeOfLocal(time)}).`,
    en: `The clock is behind (it shows ${time}).`,
  }),
} as const;
