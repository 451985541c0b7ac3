import {
  assertNever,
  type Bilingual,
  type CertainTime,
  BUILD_TIME,
  CLOCK_TOLERANCE,
  type ClockTrust,
  isBehind,
  localTime,
  type LocalTime,
  receiptTimeOfLocal,
  type UtcMs,
} from '../../../base/index.js';
import type { Ledger } from '../../../platform/ledger/index.js';
import type { RtcState } from '../board/rtc.js';
import { defineCheck, good, inBoth, warning } from '../check.js';

interface Deps {
  readonly ledger: Pick<Ledger, 'lastTimeAtStart'>;
  readonly now: () => UtcMs;
  /** Source of the trust in `now`. */
  readonly clockTrust: () => ClockTrust;
  /** The newest time that has certainly passed. Certificates begin by it. */
  readonly certainTime: () => CertainTime;
  /** State of the battery-backed clock of the board at the start. */
  readonly rtc: RtcState;
}

/** The trust in the clock. Never a failure: the box sells with any clock, and orders receipts without one. */
export const clockCheck = defineCheck({
  name: 'clock',
  consequence: 'clock',
  alarmAfterPolls: 10,
  guide: {
    symptom: { sr: 'Време на уређају није тачно', en: 'The time of the box is wrong' },
    cause: {
      sr: 'нема интернета, или је батерија сата празна',
      en: 'no internet, or the clock battery is empty',
    },
    command: 'timedatectl set-time',
  },
  run({ clockTrust, certainTime, rtc, ledger, now }: Deps) {
    const [trust, time] = [clockTrust(), localTime(now())];
    const known = { buildTime: BUILD_TIME, lastRecord: ledger.lastTimeAtStart };
    const setClock = rtc === 'lost' ? CHANGE_BATTERY : SET_CLOCK;
    const [built, last] = [timeOrUnknown(BUILD_TIME), timeOrUnknown(known.lastRecord)];
    const proof = {
      sr: `${TRUST_WORDS[trust].sr}; сат са батеријом ${RTC_WORDS[rtc].sr}; показује ${time}; програм: ${built.sr}, последњи запис при покретању: ${last.sr}`,
      en: `${TRUST_WORDS[trust].en}; battery-backed clock ${RTC_WORDS[rtc].en}; shows ${time}; built ${built.en}, last record at the start ${last.en}`,
    };
    const certain = certainTime();
    if (trust !== 'network' && now() < certain.at - CLOCK_TOLERANCE) {
      return [warning(TEXTS.behindCertain(time, certain), setClock, proof)];
    }
    if (trust !== 'network' && now() > certain.at + CERTIFIED) {
      return [warning(TEXTS.farAhead(time, certain), setClock, proof)];
    }
    if (trust !== 'network' && isBehind(now(), known)) {
      return [warning(TEXTS.behindRecord(time, localTime(known.lastRecord)), setClock, proof)];
    }
    switch (trust) {
      case 'network':
        return [good(rtc === 'lost' ? TEXTS.networkOnly(time) : TEXTS.network(time), proof)];
      case 'rtc':
        return [good(TEXTS.rtc(time), proof)];
      case 'guess':
        return [warning(TEXTS.guess(time), setClock, proof)];
      default:
        return assertNever(trust);
    }
  },
});

/**
 * Validity of a server certificate from the time that is certain, ms. A clock beyond it contradicts the certain time.
 */
const CERTIFIED = 395 * 24 * 60 * 60 * 1000;

/** 0 means an unknown time. */
function timeOrUnknown(time: UtcMs): Bilingual {
  return time === 0 ? { sr: 'непознато', en: 'unknown' } : inBoth(localTime(time));
}

/** Action for a clock without a trusted source. */
export const SET_CLOCK: Bilingual = {
  sr: 'Повежите уређај на интернет да би се сат подесио; без интернета проверите време, а нетачно подешава сервисер (timedatectl set-time).',
  en: 'Connect the box to the internet so that the clock is set; without internet check the time, and have a technician correct it (timedatectl set-time).',
};

