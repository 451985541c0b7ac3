import { signal } from '@preact/signals';
import type { SetupState } from '../../../../admin/index.js';
import type { Bilingual } from '../../../../../base/index.js';
import type { UserRole } from '../../../../../platform/ledger/index.js';
import type { OptionalSetupStep } from '../../../../../shop/settings/index.js';
import { operate } from '../../net/http.js';
import type { Reply } from '../../net/reply.js';
import { user } from '../../net/session.js';
import { COMMON } from '../../text/common.js';
import { BACKUP } from '../../text/backup.js';
import { FIRST_RUN } from '../../text/firstRun.js';

/** State of the setup according to the box; undefined until it was asked. */
export const setup = signal<SetupState | undefined>(undefined);

/** Requests the state from the box again. */
export async function refreshSetup(): Promise<void> {
  const reply = await operate('setup.show', {});
  if (reply.ok) setup.value = reply.value;
}

/** Records that the shop does not need a step, unless it was recorded before. */
export async function leaveOut(step: OptionalSetupStep): Promise<Reply<unknown>> {
  const shown = await operate('setup.show', {});
  if (!shown.ok || shown.value.notNeeded.includes(step)) return shown;
  return operate('settings.set', { name: 'setupNotNeeded', value: [...shown.value.notNeeded, step] });
}

export const STEP_NAMES = ['company', 'processor', 'certificate', 'printer', 'tablet', 'cashiers', 'backup'] as const;
export type StepName = (typeof STEP_NAMES)[number];

interface Step {
  readonly title: Bilingual;
  readonly roles: readonly UserRole[];
  readonly isDone: (state: SetupState) => boolean;
}

const [OWNER, BOTH] = [['owner'], ['owner', 'technician']] as const;

/**
 * The steps of the first run. Whether a step is done is derived from the state of the box, so that none is forgotten or
 * asked twice.
 */
export const STEPS: Readonly<Record<StepName, Step>> = {
  company: { title: COMMON.company, roles: BOTH, isDone: ({ hasCompany }) => hasCompany },
  processor: {
    title: COMMON.processor,
    roles: BOTH,
    // A mark for the demo does not apply to a processor that was set later.
    isDone: (state) => (state.processor === 'demo' ? isLeftOut('processor', state) : state.isProcessorTested),
  },
  certificate: {
    title: FIRST_RUN.certificate,
    roles: BOTH,
    isDone: ({ certificate }) => certificate === 'installed' || certificate === 'not-needed',
  },
  printer: {
    title: FIRST_RUN.printer,
    roles: BOTH,
    // A printer that has never answered may not exist.
    isDone: (state) => (state.printers > 0 && state.silentPrinters === 0) || isLeftOut('printer', state),
  },
  tablet: {
    title: FIRST_RUN.tablet,
    roles: OWNER,
    // A key that no program has used connects nothing.
    isDone: (state) => state.tablets + state.usedKeys > 0 || isLeftOut('tablet', state),
  },
  cashiers: {
    title: FIRST_RUN.cashiers,
    roles: OWNER,
    isDone: (state) => state.cashiers > 0 || isLeftOut('cashiers', state),
  },
  backup: { title: COMMON.backup, roles: OWNER, isDone: (state) => state.isBackedUp || isLeftOut('backup', state) },
};

/** Texts for the steps that a shop may skip. */
export const LEFT_OUT: Readonly<Record<OptionalSetupStep, Bilingual>> = {
  processor: FIRST_RUN.onlyDemo,
  printer: FIRST_RUN.noPrinter,
  'printer-answer': FIRST_RUN.goOnAnyway,
  tablet: FIRST_RUN.noTablet,
  cashiers: FIRST_RUN.noCashiers,
  backup: BACKUP.without,
};

/** The optional step that may be skipped here; undefined when there is none. */
export function optionalOf(step: StepName, { environment, printers }: SetupState): OptionalSetupStep | undefined {
  if (step === 'company' || step === 'certificate') return undefined;
  // The demo issues nothing in production, so this step cannot be skipped there.
  if (step === 'processor' && environment === 'production') return undefined;
  // A mark for a shop without printers does not apply to a printer that was set later.
  return step === 'printer' && printers > 0 ? 'printer-answer' : step;
}

/** True when the step was marked as not needed. */
export function isLeftOut(step: StepName, state: SetupState): boolean {
  const optional = optionalOf(step, state);
  return optional !== undefined && state.notNeeded.includes(optional);
}

/** The steps for a role. */
export function stepsOf(role: UserRole): StepName[] {
  return STEP_NAMES.filter((name) => STEPS[name].roles.includes(role));
}

/** True when the signed-in user has steps left to do. False before the box was asked. */
export function isSetupOpen(): boolean {
  const { value } = setup;
  return value !== undefined && stepsOf(user.value?.role ?? 'cashier').some((name) => !STEPS[name].isDone(value));
}

/** Properties of every step of the first run. */
export interface StepProps {
  readonly state: SetupState;
  /** Goes to the next step. */
  readonly next: () => void;
}
