import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { SetupState } from '../../../../admin/index.js';
import { type Fault, operate } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { FaultNotice, Notice } from '../../parts/notice.js';
import { FIRST_RUN } from '../../text/firstRun.js';
import { t } from '../../text/language.js';
import { isLeftOut, LEFT_OUT, optionalOf, refreshSetup, type StepName, STEPS } from './state.js';

interface LeaveOutProps {
  readonly step: StepName;
  readonly state: SetupState;
  readonly next: () => void;
}

/** Marks a step as not needed, so that the setup can be completed without it; or removes the mark. */
export function LeaveOut({ step, state, next }: LeaveOutProps): JSX.Element | null {
  const [fault, setFault] = useState<Fault>();
  const optional = optionalOf(step, state);
  const isOut = isLeftOut(step, state);
  if (optional === undefined || (STEPS[step].isDone(state) && !isOut) || isBeyondDemo(step, state)) return null;
  const isSilent = optional === 'printer-answer';
  const change = async (): Promise<void> => {
    const value = isOut ? state.notNeeded.filter((one) => one !== optional) : [...state.notNeeded, optional];
    const reply = await operate('settings.set', { name: 'setupNotNeeded', value });
    setFault(reply.ok ? undefined : reply.error);
    if (!reply.ok) return;
    await refreshSetup();
    if (!isOut) next();
  };
  return (
    <>
      {isOut && <Notice kind="info">{t(isSilent ? FIRST_RUN.wentOnAnyway : FIRST_RUN.leftOut)}</Notice>}
      {isSilent && !isOut && <Notice kind="warning">{t(FIRST_RUN.silentPrinter)}</Notice>}
      <FaultNotice fault={fault} />
      <p>
        <Button onClick={change}>{t(isOut ? FIRST_RUN.neededAfterAll : LEFT_OUT[optional])}</Button>
      </p>
    </>
  );
}

/** An external processor must be tested; it cannot be skipped. */
function isBeyondDemo(step: StepName, { processor }: SetupState): boolean {
  return step === 'processor' && processor !== 'demo';
}
