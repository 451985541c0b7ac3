import { signal } from '@preact/signals';
import type { SetupState } from '../../../../admin/index.js';
import type { Bilingual } from '../../../../base/index.js';
import type { UserRole } from '../../../../ledger/index.js';
import { operate } from '../../net/http.js';
import { FIRST_RUN } from '../../text/firstRun.js';

/** What the box says is done; undefined until it was asked. */
export const setup = signal<SetupState | undefined>(undefined);

/** Asks the box anew. */
export async function refreshSetup(): Promise<void> {
  const reply = await operate('setup.show', {});
  if (reply.ok) setup.value = reply.value;
}

export const STEP_NAMES = ['company', 'processor', 'certificate', 'printer', 'tablet', 'cashiers', 'backup'] as const;
export type StepName = (typeof STEP_NAMES)[number];

interface Step {
  readonly title: Bilingual;
  readonly roles: readonly UserRole[];
  readonly isDone: (state: SetupState) => boolean;
}

const [OWNER, BOTH] = [['owner'], ['owner', 'technician']] as const;

/** Each step of the first run; what is done follows from what the box holds, so nothing is forgotten or asked twice. */
export const STEPS: Readonly<Record<StepName, Step>> = {
  company: { title: FIRST_RUN.company, roles: BOTH, isDone: ({ hasCompany }) => hasCompany },
  processor: {
    title: FIRST_RUN.processor,
    roles: BOTH,
    isDone: ({ processor, isProcessorTested }) => processor !== 'demo' && isProcessorTested,
  },
  certificate: { title: FIRST_RUN.certificate, roles: BOTH, isDone: ({ certificate }) => certificate !== 'missing' },
  printer: { title: FIRST_RUN.printer, roles: BOTH, isDone: ({ printers }) => printers > 0 },
  tablet: { title: FIRST_RUN.tablet, roles: OWNER, isDone: ({ tablets, keys }) => tablets + keys > 0 },
  cashiers: { title: FIRST_RUN.cashiers, roles: OWNER, isDone: ({ cashiers }) => cashiers > 0 },
  backup: { title: FIRST_RUN.backup, roles: OWNER, isDone: ({ hasBackupCode }) => hasBackupCode },
};

/** Those that somebody of this role may take. */
export function stepsOf(role: UserRole): StepName[] {
  return STEP_NAMES.filter((name) => STEPS[name].roles.includes(role));
}

/** Is anything left to do? Not before the box was asked. */
export function isSetupOpen(): boolean {
  const { value } = setup;
  return value !== undefined && STEP_NAMES.some((name) => !STEPS[name].isDone(value));
}
