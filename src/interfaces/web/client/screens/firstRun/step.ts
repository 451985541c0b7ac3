import type { SetupState } from '../../../../admin/index.js';

/** Properties of every step of the first run. */
export interface StepProps {
  readonly state: SetupState;
  /** Goes to the next step. */
  readonly next: () => void;
}
