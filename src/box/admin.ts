import type { AdminParts } from '../admin/index.js';
import { DiskError, failed, ok } from '../base/index.js';
import type { HealthParts } from '../health/index.js';
import { healthPartsOf } from './health.js';
import type { Box } from './open.js';
import type { ServerIdentity } from '../tls/index.js';
import { ServerCertificate } from './serverCertificate.js';

/**
 * What a running service has for operations: checks that know of it, its certificate, and the ticket of a box that has an address.
 */
export interface ServiceForAdmin {
  readonly health: HealthParts;
  readonly authority: AdminParts['authority'];
  readonly ticket: NonNullable<AdminParts['ticket']>;
}

/** What operations work on, in the service or in a command that holds the folder itself. */
export function adminPartsOf(box: Box, service?: ServiceForAdmin): AdminParts {
  const {
    folder,
    disk,
    ledger,
    keys,
    users,
    tablets,
    claim,
    settings,
    catalogue,
    certificates,
    processors,
    invoicing,
    printing,
    safeMode,
    notifier,
  } = box;
  return {
    now: box.clock.now,
    ...{
      folder,
      disk,
      ledger,
      keys,
      users,
      tablets,
      claim,
      settings,
      catalogue,
      certificates,
      processors,
      invoicing,
      printing,
      safeMode,
      notifier,
    },
    ...(service ?? { health: healthPartsOf(box), authority: { renew: () => renewAuthority(box) } }),
  };
}

/** Of a box that serves nobody. */
async function renewAuthority(box: Box): ReturnType<AdminParts['authority']['renew']> {
  const certificate = await ServerCertificate.open(box);
  return certificate.ok ? renewAuthorityOf(certificate.value) : certificate;
}

/** Renews it on the disk; `onRenewed` is given what the server then has to identify itself with. */
export async function renewAuthorityOf(
  certificate: ServerCertificate,
  onRenewed: (identity: ServerIdentity) => void = () => undefined,
): ReturnType<AdminParts['authority']['renew']> {
  try {
    const renewed = await certificate.renewAuthority();
    if (!renewed.ok) return renewed;
    onRenewed(renewed.value);
    const { ca, caPath, caNotAfter } = certificate.current;
    return ok({ ca, path: caPath, notAfter: caNotAfter });
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return failed(`The certificate could not be stored (${error.code}). Run: kasirbox doctor`);
  }
}
