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
    cause: { sr: 'верзија има грешку, или чека одлуку', en: 'the version has an error, or awaits a decision' },
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
    en: `, valid from ${localTime(validFrom)}`,
  };
}

/** For use in the middle of a sentence. */
function inCommas(clause: string): string {
  return clause === '' ? '' : `${clause},`;
}

const TEXTS = {
  good: (what: Bilingual, version: number): Bilingual => ({
    sr: `Уређај ради по верзији ${version} ${what.sr}.`,
    en: `The box uses version ${version} of ${what.en}.`,
  }),
  none: (what: Bilingual): Bilingual => ({
    sr: `Од ${what.sr} још ништа није преузето.`,
    en: `No version of ${what.en} has been applied yet.`,
  }),
  waiting: (what: Bilingual, version: number, validFrom: UtcMs): Bilingual => ({
    sr: `Стигла је верзија ${version} ${what.sr}${from(validFrom).sr}.`,
    en: `Version ${version} of ${what.en}${inCommas(from(validFrom).en)} has arrived.`,
  }),
  offered: (what: Bilingual, version: number, validFrom: UtcMs | null): Bilingual => ({
    sr: `Верзија ${version} ${what.sr}${inCommas(from(validFrom).sr)} чека одлуку.`,
    en: `Version ${version} of ${what.en}${inCommas(from(validFrom).en)} awaits a decision.`,
  }),
  decide: (part: GroupReport['part']): Bilingual => ({
    sr: `Прихватите је: kasirbox group take ${part}, или одбијте: kasirbox group refuse ${part}`,
    en: `Accept it: kasirbox group take ${part}, or reject it: kasirbox group refuse ${part}`,
  }),
  refused: (what: Bilingual, version: number | null): Bilingual => ({
    sr: `Верзија ${version === null ? '' : `${version} `}${what.sr} није преузета, јер у њој има грешке; продаја иде по старом.`,
    en: `A version of ${what.en}${version === null ? '' : ` (${version})`} was not applied because it has errors; the box continues with the old one.`,
  }),
  mend: (part: GroupReport['part']): Bilingual => ({
    sr: `Нека власник исправи грешку и пошаље нову верзију: kasirbox fleet ${part}; шта не ваља, показује kasirbox doctor.`,
    en: `Have the owner correct the error and publish a new version: kasirbox fleet ${part}; kasirbox doctor shows what is wrong.`,
  }),
  unheard: (what: Bilingual): Bilingual => ({
    sr: `Сервер власника не да овом уређају верзије ${what.sr}.`,
    en: `The owner's server denies this box access to versions of ${what.en}.`,
  }),
  grant: ({ part, group }: GroupReport): Bilingual => ({
    sr: `Проверите name у подешавању group; нека онај ко води сервер да овом уређају право на ${part}.${group}.`,
    en: `Check name in the setting group; have the server's administrator grant this box access to ${part}.${group}.`,
  }),
  older: (what: Bilingual, version: number, have: number): Bilingual => ({
    sr: `Сервер власника има верзију ${version} ${what.sr}, а уређај новију, ${have}; старија се не преузима.`,
    en: `The owner's server has version ${version} of ${what.en}, but the box has the newer ${have}; an older version is not applied.`,
  }),
  another: (what: Bilingual, version: number): Bilingual => ({
    sr: `Сервер власника под бројем ${version} има другу верзију ${what.sr} него уређај; она се не преузима.`,
    en: `The owner's server has a version ${version} of ${what.en} that differs from the box's; it is not applied.`,
  }),
  raise: (have: number): Bilingual => ({
    sr: `Ако је сервер почео изнова, нека власник пошаље верзију са већим бројем: --version ${have + 1}.`,
    en: `If the server was set up again, have the owner publish a version with a higher number: --version ${have + 1}.`,
  }),
  many: (what: Bilingual, version: number, until: UtcMs): Bilingual => ({
    sr: `Верзија ${version} ${what.sr} чека до ${receiptTimeOfLocal(localTime(until))}, јер их је стигло више него што уређај чува.`,
    en: `Version ${version} of ${what.en} waits until ${localTime(until)}, because more arrived than the box stores.`,
  }),
  whoSets: (): Bilingual => ({
    sr: 'Ако власник не шаље верзије тако често, неко други користи његов приступ серверу: нека провери ко има owner.seed.',
    en: "If the owner does not publish versions that often, another person is using the owner's access to the server: have the owner check who has owner.seed.",
  }),
  unstored: (what: Bilingual, version: number): Bilingual => ({
    sr: `Верзија ${version} ${what.sr} није преузета, јер уређај не може да је сачува; продаја иде по старом.`,
    en: `Version ${version} of ${what.en} was not applied because the box cannot store it; the box continues with the old one.`,
  }),
  makeRoom: (): Bilingual => ({
    sr: 'Погледајте шта о меморији кажу остале провере: kasirbox doctor; верзија се после тога преузима сама.',
    en: 'See what the other checks report about storage: kasirbox doctor; the version is then applied automatically.',
  }),
} as const;
