import { type Bilingual, localTime, receiptTimeOfLocal, type UtcMs, bilingual } from '../../../base/index.js';
import type { GroupReport } from '../../../outward/group/index.js';
import { type CheckFinding, defineCheck, good, warning } from '../check.js';

interface Deps {
  /** State of each part of the group that the box subscribes to. */
  readonly group: () => readonly GroupReport[];
  readonly now: () => UtcMs;
}

/** Prices and settings that an owner sets for a group of boxes. Never a failure: the box sells with the data it has. */
export const groupCheck = defineCheck({
  name: 'group',
  consequence: 'notifications',
  alarmAfterPolls: 60,
  guide: {
    symptom: { sr: 'Нове цене нису стигле', en: 'New prices have not arrived' },
    cause: { sr: 'верзија има грешку, или чека одлуку', en: 'the version has a fault, or waits for a decision' },
    command: 'kasirbox group show',
  },
  run: ({ group, now }: Deps) => group().map((report) => judge(report, now())),
});

function judge(report: GroupReport, now: UtcMs): CheckFinding {
  const { part, mode, inUse, next, fault, held, older, unheard } = report;
  const have = next?.version ?? inUse ?? 0;
  const what = wordsOf(report);
  if (fault !== null) return warning(TEXTS.refused(what, fault.version), TEXTS.mend(part), bilingual(fault.text));
  if (held !== null) {
    return held.until === null
      ? warning(TEXTS.unstored(what, held.version), TEXTS.makeRoom())
      : warning(TEXTS.many(what, held.version, held.until), TEXTS.whoSets());
  }
  if (unheard === 'refused') return warning(TEXTS.unheard(what), TEXTS.grant(report));
  if (next !== null && mode === 'offer' && next.decision === 'none') {
    return warning(TEXTS.offered(what, next.version, next.validFrom), TEXTS.decide(part));
  }
  if (older !== null && older === have) return warning(TEXTS.another(what, older), TEXTS.raise(have));
  if (older !== null) return warning(TEXTS.older(what, older, have), TEXTS.raise(have));
  if (next !== null && next.decision !== 'refused' && next.validFrom !== null && next.validFrom > now) {
    return good(TEXTS.waiting(what, next.version, next.validFrom));
  }
  return good(inUse === null ? TEXTS.none(what) : TEXTS.good(what, inUse));
}

/** Name of a part in the genitive, with its group. */
function wordsOf({ part, group }: GroupReport): Bilingual {
  switch (part) {
    case 'catalogue':
      return { sr: `листе артикала групе ${group}`, en: `the catalogue of group ${group}` };
    case 'settings':
      return { sr: `подешавања групе ${group}`, en: `the settings of group ${group}` };
  }
}

function from(validFrom: UtcMs | null): Bilingual {
  if (validFrom === null) return { sr: '', en: '' };
  return {
    sr: `, која важи од ${receiptTimeOfLocal(localTime(validFrom))}`,
    en: `, which is valid from ${localTime(validFrom)} on`,
  };
}

/** For use in the middle of a sentence. */
function inCommas(clause: string): string {
  return clause === '' ? '' : `${clause},`;
}

