import type { Bilingual } from '../../../base/index.js';
import { defineCheck, failureThatSells, good, warning } from '../check.js';

/** Bytes that a key has written to the flash today. */
interface KeyWrites {
  readonly key: number;
  readonly label: string;
  readonly written: number;
  readonly limit: number;
}

interface Parts {
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
  run({ keyWrites }: Parts) {
    const busiest = [...keyWrites()].sort((a, b) => b.written / b.limit - a.written / a.limit);
    const loud = busiest.filter(({ written, limit }) => written >= limit * ALARM_SHARE);
    const [first] = busiest;
    if (first === undefined) return [];
    if (loud.length === 0) return [good(TEXTS.good(), proofOf(first))];
    return loud.map((key) =>
      key.written >= key.limit
        ? failureThatSells(TEXTS.spent(key), TEXTS.act(key), proofOf(key))
        : warning(TEXTS.half(key), TEXTS.act(key), proofOf(key)),
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

const TEXTS = {
  good: (): Bilingual => ({
    sr: 'Ниједан API кључ данас није уписао ни половину дозвољеног.',
    en: 'No API key has written half of what it may today.',
  }),
  half: ({ key, label, written, limit }: KeyWrites): Bilingual => ({
    sr: `API кључ ${key} („${label}”) је данас уписао на меморијску картицу ${megabytes(written)} MB од дозвољених ${megabytes(limit)} MB.`,
    en: `API key ${key} ("${label}") has written ${megabytes(written)} MB to the flash today, of the ${megabytes(limit)} MB it is allowed.`,
  }),
  spent: ({ key, label, limit }: KeyWrites): Bilingual => ({
    sr: `API кључ ${key} („${label}”) је данас уписао на меморијску картицу све што сме (${megabytes(limit)} MB) и до поноћи не може да издаје рачуне.`,
    en: `API key ${key} ("${label}") has written all that it may to the flash today (${megabytes(limit)} MB) and issues nothing until midnight.`,
  }),
  act: ({ key, limit }: KeyWrites): Bilingual => ({
    sr: `Проверите који програм користи тај кључ. Ако програм није ваш, опозовите кључ: kasirbox keys revoke ${key}. Ако јесте, повећајте дозволу: kasirbox settings set flashBudget ${raised(limit)}`,
    en: `Find out which program uses it. If it is not yours: kasirbox keys revoke ${key}. If it is: kasirbox settings set flashBudget ${raised(limit)}`,
  }),
} as const;