/** The same action when the board has a battery-backed clock that did not run on. */
const CHANGE_BATTERY: Bilingual = {
  sr: 'Повежите уређај на интернет да би се сат подесио; сервисер треба да замени батерију сата (timedatectl set-time).',
  en: 'Connect the box to the internet so that the clock is set; a technician should replace the clock battery (timedatectl set-time).',
};

const RTC_WORDS: Readonly<Record<RtcState, Bilingual>> = {
  none: { sr: 'не постоји', en: 'missing' },
  lost: { sr: 'при покретању није имао време', en: 'had no time at start' },
  kept: { sr: 'при покретању је имао време', en: 'had the time at start' },
};

const TRUST_WORDS: Readonly<Record<ClockTrust, Bilingual>> = {
  network: { sr: 'мрежа', en: 'network' },
  rtc: { sr: 'сат са батеријом', en: 'rtc' },
  guess: { sr: 'без потврде', en: 'guess' },
};

/** The source that proves that a time has passed. */
const WITNESS: Readonly<Record<CertainTime['by'], Bilingual>> = {
  network: { sr: 'последње усклађивање са мрежом', en: 'the last synchronization with a time server' },
  processor: { sr: 'последњи рачун који је процесор потписао', en: 'the last receipt that the processor signed' },
  build: { sr: 'ова верзија програма', en: 'this software version' },
  clock: { sr: 'сат', en: 'the clock' },
};

const TEXTS = {
  network: (time: LocalTime): Bilingual => ({
    sr: `Сат уређаја је усклађен са мрежом: ${receiptTimeOfLocal(time)}.`,
    en: `The clock was set by a time server: ${time}.`,
  }),
  networkOnly: (time: LocalTime): Bilingual => ({
    sr: `Сат уређаја је усклађен са мрежом: ${receiptTimeOfLocal(time)}. Батерија сата није сачувала време док је уређај био искључен.`,
    en: `The clock was set by a time server: ${time}. The clock battery did not keep the time while the box was off.`,
  }),
  rtc: (time: LocalTime): Bilingual => ({
    sr: `Сат уређаја иде по сату са батеријом: ${receiptTimeOfLocal(time)}.`,
    en: `The clock was set from the battery-backed clock: ${time}.`,
  }),
  guess: (time: LocalTime): Bilingual => ({
    sr: `Ништа не потврђује тачност сата уређаја (показује ${receiptTimeOfLocal(time)}); продаја не зависи од њега.`,
    en: `Nothing confirms that the clock is right (it shows ${time}); sales do not depend on it.`,
  }),
  behindCertain: (time: LocalTime, certain: CertainTime): Bilingual => ({
    sr: `Сат уређаја касни: показује ${receiptTimeOfLocal(time)}, а ${WITNESS[certain.by].sr} је од ${receiptTimeOfLocal(localTime(certain.at))}; важи касније време.`,
    en: `The clock is behind: it shows ${time}, but ${WITNESS[certain.by].en} is from ${localTime(certain.at)}. The later time is used.`,
  }),
  farAhead: (time: LocalTime, certain: CertainTime): Bilingual => ({
    sr: `Сат уређаја показује ${receiptTimeOfLocal(time)}, а ${WITNESS[certain.by].sr} је од ${receiptTimeOfLocal(localTime(certain.at))}. Више од годину дана разлике ништа не потврђује, па сертификат за везу почиње од ранијег времена.`,
    en: `The clock shows ${time}, but ${WITNESS[certain.by].en} is from ${localTime(certain.at)}. Nothing confirms a difference of more than a year, so the server certificate starts at the earlier time.`,
  }),
  behindRecord: (time: LocalTime, record: LocalTime): Bilingual => ({
    sr: `Сат уређаја показује ${receiptTimeOfLocal(time)}, а последњи запис је од ${receiptTimeOfLocal(record)}. Верује се садашњем: за време записа нико није јемчио.`,
    en: `The clock shows ${time}, but the latest record is from ${record}. The present time is used, because nothing confirmed the time of the record.`,
  }),
} as const;
