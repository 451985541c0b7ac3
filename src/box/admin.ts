import type { AdminParts, OwnAuthority } from '../admin/index.js';
import { FolderProbe, StickFinder } from '../backup/index.js';
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
  readonly drawReport: NonNullable<AdminParts['drawReport']>;
  readonly ticket: NonNullable<AdminParts['ticket']>;
  readonly restart?: () => void;
  readonly updates: NonNullable<AdminParts['updates']>;
}

/** What operations work on, in the service or in a command that holds the folder itself. */
export function adminPartsOf(box: Box, service?: ServiceForAdmin): AdminParts {
  const probe = new FolderProbe({ folder: box.folder, boxId: box.ledger.boxId.toString('hex') });
  const sticks = new StickFinder({ data: box.folder });
  return {
    // Operations name the parts that they use; all of these are parts of a box under the same names.
    ...box,
    now: box.clock.now,
    probeFolder: (folder) => probe.run(folder),
    findSticks: () => sticks.find(),
    ...(service ?? { health: healthPartsOf(box), authority: authorityOf(box) }),
  };
}

/** Of a box that serves nobody. */
function authorityOf(box: Box): AdminParts['authority'] {
  return {
    async current() {
      const certificate = await ServerCertificate.open(box);
      return certificate.ok ? ok(ownAuthority(certificate.value)) : certificate;
    },
    async renew() {
      const certificate = await ServerCertificate.open(box);
      return certificate.ok ? renewAuthorityOf(certificate.value) : certificate;
    },
  };
}

/** The authority as it stands. */
export function ownAuthority({ current: { ca, caPath, caNotAfter } }: ServerCertificate): OwnAuthority {
  return { ca, path: caPath, notAfter: caNotAfter };
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
    return ok(ownAuthority(certificate));
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return failed(`The certificate could not be stored (${error.code}). Run: kasirbox doctor`);
  }
}
