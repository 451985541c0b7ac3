import { type Bilingual, type ClockTrust, localDay, type UtcMs } from '../../../base/index.js';
import type { Ledger, Wear, WearCause } from '../../../platform/ledger/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { defineCheck, failureThatSells, good, warning } from '../check.js';

interface FlashDeps {
  /** Bytes written to the flash since the start. */
  readonly wear: Pick<Wear, 'receipts' | 'total' | 'of'>;
  readonly ledger: Pick<Ledger, 'main'>;
  readonly settings: Pick<Settings, 'now'>;
  /** Undefined where no service runs. */
  readonly service: object | undefined;
  readonly now: () => UtcMs;
  /** Source of the trust in `now`. */
  readonly clockTrust: () => ClockTrust;
}

const DAY = 24 * 60 * 60 * 1000;
/** Days of turnover from which a year is estimated. */
const WINDOW = 30;
const YEAR = 365;
/** With fewer receipts than this, the start of the box dominates the figures. */
const ENOUGH = 20;
/** Endurance of a common card of 16 GB, bytes: each of its blocks can be written a thousand times. */
const ENDURANCE = 16e12;
/**
 * Write amplification: a card that gets 4 KB at a time writes this many times as much, because it erases whole blocks.
 */
const AMPLIFICATION = 16;
/** An expected lifetime below this is a warning, years. */
const LIFETIME = 5;
/** Maximum lifetime reported for a card, years. */
const MAX_LIFETIME = 100;

/** The causes of writes, grouped and named for the technician. */
const GROUPS: readonly { readonly sr: string; readonly en: string; readonly causes: readonly WearCause[] }[] = [
  { sr: 'намера', en: 'intent', causes: ['intent'] },
  { sr: 'рачун', en: 'receipt', causes: ['result'] },
  { sr: 'штампа', en: 'printing', causes: ['job'] },
  { sr: 'нуле унапред', en: 'preallocated zeros', causes: ['ahead'] },
  { sr: 'прегледи', en: 'views', causes: ['view'] },
  { sr: 'остало', en: 'other', causes: ['seal', 'record', 'segment', 'name', 'file'] },
];

/** Bytes written to the flash per receipt, and how long a card lasts at that rate. Only where a service runs. */
export const flashCheck = defineCheck({
  name: 'flash',
  consequence: 'storage',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Упозорење flash', en: 'Warning flash' },
    cause: { sr: 'меморија троши више него што је предвиђено', en: 'the flash wears faster than expected' },
    command: 'kasirbox support-bundle FILE',
  },
  run(deps: FlashDeps) {
    const { wear, service } = deps;
    if (service === undefined) return [];
    const { receipts, total } = wear;
    const bytesWritten = Math.round(total.bytes);
    const proof = {
      sr: `${bytesWritten} бајтова у уписа: ${total.flushes}, за рачуна: ${receipts}, од покретања`,
      en: `${bytesWritten} bytes in ${total.flushes} flushes for ${receipts} receipts since the start`,
    };
    if (receipts < ENOUGH) return [good(FLASH_TEXTS.unknown(receipts), proof)];
    const yearly = receiptsOfYear(deps);
    const bytes = (total.bytes / receipts) * yearly;
    const years = Math.min(MAX_LIFETIME, Math.floor(ENDURANCE / AMPLIFICATION / Math.max(1, bytes)));
    const found = FLASH_TEXTS.wear({
      kilobytes: decimal(total.bytes / receipts / 1000),
      flushes: decimal(total.flushes / receipts),
      shares: { sr: sharesOf(wear, 'sr'), en: sharesOf(wear, 'en') },
      yearly,
      gigabytes: decimal(bytes / 1e9),
      years,
    });
    return [years >= LIFETIME ? good(found, proof) : warning(found, FLASH_TEXTS.replace(), proof)];
  },
});

/** KB per receipt by cause, such as `receipt 4.1, views 0.2`. */
function sharesOf(wear: FlashDeps['wear'], language: keyof Bilingual): string {
  return GROUPS.map((group) => ({
    name: group[language],
    bytes: group.causes.reduce((sum, cause) => sum + wear.of(cause).bytes, 0),
  }))
    .filter(({ bytes }) => bytes > 0)
    .map(({ name, bytes }) => `${name} ${decimal(bytes / wear.receipts / 1000)[language]}`)
    .join(', ');
}

function decimal(value: number): Bilingual {
  const text = value.toFixed(1);
  return { sr: text.replace('.', ','), en: text };
}

/** Receipts of turnover per year, extrapolated from the last month, or from the days since the first sale in it. */
function receiptsOfYear({ ledger, settings, now, clockTrust }: FlashDeps): number {
  const { environment } = settings.now;
  const { turnover, receiptTimes } = ledger.main;
  const time = receiptTimes.processorTime(environment, { now, isTrusted: () => clockTrust() !== 'guess' });
  const [from, to] = [localDay(time - (WINDOW - 1) * DAY), localDay(time)];
  const days = turnover.byDay('total', { environment, from, to });
  const first = days[0]?.day ?? to;
  let open = 1;
  while (open < WINDOW && localDay(time - open * DAY) >= first) open += 1;
  return Math.round((days.reduce((sum, { invoices }) => sum + invoices, 0) * YEAR) / open);
}

