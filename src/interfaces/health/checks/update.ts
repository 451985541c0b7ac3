import { type Bilingual, localTime, receiptTimeOfLocal } from '../../../base/index.js';
import { needsNotice, type UpdateOutcome, type UpdateState } from '../../../outward/updates/index.js';
import { type CheckFinding, defineCheck, good, warning } from '../check.js';

interface Deps {
  readonly service:
    | {
        /** Progress of an update, and the outcome of the last one. */
        readonly update?: () => UpdateState;
      }
    | undefined;
}

/** Whether a new version is on trial, and the outcome of the last update. Only on a box that was made from an image. */
export const updateCheck = defineCheck({
  name: 'update',
  consequence: 'service',
  alarmAfterPolls: 5,
  guide: {
    symptom: { sr: 'После надоградње ради стара верзија', en: 'The old version is running after an update' },
    cause: { sr: 'нова верзија није радила како треба', en: 'the new version did not work properly' },
    command: 'kasirbox update status',
  },
  run({ service }: Deps): CheckFinding[] {
    const state = service?.update?.();
    if (state?.isOnImage !== true) return [];
    const proof = {
      sr: `верзија ${state.version}; ${PHASE_WORDS[state.phase]}`,
      en: `version ${state.version}; ${state.phase}`,
    };
    const { outcome } = state;
    if (state.phase === 'trial') return [warning(TEXTS.trial(state.version), TEXTS.wait(), proof)];
    if (outcome !== null && needsNotice(outcome)) {
      const at = localTime(outcome.at);
      const end = {
        sr: `${proof.sr}; ${OUTCOME_WORDS[outcome.kind]} ${at}`,
        en: `${proof.en}; ${outcome.kind} at ${at}`,
      };
      return [warning(TEXTS.ended(outcome), TEXTS.again(), end)];
    }
    if (state.isBundleWaiting && state.phase === 'idle') return [warning(TEXTS.left(), TEXTS.again(), proof)];
    return outcome?.kind === 'updated' ? [good(TEXTS.updated(outcome), proof)] : [];
  },
});

const PHASE_WORDS: Readonly<Record<UpdateState['phase'], string>> = {
  idle: 'мирује',
  receiving: 'прима се',
  checking: 'проверава се',
  'backing-up': 'прави се копија',
  installing: 'инсталира се',
  waiting: 'чека',
  restarting: 'поново се покреће',
  trial: 'на проби',
};

const OUTCOME_WORDS: Readonly<Record<UpdateOutcome['kind'], string>> = {
  updated: 'надограђено',
  'fell-back': 'враћено на претходну',
  interrupted: 'прекинуто',
  failed: 'није успело',
};

const TEXTS = {
  trial: (version: string): Bilingual => ({
    sr: `Нова верзија ${version} је на проби.`,
    en: `The new version ${version} is on trial.`,
  }),
  wait: (): Bilingual => ({
    sr: 'Сачекајте неколико минута и не искључујте уређај; ако тражи ПИН, унесите га. Ако не прође пробу, сама се враћа претходна верзија. Погледајте: kasirbox update status',
    en: 'Wait a few minutes and do not switch the box off; enter the PIN if it asks for one. If the trial fails, the previous version returns automatically. See: kasirbox update status',
  }),
  ended: ({ kind, version, from }: UpdateOutcome): Bilingual => {
    switch (kind) {
      case 'fell-back':
        return {
          sr: `Верзија ${version} није радила како треба; уређај се вратио на претходну (${from}).`,
          en: `Version ${version} did not work properly; the box has returned to the previous one (${from}).`,
        };
      case 'interrupted':
        return {
          sr: `Инсталирање верзије ${version} је прекинуто; ради и даље ${from}.`,
          en: `Installing version ${version} was interrupted; ${from} is still in use.`,
        };
      case 'failed':
      case 'updated':
        return {
          sr: `Верзија ${version} није инсталирана; ради и даље ${from}.`,
          en: `Version ${version} could not be installed; ${from} is still in use.`,
        };
    }
  },
  again: (): Bilingual => ({
    sr: 'Покушајте поново, или потврдите да сте видели: kasirbox update acknowledge. Ако се понови, позовите сервисера.',
    en: 'Try again, or confirm that you have seen it: kasirbox update acknowledge. If it happens again, call a technician.',
  }),
  left: (): Bilingual => ({
    sr: 'На картици је надоградња која није инсталирана.',
    en: 'There is an update on the card that was not installed.',
  }),
  updated: ({ version, at }: UpdateOutcome): Bilingual => ({
    sr: `Уређај је надограђен на верзију ${version}, ${receiptTimeOfLocal(localTime(at))}.`,
    en: `The box was updated to version ${version}, ${localTime(at)}.`,
  }),
} as const;
