import type { SetupState } from '../../../../admin/index.js';

/** What every step of the first run is given. */
export interface StepProps {
  readonly state: SetupState;
  /** Goes on with the next step. */
  readonly next: () => void;
}
