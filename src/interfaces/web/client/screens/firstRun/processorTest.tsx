import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Bilingual } from '../../../../../base/index.js';
import type { Environment } from '../../../../../contract/index.js';
import { EnterPin } from '../../card/enterPin.js';
import type { Answer } from '../../net/http.js';
import type { Reply } from '../../net/reply.js';
import { operateWithSteps } from '../../net/steps.js';
import { Button, Mark } from '../../components/button.js';
import { faultText, Notice } from '../../components/notice.js';
import { FIRST_RUN_PROCESSOR as TEXTS } from '../../text/firstRun.js';
import { COMMON } from '../../text/common.js';
import { t } from '../../text/language.js';
import { refreshSetup } from './setupState.js';

/** Tests the processor, and shows progress and results. */
export function ProcessorTest({ environment }: { readonly environment: Environment }): JSX.Element {
  const [steps, setSteps] = useState<readonly Bilingual[]>([]);
  const [reply, setReply] = useState<Reply<Answer<'pfr.test'>>>();
  const [isBusy, setBusy] = useState(false);
  const run = async (): Promise<void> => {
    setSteps([]);
    setReply(undefined);
    setBusy(true);
    const ended = await operateWithSteps('pfr.test', { environment }, (step) => setSteps((all) => [...all, step]));
    setBusy(false);
    setReply(ended);
    await refreshSetup();
  };
  return (
    <section class="card">
      <h2>{t(COMMON.testProcessor)}</h2>
      <p class="muted">{t(TEXTS.testHint)}</p>
      <div class="actions">
        <Button kind="primary" text={t(isBusy ? TEXTS.testing : COMMON.testProcessor)} onClick={run} />
      </div>
      {steps.length > 0 && (
        <ol class="test-steps" aria-live="polite">
          {steps.map((step, at) => (
            <li key={at}>{t(step)}</li>
          ))}
        </ol>
      )}
      {reply?.ok === false && <Notice kind="failure">{faultText(reply.error)}</Notice>}
      {reply?.ok === true && (
        <>
          <Notice kind={reply.value.passed ? 'success' : 'failure'}>
            {t(reply.value.passed ? TEXTS.passed : TEXTS.notPassed)}
          </Notice>
          <ul class="plain-list test-rows">
            {reply.value.rows.map(({ name, state, title, found, action }) => (
              <li key={name} class={state}>
                <span>
                  <Mark state={state} />
                </span>
                <div>
                  <strong>{t(title)}</strong>: {t(found)}
                  {action !== null && <p class="muted">{t(action)}</p>}
                </div>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

/** For an L-PFR whose card asks for its PIN: it is sent once and not stored. */
export function CardPin(): JSX.Element {
  const [isTaken, setTaken] = useState(false);
  return (
    <section class="card">
      <p>{t(TEXTS.cardPinHint)}</p>
      {isTaken && <Notice kind="success">{t(TEXTS.pinTaken)}</Notice>}
      <EnterPin onDone={() => setTaken(true)} />
    </section>
  );
}
