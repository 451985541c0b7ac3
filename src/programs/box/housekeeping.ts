import type { Clock } from '../../base/index.js';
import type { ServerIdentity } from '../../platform/tls/index.js';
import { type Part, starting } from './lifecycle.js';

interface HousekeepingParts {
  readonly clock: Pick<Clock, 'sleep'>;
  readonly keys: { readonly saveLastUse: () => Promise<unknown> };
  readonly certificate: { readonly renewWhenDue: () => Promise<ServerIdentity | undefined> };
  /** Makes the running server use another certificate. */
  readonly useCertificate: (identity: ServerIdentity) => void;
}

/** How often the certificate and the records of key use are updated, ms. */
const ROUND = 60_000;

/** Records the use of keys, and renews the certificate when it is due. */
export function housekeeping({ clock, keys, certificate, useCertificate }: HousekeepingParts): Part {
  const stopped = new AbortController();
  let running: Promise<void> = Promise.resolve();
  const run = async (): Promise<void> => {
    while (await clock.sleep(ROUND, stopped.signal)) {
      await keys.saveLastUse();
      const renewed = await certificate.renewWhenDue();
      if (renewed !== undefined) useCertificate(renewed);
    }
  };
  return {
    start: starting(() => void (running = run())),
    async drain() {
      stopped.abort();
      await running;
    },
  };
}
