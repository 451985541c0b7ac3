import type { Words } from '../../base/words.js';

/** Figures of the flash; `shares` by cause, KB per receipt. */
interface FlashWear {
  readonly kilobytes: Words;
  readonly flushes: Words;
  readonly shares: Words;
  readonly yearly: number;
  readonly gigabytes: Words;
  readonly years: number;
}

/** What is said of what the flash is written. */
export const TEXTS = {
  flashUnknown: (receipts: number): Words => ({
    sr: `Од укључења је издато рачуна: ${receipts}; трошење меморијске картице се види после двадесет.`,
    en: `Receipts since the start: ${receipts}; the wear of the flash shows after twenty.`,
  }),
  flashWear: ({ kilobytes, flushes, shares, yearly, gigabytes, years }: FlashWear): Words => ({
    sr:
      `На меморијску картицу иде ${kilobytes.sr} KB по рачуну (${shares.sr}) у ${flushes.sr} уписа; ` +
      `уз ${yearly} рачуна годишње то је ${gigabytes.sr} GB. Картица од 16 GB са 1.000 пуних уписа трајала би бар ${years} год.`,
    en:
      `${kilobytes.en} KB go to the flash per receipt (${shares.en}) in ${flushes.en} flushes; ` +
      `at ${yearly} receipts a year that is ${gigabytes.en} GB. A card of 16 GB with 1,000 full writes, ` +
      `which itself writes 16 times what it is given, lasts at least ${years} years.`,
  }),
  replaceFlash: (): Words => ({
    sr: 'Позовите сервисера: потребна је издржљивија картица, или нешто пише превише.',
    en: 'Take a card of higher endurance, or find out what writes so much: the shares above tell.',
  }),
} as const;
