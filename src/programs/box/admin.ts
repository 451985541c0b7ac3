import { type AdminDeps, certificateNotStored, type OwnAuthority } from '../../interfaces/admin/index.js';
import { FolderProbe, StickFinder } from '../../outward/backup/index.js';
import { DiskError, failed, ok } from '../../base/index.js';
import type { HealthDeps } from '../../interfaces/health/index.js';
import { healthPartsOf } from './health.js';
import type { Box } from './open.js';
import type { ServerIdentity } from '../../platform/tls/index.js';
import { ServerCertificate } from './serverCertificate.js';

/**
 * What a running service adds to operations: health checks of the running process, its certificate, and the ticket of a
 * box with an address.
 */
interface ServiceForAdmin {
  readonly health: HealthDeps;
  readonly authority: AdminDeps['authority'];
  readonly drawReport: NonNullable<AdminDeps['drawReport']>;
  readonly ticket: NonNullable<AdminDeps['ticket']>;
  readonly restart?: () => void;
  readonly updates: NonNullable<AdminDeps['updates']>;
}

/** Dependencies of operations, in the service or in a command that has opened the folder itself. */
export function adminDepsOf(box: Box, service?: ServiceForAdmin): AdminDeps {
  const probe = new FolderProbe({ folder: box.folder, boxId: box.ledger.boxId.toString('hex') });
  const sticks = new StickFinder({ data: box.folder });
  return {
    // Operations declare the parts they use; these are parts of a box with the same names.
    ...box,
    now: box.clock.now,
    probeFolder: (folder) => probe.run(folder),
    findSticks: () => sticks.find(),
    ...(service ?? { health: healthPartsOf(box), authority: authorityOf(box) }),
  };
}

/** The authority of a box without a running service. */
function authorityOf(box: Box): AdminDeps['authority'] {
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

/** The current authority. */
export function ownAuthority({ current: { ca, caPath, caNotAfter } }: ServerCertificate): OwnAuthority {
  return { ca, path: caPath, notAfter: caNotAfter };
}

/** Renews it on the disk; `onRenewed` gets the new identity of the server. */
export async function renewAuthorityOf(
  certificate: ServerCertificate,
  onRenewed: (identity: ServerIdentity) => void = () => undefined,
): ReturnType<AdminDeps['authority']['renew']> {
  try {
    const renewed = await certificate.renewAuthority();
    if (!renewed.ok) return renewed;
    onRenewed(renewed.value);
    return ok(ownAuthority(certificate));
  } catch (error) {
    if (!(error instanceof DiskError)) throw error;
    return failed(certificateNotStored(error.code));
  }
}
