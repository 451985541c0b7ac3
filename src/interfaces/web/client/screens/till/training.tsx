import type { JSX } from 'preact';
import { user } from '../../net/session.js';
import { Button, Icon } from '../../components/button.js';
import { ConfirmButton } from '../../components/dialog.js';
import { Notice } from '../../components/notice.js';
import { go } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { TRAINING } from '../../text/tillKeeping.js';
import type { TillState } from '../../till/tillState.js';
import { beginTraining, continueTraining, endTraining, mayBeginTraining } from '../../till/training.js';
import { mayTrain, till } from './till.js';

interface TrainingProps {
  readonly state: TillState;
}

/** Button that switches the till to training after a question; hidden during training, or without the permission. */
export function BeginTraining({ state }: TrainingProps): JSX.Element | null {
  if (state.training !== undefined || !mayTrain()) return null;
  const mayBegin = mayBeginTraining(state);
  const begin = async (): Promise<void> => {
    await till.change((now, newKey) => beginTraining(now, user.value?.name ?? '', newKey()));
    go('till');
  };
  return (
    <ConfirmButton
      class="large"
      text={t(TRAINING.begin)}
      question={t(mayBegin ? TRAINING.question : TRAINING.first)}
      action={t(mayBegin ? TRAINING.beginNow : COMMON.close)}
      isHarmless
      onConfirm={() => (mayBegin ? begin() : undefined)}
    />
  );
}

/** The banner above every view of the till in training: text, icon and frame, not only a colour. */
export function TrainingBanner({ state }: TrainingProps): JSX.Element | null {
  if (state.training === undefined) return null;
  return (
    <aside class="training-banner" aria-label={t(TRAINING.begin)}>
      <strong>
        <Icon name="warning" /> {t(TRAINING.banner)}
      </strong>
      <ConfirmButton text={t(TRAINING.end)} question={t(TRAINING.endQuestion)} isHarmless onConfirm={end} />
    </aside>
  );
}

async function end(): Promise<void> {
  await till.change(endTraining);
  go('till');
}

/** True when another user began the training, or the signed-in one may not practise any more. */
export function isTrainingOfOther({ training }: TillState): boolean {
  return training !== undefined && (training.by !== user.value?.name || !mayTrain());
}

/** Asks a user who did not begin the training before anything is charged: the buyer may be a real one. */
export function TrainingQuestion({ state: { training } }: TrainingProps): JSX.Element {
  const name = user.value?.name ?? '';
  return (
    <section class="till-alone">
      <Notice kind="warning">
        <p>{t(TRAINING.other, { name: training?.by ?? '' })}</p>
        <p>{t(TRAINING.otherHint)}</p>
      </Notice>
      {mayTrain() && (
        <Button text={t(TRAINING.continue)} onClick={() => till.change((state) => continueTraining(state, name))} />
      )}
    </section>
  );
}