/** `shares`: KB per receipt by cause. */
interface FlashWear {
  readonly kilobytes: Bilingual;
  readonly flushes: Bilingual;
  readonly shares: Bilingual;
  readonly yearly: number;
  readonly gigabytes: Bilingual;
  readonly years: number;
}

const FLASH_TEXTS = {
  unknown: (receipts: number): Bilingual => ({
    sr: `Од укључења је издато рачуна: ${receipts}; трошење меморијске картице се види после двадесет.`,
    en: `Receipts since the start: ${receipts}; flash wear is shown after twenty.`,
  }),
  wear: ({ kilobytes, flushes, shares, yearly, gigabytes, years }: FlashWear): Bilingual => ({
    sr:
      `На меморијску картицу иде ${kilobytes.sr} KB по рачуну (${shares.sr}) у ${flushes.sr} уписа; ` +
      `уз ${yearly} рачуна годишње то је ${gigabytes.sr} GB. Картица од 16 GB са 1.000 пуних уписа трајала би бар ${years} год.`,
    en:
      `${kilobytes.en} KB are written to the flash per receipt (${shares.en}) in ${flushes.en} flushes; ` +
      `at ${yearly} receipts a year that is ${gigabytes.en} GB. A card of 16 GB with 1,000 full writes, ` +
      `and an internal write amplification of 16, lasts at least ${years} years.`,
  }),
  replace: (): Bilingual => ({
    sr: 'Ставите издржљивију меморијску картицу, или нађите шта превише пише: показују удели изнад. Ако не знате како, позовите сервисера.',
    en: 'Use a card of higher endurance, or find what writes too much: see the shares above. If you do not know how, call a technician.',
  }),
} as const;

/** Bytes that a key has written to the flash today. */
interface KeyWrites {
  readonly key: number;
  readonly label: string;
  readonly written: number;
  readonly limit: number;
}

interface FlashBudgetDeps {
  /** Writes of all keys that have written today. */
  readonly keyWrites: () => readonly KeyWrites[];
}

const MEGABYTE = 1_000_000;
/** A key that has used this share of its daily quota writes more than any till does. */
const ALARM_SHARE = 0.5;

/** Whether a key writes more to the flash than a till does: a faulty program, or a stolen key. */
export const flashBudgetCheck = defineCheck({
  name: 'flash-budget',
  consequence: 'storage',
  alarmAfterPolls: 2,
  guide: {
    symptom: { sr: 'Захтеви програма радње се одбијају', en: 'Requests of a shop program are refused' },
    cause: { sr: 'један API кључ је потрошио дневну меру', en: 'one API key has used its daily budget' },
    command: 'kasirbox keys list',
  },
  run({ keyWrites }: FlashBudgetDeps) {
    const busiest = [...keyWrites()].sort((a, b) => b.written / b.limit - a.written / a.limit);
    const loud = busiest.filter(({ written, limit }) => written >= limit * ALARM_SHARE);
    const [first] = busiest;
    if (first === undefined) return [];
    if (loud.length === 0) return [good(FLASH_BUDGET_TEXTS.good(), proofOf(first))];
    return loud.map((key) =>
      key.written >= key.limit
        ? failureThatSells(FLASH_BUDGET_TEXTS.spent(key), FLASH_BUDGET_TEXTS.act(key), proofOf(key))
        : warning(FLASH_BUDGET_TEXTS.half(key), FLASH_BUDGET_TEXTS.act(key), proofOf(key)),
    );
  },
});

function proofOf({ written, limit }: KeyWrites): Bilingual {
  const bytes = Math.round(written);
  return { sr: `${bytes} од ${limit} бајтова`, en: `${bytes} of ${limit} bytes` };
}

const megabytes = (bytes: number): number => Math.floor(bytes / MEGABYTE);

/** Suggested new value of the setting, MB; its maximum is 20,000. */
const raised = (limit: number): number => Math.min(20_000, megabytes(2 * limit));

const FLASH_BUDGET_TEXTS = {
  good: (): Bilingual => ({
    sr: 'Ниједан API кључ данас није уписао ни половину дозвољеног.',
    en: 'No API key has written half of its daily allowance today.',
  }),
  half: ({ key, label, written, limit }: KeyWrites): Bilingual => ({
    sr: `API кључ ${key} („${label}”) је данас уписао на меморијску картицу ${megabytes(written)} MB од дозвољених ${megabytes(limit)} MB.`,
    en: `API key ${key} ("${label}") has written ${megabytes(written)} MB to the flash today, of the ${megabytes(limit)} MB allowed.`,
  }),
  spent: ({ key, label, limit }: KeyWrites): Bilingual => ({
    sr: `API кључ ${key} („${label}”) је данас уписао на меморијску картицу све што сме (${megabytes(limit)} MB) и до поноћи не може да издаје рачуне.`,
    en: `API key ${key} ("${label}") has used its daily flash allowance (${megabytes(limit)} MB) and can issue no receipts until midnight.`,
  }),
  act: ({ key, limit }: KeyWrites): Bilingual => ({
    sr: `Проверите који програм користи тај кључ. Ако програм није ваш, опозовите кључ: kasirbox keys revoke ${key}. Ако јесте, повећајте дозволу: kasirbox settings set flashBudget ${raised(limit)}`,
    en: `Find out which program uses that key. If the program is not yours, revoke the key: kasirbox keys revoke ${key}. If it is, raise the allowance: kasirbox settings set flashBudget ${raised(limit)}`,
  }),
} as const;
