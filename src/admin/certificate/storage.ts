import { DiskError, type Environment, failed, ok, type Result } from '../../base/index.js';
import type { StoreFault } from '../../pfr/index.js';

/** Why the certificate that is installed cannot be used, and what to do. */
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

/** Changes the certificate store. */
export async function changeStore(change: () => Promise<void>): Promise<Result<null, string>> {
  try {
    await change();
    return ok(null);
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return failed(`The certificate could not be stored (${error.code}). Run: kasirbox doctor`);
  }
}
