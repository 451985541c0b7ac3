import type { LocalTime } from '../../base/fiscal.js';
import { receiptTimeOfLocal } from '../../base/time.js';
import type { Words } from '../../base/words.js';

/** What is said of the clock, and of what only a right clock could tell. */
export const CLOCK_TEXTS = {
  network: (time: LocalTime): Words => ({
    sr: `Сат уређаја је усклађен са мрежом: ${receiptTimeOfLocal(time)}.`,
    en: `The clock was set by a time server: ${time}.`,
  }),
  rtc: (time: LocalTime): Words => ({
    sr: `Сат уређаја иде по сату са батеријом: ${receiptTimeOfLocal(time)}.`,
    en: `The clock was set from the battery-backed one: ${time}.`,
  }),
  guess: (time: LocalTime): Words => ({
    sr: `Ништа не потврђује тачност сата уређаја (показује ${receiptTimeOfLocal(time)}); продаја не зависи од њега.`,
    en: `Nothing vouches for the clock (it shows ${time}); no sale depends on it.`,
  }),
  behind: (time: LocalTime): Words => ({
    sr: `Сат уређаја касни (показује ${receiptTimeOfLocal(time)}).`,
    en: `The clock is behind (it shows ${time}).`,
  }),
  set: (): Words => ({
    sr: 'Повежите уређај на интернет да би се сат подесио; без интернета позовите сервисера да провери време.',
    en: 'Connect the box to the Internet; without it see that the time is right, or run: timedatectl set-time',
  }),
  pfrCertificateMayHaveEnded: (jid: string, on: LocalTime): Words => ({
    sr: `По сату уређаја, чију тачност ништа не потврђује, сертификат ${jid} за В-ПФР је истекао ${receiptTimeOfLocal(on)}.`,
    en: `By the clock, for which nothing vouches, the certificate ${jid} for the V-PFR ended on ${on}.`,
  }),
} as const;
