import { assertNever, type Bilingual, localTime, PFR_TRAITS, receiptTimeOfLocal } from '../../../base/index.js';
import { isProfileOf, type Ledger, type ProcessorProfile } from '../../../platform/ledger/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import { defineCheck, good, warning } from '../check.js';

interface Parts {
  readonly pfr: () => Pfr;
  readonly ledger: Pick<Ledger, 'main'>;
}

/** Whether the external processor in use was ever tested, and the result. */
export const pfrTestCheck = defineCheck({
  name: 'pfr-test',
  consequence: 'receipts',
  // For the technician who sets up the box: the owner can do nothing about it.
  alarmAfterPolls: null,
  run({ pfr, ledger }: Parts) {
    const { mode, environment, uid } = pfr().status();
    if (!PFR_TRAITS[mode].isRemote) return [];
    const profile = ledger.main.profile(environment);
    if (profile === undefined) return [warning(TEXTS.never(), TEXTS.run())];
    const proof = proofOf(profile);
    if (!isProfileOf(profile, { mode, uid })) return [warning(TEXTS.other(), TEXTS.run(), proof)];
    return [good(TEXTS.tried(profile), proof)];
  },
});

/** The API uses the same names for quirks. */
function proofOf({ mode, uid, unknownId, signingTime, quirks = [] }: ProcessorProfile): Bilingual {
  const [sr, en] = signingTime === null ? [[], []] : [[`потписивање ${signingTime} мс`], [`signing ${signingTime} ms`]];
  const identity = `${mode} ${uid}`;
  return {
    sr: [identity, ...sr, `непознат захтев: ${UNKNOWN_ID_WORDS[unknownId]}`, ...quirks].join('; '),
    en: [identity, ...en, `unknown id: ${unknownId}`, ...quirks].join('; '),
  };
}

const UNKNOWN_ID_WORDS: Readonly<Record<ProcessorProfile['unknownId'], string>> = {
  absent: 'нема рачуна',
  unclear: 'нејасно',
  'other receipt': 'други рачун',
};

const TEXTS = {
  never: (): Bilingual => ({
    sr: 'Процесор никада није испробан.',
    en: 'The processor was never tested.',
  }),
  other: (): Bilingual => ({
    sr: 'Испробан је други процесор, а овај није.',
    en: 'Another processor was tested, and this one was not.',
  }),
  run: (): Bilingual => ({
    sr: 'Пре првог купца испробајте процесор у „Подешавања”, страница „Процесор и окружење” (у терминалу: kasirbox pfr test).',
    en: 'Before the first buyer run: kasirbox pfr test',
  }),
  tried: ({ at, keepsAnswers }: ProcessorProfile): Bilingual => {
    const kept = keptWords(keepsAnswers);
    const day = localTime(at);
    return {
      sr: `Процесор је испробан ${receiptTimeOfLocal(day)}: ${kept.sr}.`,
      en: `The processor was tested on ${day}: ${kept.en}.`,
    };
  },
} as const;

/** Which answers can be looked up. */
function keptWords(keepsAnswers: ProcessorProfile['keepsAnswers']): Bilingual {
  switch (keepsAnswers) {
    case 'latest':
      return { sr: 'изгубљен одговор чува само до следећег рачуна', en: 'it keeps only its latest answer' };
    case 'several':
      return { sr: 'чува више одговора', en: 'it keeps several answers' };
    case 'none':
      return { sr: 'изгубљен одговор не може да се пронађе', en: 'it keeps no answers' };
    default:
      return assertNever(keepsAnswers);
  }
}
