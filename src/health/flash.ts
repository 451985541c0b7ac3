import { localDay } from '../base/time.js';
import type { Words } from '../base/words.js';
import type { WearCause } from '../ledger/wear.js';
import type { Check, HealthParts } from './checks.js';
import { TEXTS } from './texts/flash.js';
import { good, warning } from './verdicts.js';

const DAY = 24 * 60 * 60 * 1000;
/** Days of turnover that a year is reckoned from. */
const WINDOW = 30;
const YEAR = 365;
/** Fewer receipts than this tell more of the start of the box than of its trade. */
const ENOUGH = 20;
/** What a common card of 16 GB takes in its life: each of its blocks can be written a thousand times. Bytes. */
const ENDURANCE = 16e12;
/** A card erases and rewrites far more than it is given when it is given 4 KB at a time: so many times as much. */
const AMPLIFICATION = 16;
/** A card that does not last so long is worth a warning, years. */
const LIFETIME = 5;
/** No card is promised to live longer, years. */
const FOR_EVER = 100;

/** Causes as a technician is told of them. */
const GROUPS: readonly { readonly sr: string; readonly en: string; readonly causes: readonly WearCause[] }[] = [
  { sr: 'намера', en: 'intent', causes: ['intent'] },
  { sr: 'рачун', en: 'receipt', causes: ['result'] },
  { sr: 'штампа', en: 'printing', causes: ['job'] },
  { sr: 'нуле унапред', en: 'zeros ahead', causes: ['ahead'] },
  { sr: 'прегледи', en: 'views', causes: ['view'] },
  { sr: 'остало', en: 'other', causes: ['seal', 'record', 'segment', 'name', 'file'] },
];

type Parts = Pick<HealthParts, 'wear' | 'certificate' | 'ledger' | 'settings' | 'now'>;

/** What the flash is written for a receipt, and how long a card lasts at that; only where a service runs. */
export function checkFlash(parts: Parts): Check[] {
  const { wear, certificate } = parts;
  if (certificate() === undefined) return [];
  const { receipts, total } = wear;
  const proof = `${Math.round(total.bytes)} bytes in ${total.flushes} flushes for ${receipts} receipts since the start`;
  if (receipts < ENOUGH) return [good('flash', TEXTS.flashUnknown(receipts), proof)];
  const perReceipt = (bytes: number): number => bytes / receipts / 1000;
  const sharesOf = (language: 'sr' | 'en'): string =>
    GROUPS.map((group) => ({
      name: group[language],
      bytes: group.causes.reduce((sum, cause) => sum + wear.of(cause).bytes, 0),
    }))
      .filter(({ bytes }) => bytes > 0)
      .map(({ name, bytes }) => `${name} ${decimal(perReceipt(bytes))[language]}`)
      .join(', ');
  const yearly = receiptsOfYear(parts);
  const bytes = (total.bytes / receipts) * yearly;
  const years = Math.min(FOR_EVER, Math.floor(ENDURANCE / AMPLIFICATION / Math.max(1, bytes)));
  const found = TEXTS.flashWear({
    kilobytes: decimal(perReceipt(total.bytes)),
    flushes: decimal(total.flushes / receipts),
    shares: { sr: sharesOf('sr'), en: sharesOf('en') },
    yearly,
    gigabytes: decimal(bytes / 1e9),
    years,
  });
  if (years >= LIFETIME) return [good('flash', found, proof)];
  return [warning('flash', found, TEXTS.replaceFlash(), proof)];
}

function decimal(value: number): Words {
  const text = value.toFixed(1);
  return { sr: text.replace('.', ','), en: text };
}

/** Receipts that count as turnover in a year like the last month, or like what there is of it. */
function receiptsOfYear({ ledger, settings, now }: Parts): number {
  const [from, to] = [localDay(now() - (WINDOW - 1) * DAY), localDay(now())];
  const days = ledger.main.turnover.byDay('total', { environment: settings.now.environment, from, to });
  const first = days[0]?.day ?? to;
  let open = 1;
  while (open < WINDOW && localDay(now() - open * DAY) >= first) open += 1;
  return Math.round((days.reduce((sum, { invoices }) => sum + invoices, 0) * YEAR) / open);
}