const TEXTS = {
  good: (what: Bilingual, version: number): Bilingual => ({
    sr: `Уређај ради по верзији ${version} ${what.sr}.`,
    en: `The box has version ${version} of ${what.en}.`,
  }),
  none: (what: Bilingual): Bilingual => ({
    sr: `Од ${what.sr} још ништа није преузето.`,
    en: `Nothing was taken of ${what.en} yet.`,
  }),
  waiting: (what: Bilingual, version: number, validFrom: UtcMs): Bilingual => ({
    sr: `Стигла је верзија ${version} ${what.sr}${from(validFrom).sr}.`,
    en: `Version ${version} of ${what.en} has come${from(validFrom).en}.`,
  }),
  offered: (what: Bilingual, version: number, validFrom: UtcMs | null): Bilingual => ({
    sr: `Верзија ${version} ${what.sr}${inCommas(from(validFrom).sr)} чека одлуку.`,
    en: `Version ${version} of ${what.en}${inCommas(from(validFrom).en)} waits for a decision.`,
  }),
  decide: (part: GroupReport['part']): Bilingual => ({
    sr: `Прихватите је: kasirbox group take ${part}, или одбијте: kasirbox group refuse ${part}`,
    en: `Take it: kasirbox group take ${part}, or refuse it: kasirbox group refuse ${part}`,
  }),
  refused: (what: Bilingual, version: number | null): Bilingual => ({
    sr: `Верзија ${version === null ? '' : `${version} `}${what.sr} није преузета, јер у њој има грешке; продаја иде по старом.`,
    en: `A version of ${what.en}${version === null ? '' : ` (${version})`} is not taken, as there is a fault in it; the box sells on as before.`,
  }),
  mend: (part: GroupReport['part']): Bilingual => ({
    sr: `Нека власник исправи грешку и пошаље нову верзију: kasirbox fleet ${part}; шта не ваља, показује kasirbox doctor.`,
    en: `Have the owner mend the fault and set a new version: kasirbox fleet ${part}; kasirbox doctor shows what is wrong.`,
  }),
  unheard: (what: Bilingual): Bilingual => ({
    sr: `Сервер власника не да овом уређају верзије ${what.sr}.`,
    en: `The owner's server does not let this box have versions of ${what.en}.`,
  }),
  grant: ({ part, group }: GroupReport): Bilingual => ({
    sr: `Проверите name у подешавању group; нека онај ко води сервер да овом уређају право на ${part}.${group}.`,
    en: `Check name in the setting group; have whoever runs the server give this box the right to ${part}.${group}.`,
  }),
  older: (what: Bilingual, version: number, have: number): Bilingual => ({
    sr: `Сервер власника има верзију ${version} ${what.sr}, а уређај новију, ${have}; старија се не преузима.`,
    en: `The owner's server has version ${version} of ${what.en}, and the box a newer one, ${have}; an older one is not taken.`,
  }),
  another: (what: Bilingual, version: number): Bilingual => ({
    sr: `Сервер власника под бројем ${version} има другу верзију ${what.sr} него уређај; она се не преузима.`,
    en: `The owner's server has another version ${version} of ${what.en} than the box; it is not taken.`,
  }),
  raise: (have: number): Bilingual => ({
    sr: `Ако је сервер почео изнова, нека власник пошаље верзију са већим бројем: --version ${have + 1}.`,
    en: `If the server has begun anew, have the owner set a version with a higher number: --version ${have + 1}.`,
  }),
  many: (what: Bilingual, version: number, until: UtcMs): Bilingual => ({
    sr: `Верзија ${version} ${what.sr} чека до ${receiptTimeOfLocal(localTime(until))}, јер их је стигло више него што уређај чува.`,
    en: `Version ${version} of ${what.en} waits until ${localTime(until)}, as more have come than the box keeps.`,
  }),
  whoSets: (): Bilingual => ({
    sr: 'Ако власник не шаље верзије тако често, неко други користи његов приступ серверу: нека провери ко има owner.seed.',
    en: 'If the owner does not set versions that often, somebody else uses his credential: have him look who has owner.seed.',
  }),
  unstored: (what: Bilingual, version: number): Bilingual => ({
    sr: `Верзија ${version} ${what.sr} није преузета, јер уређај не може да је сачува; продаја иде по старом.`,
    en: `Version ${version} of ${what.en} is not taken, as the box cannot store it; the box sells on as before.`,
  }),
  makeRoom: (): Bilingual => ({
    sr: 'Погледајте шта о меморији кажу остале провере: kasirbox doctor; верзија се после тога преузима сама.',
    en: 'See what the other checks say of the storage: kasirbox doctor; the version is taken by itself then.',
  }),
} as const;
