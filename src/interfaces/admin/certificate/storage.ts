import { DiskError, type Environment, failed, ok, type Result } from '../../../base/index.js';
import type { StoreFault } from '../../../processors/pfr/index.js';

/** Why the installed certificate cannot be used, and the action. */
export function storeFaultWords(fault: StoreFault, environment: Environment): string {
  switch (fault) {
    case 'unreadable':
      return (
        `The certificate that is installed for ${environment} cannot be read. Check the disk, and the owner of the ` +
        'files in the folder "pfr" of the data folder.'
      );
    case 'key-missing':
    case 'damaged': {
      const what = fault === 'damaged' ? 'is damaged' : 'cannot be opened, since the key of the box is missing';
      return (
        `The certificate that is installed for ${environment} ${what}. Install it again from its file, or first run: ` +
        `kasirbox certificate remove --environment ${environment}`
      );
    }
  }
}

/** Changes the certificate store and reports a disk error as a failure. */
export async function changeStore(change: () => Promise<void>): Promise<Result<null, string>> {
  try {
    await change();
    return ok(null);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return failed(`The certificate could not be stored (${error.code}). Run: kasirbox doctor`);
  }
}
