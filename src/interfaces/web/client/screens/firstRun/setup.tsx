import type { ComponentType, JSX } from 'preact';
import { useEffect, useLayoutEffect } from 'preact/hooks';
import type { SetupState } from '../../../../admin/index.js';
import type { Bilingual } from '../../../../../base/index.js';
import { troubles } from '../../net/live.js';
import { user } from '../../net/session.js';
import { Button, Icon } from '../../components/button.js';
import { LanguageChoice } from '../../components/field.js';
import { awaitFirstAnswer } from '../../components/load.js';
import { Notice } from '../../components/notice.js';
import { go, path } from '../../route.js';
import { COMMON } from '../../text/common.js';
import { FIRST_RUN } from '../../text/firstRun.js';
import { t } from '../../text/language.js';
import { BackupStep, CashiersStep, LeaveOut } from './optionalSteps.js';
import { CertificateStep } from './certificate.js';
import { CompanyStep } from './company.js';
import { PrinterStep } from './printer.js';
import { ProcessorStep } from './processor.js';
import {
  isLeftOut,
  refreshSetup,
  setup,
  STEP_NAMES,
  type StepName,
  type StepProps,
  STEPS,
  stepsOf,
} from './setupState.js';
import { TabletStep } from './tablet.js';

const CONTENT: Readonly<Record<StepName, ComponentType<StepProps>>> = {
  company: CompanyStep,
  processor: ProcessorStep,
  certificate: CertificateStep,
  printer: PrinterStep,
  tablet: TabletStep,
  cashiers: CashiersStep,
  backup: BackupStep,
};

/** Guides through the setup of a new box. Each step has its own address and may be left at any time. */
export function SetupScreen(): JSX.Element {
  useLayoutEffect(() => {
    const hasArrived = awaitFirstAnswer();
    void refreshSetup().then(hasArrived);
    return hasArrived;
  }, []);
  // A printer may have answered.
  useEffect(() => void refreshSetup(), [troubles.value]);
  const { value: state } = setup;
  const steps = stepsOf(user.value?.role ?? 'cashier');
  const [, named] = path.value;
  const current = STEP_NAMES.find((name) => name === named && steps.includes(name));
  if (state === undefined) return <p class="loading">{t(COMMON.loading)}</p>;
  if (current === undefined) return <Overview state={state} steps={steps} />;
  const next = (): void => {
    // A saved setting may have changed which steps are needed.
    const isNeeded = (name: StepName): boolean =>
      name !== 'certificate' || (setup.value ?? state).certificate !== 'not-needed';
    go(['setup', steps.slice(steps.indexOf(current) + 1).find(isNeeded) ?? ''].join('/'));
  };
  const Content = CONTENT[current];
  return (
    <div class="setup">
      <Progress state={state} steps={steps} current={current} />
      <section aria-labelledby="step-title">
        <p class="muted">{t(FIRST_RUN.stepOf, { step: steps.indexOf(current) + 1, all: steps.length })}</p>
        <h1 id="step-title">{t(STEPS[current].title)}</h1>
        <Content key={current} state={state} next={next} />
        <LeaveOut key={`leave ${current}`} step={current} state={state} next={next} />
        <footer class="actions later">
          <Button kind="link" text={t(FIRST_RUN.overview)} onClick={() => go('setup')} />
          <Button text={t(STEPS[current].isDone(state) ? COMMON.next : COMMON.later)} onClick={next} />
        </footer>
      </section>
    </div>
  );
}

interface ProgressProps {
  readonly state: SetupState;
  readonly steps: readonly StepName[];
  readonly current?: StepName;
}

function Overview({ state, steps }: ProgressProps): JSX.Element {
  const open = steps.filter((name) => !STEPS[name].isDone(state));
  const [first] = open;
  const isFresh = !state.hasCompany && state.processor === 'demo';
  return (
    <div class="setup overview">
      <h1>{t(isFresh ? FIRST_RUN.welcome : COMMON.setup)}</h1>
      {first === undefined ? <Ready isDemo={state.processor === 'demo'} /> : <p>{t(FIRST_RUN.intro)}</p>}
      <section class="card">
        <h2>{t(FIRST_RUN.chooseLanguage)}</h2>
        <LanguageChoice />
      </section>
      <Progress state={state} steps={steps} />
      {first !== undefined && (
        <div class="actions">
          <Button
            kind="primary"
            text={t(isFresh ? FIRST_RUN.begin : FIRST_RUN.goOn)}
            onClick={() => go(`setup/${first}`)}
          />
        </div>
      )}
    </div>
  );
}

/** All steps are done: what comes next. */
function Ready({ isDemo }: { readonly isDemo: boolean }): JSX.Element {
  return (
    <>
      <Notice kind="success">{t(FIRST_RUN.allDone)}</Notice>
      {isDemo && <p>{t(FIRST_RUN.stillDemo)}</p>}
      <div class="actions ready">
        <Button text={t(FIRST_RUN.enterItems)} onClick={() => go('catalogue')} />
        <Button kind="primary" text={t(FIRST_RUN.toTill)} onClick={() => go('till')} />
      </div>
    </>
  );
}

function Progress({ state, steps, current }: ProgressProps): JSX.Element {
  return (
    <nav class="progress" aria-label={t(FIRST_RUN.progress)}>
      <ol class="plain-list framed">
        {steps.map((name, at) => {
          const isDone = STEPS[name].isDone(state);
          return (
            <li key={name} class={isDone ? 'done' : 'open'}>
              <a href={`#/setup/${name}`} aria-current={name === current ? 'step' : undefined}>
                <span class="mark" aria-hidden="true">
                  {isDone ? <Icon name="check" /> : at + 1}
                </span>
                <span class="name">{t(STEPS[name].title)}</span>
                <span class="state">{t(stateText(name, state))}</span>
              </a>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}

function stateText(name: StepName, state: SetupState): Bilingual {
  if (name === 'certificate' && state.certificate === 'not-needed') return FIRST_RUN.stateNotNeeded;
  if (name === 'printer' && state.silentPrinters > 0) return FIRST_RUN.stateSilent;
  if (isLeftOut(name, state) && STEPS[name].isDone(state)) return FIRST_RUN.stateNotNeeded;
  return STEPS[name].isDone(state) ? FIRST_RUN.stateDone : FIRST_RUN.stateOpen;
}
