import type { Disk } from '../base/disk.js';
import type { UtcMs } from '../base/fiscal.js';
import { ok, type Result } from '../base/result.js';
import { type Authority, caPath, type Clock, openAuthority, readAuthority, type TlsProblem } from './authority.js';
import { permits } from './constraints.js';
import { serverNames } from './names.js';
import { makeServer, readServer, type RenewalReason, renewalReason, type ServerIdentity } from './server.js';

/** What a server certificate depends on. */
export interface Surroundings extends Clock {
  /** As the operating system has it, see {@link serverNames}. */
  readonly hostName: string;
  /** The addresses of the box, see `boxAddresses`. */
  readonly addresses: readonly string[];
}

/** The box's TLS as it stands on disk. */
export interface Tls {
  /** The certificate that clients trust, PEM, and the file it lies in. */
  readonly ca: string;
  readonly caPath: string;
  readonly caNotAfter: UtcMs;
  /** The authority was made in this call: the tablets need its certificate. */
  readonly caFresh: boolean;
  readonly server: ServerIdentity;
  /** Names and addresses of the box that clients accept with this certificate. */
  readonly names: readonly string[];
  /**
   * What the box is called besides, but its authority cannot certify: a public address or a bare host name that came
   * after the authority was made (see `permittedSubtrees`). Worth a line in the log.
   */
  readonly leftOut: readonly string[];
  /** Why a server certificate was issued in this call; `null` when the stored one is still good. */
  readonly issued: RenewalReason | 'none-yet' | null;
}

/**
 * Opens the authority and the server certificate of `folder` (`DIR/tls`) and makes what is missing or due. Also the way
 * to renew while running, whenever {@link needsRenewal} says so: the authority stays as it is.
 * Throws a `DiskError`; after a power cut at any step the next call finds its way.
 */
export async function openTls(
  options: Surroundings & { readonly disk: Disk; readonly folder: string },
): Promise<Result<Tls, TlsProblem>> {
  const { disk, folder, hostName, addresses } = options;
  await disk.makeDir(folder);
  const opened = await openAuthority(disk, folder, serverNames(hostName, addresses), options);
  if (!opened.ok) return opened;
  const ca = opened.value;
  const { names, leftOut } = certifiable(ca, options);
  const stored = await readServer(disk, folder);
  const issued = stored === null ? 'none-yet' : renewalReason(stored, ca, names, options);
  const server = stored !== null && issued === null ? stored : await makeServer(disk, folder, ca, names, options);
  const caNotAfter = Date.parse(ca.certificate.validTo);
  return ok({ ca: ca.pem, caPath: caPath(folder), caNotAfter, caFresh: ca.fresh, server, names, leftOut, issued });
}

/** Why {@link openTls} has to be called again under the present surroundings; `null` when all is well. */
export function needsRenewal(tls: Pick<Tls, 'ca' | 'server'>, surroundings: Surroundings): RenewalReason | null {
  const ca = readAuthority(tls.ca);
  if (ca === null) throw new Error('an opened authority is readable');
  return renewalReason(tls.server, ca, certifiable(ca, surroundings).names, surroundings);
}

function certifiable({ permitted }: Pick<Authority, 'permitted'>, { hostName, addresses }: Surroundings) {
  const all = serverNames(hostName, addresses);
  const names = all.filter((name) => permits(permitted, name));
  return { names, leftOut: all.filter((name) => !names.includes(name)) };
}
