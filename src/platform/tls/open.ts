import { type Disk, ok, type Result, type UtcMs } from '../../base/index.js';
import {
  type Authority,
  caPath,
  type BoxClock,
  openAuthority,
  readAuthority,
  renewAuthority,
  type TlsProblem,
} from './authority.js';
import { permits, serverNames } from './constraints.js';
import { makeServer, readServer, type RenewalReason, renewalReason, type ServerIdentity } from './server.js';

/** What a server certificate depends on. */
export interface CertificateInputs extends BoxClock {
  /** Host name of the operating system, see {@link serverNames}. */
  readonly hostName: string;
  /** The addresses of the box, see `boxAddresses`. */
  readonly addresses: readonly string[];
}

/** The TLS files of the box on disk. */
export interface Tls {
  /** The certificate that clients trust, PEM, and the path of its file. */
  readonly ca: string;
  readonly caPath: string;
  readonly caNotAfter: UtcMs;
  /** True when this call created the authority; the tablets then need its certificate. */
  readonly isCaNew: boolean;
  /** True when a thief of its key can do no more than impersonate boxes. See `Authority.isStrict`. */
  readonly isCaStrict: boolean;
  readonly server: ServerIdentity;
  /** The names and addresses of the box that this certificate covers. */
  readonly names: readonly string[];
  /**
   * Other names and addresses of the box that its authority cannot certify: a public address or a bare host name added
   * after the authority was created (see `constraintsFor`). The caller should log them.
   */
  readonly uncertifiable: readonly string[];
  /** Why this call issued a server certificate; `null` when the stored one is still valid. */
  readonly issued: RenewalReason | 'none-yet' | null;
}

/** `folder`: `DIR/tls`. */
interface OpenTlsOptions extends CertificateInputs {
  readonly disk: Disk;
  readonly folder: string;
}

/**
 * Opens the authority and the server certificate of `folder` (`DIR/tls`), and creates what is missing or due. Also call
 * it to renew the server certificate while running, when {@link needsRenewal} returns a reason; the authority does not
 * change. Throws a `DiskError`; after a power cut at any step the next call completes the work.
 */
export async function openTls(options: OpenTlsOptions): Promise<Result<Tls, TlsProblem>> {
  return openUnder(openAuthority, options);
}

/**
 * As {@link openTls}, with a new certificate for the authority, see {@link renewAuthority}. Used when a person requests
 * it.
 */
export async function renewTls(options: OpenTlsOptions): Promise<Result<Tls, TlsProblem>> {
  return openUnder(renewAuthority, options);
}

async function openUnder(authorityOf: typeof openAuthority, options: OpenTlsOptions): Promise<Result<Tls, TlsProblem>> {
  const { disk, folder, hostName, addresses } = options;
  await disk.makeDir(folder);
  const opened = await authorityOf(disk, folder, serverNames(hostName, addresses), options);
  if (!opened.ok) return opened;
  const ca = opened.value;
  const { names, uncertifiable } = certifiable(ca, options);
  const stored = await readServer(disk, folder);
  const issued = stored === null ? 'none-yet' : renewalReason(stored, ca, names, options);
  const server = stored !== null && issued === null ? stored : await makeServer(disk, folder, ca, names, options);
  const caNotAfter = Date.parse(ca.certificate.validTo);
  return ok({
    ca: ca.pem,
    caPath: caPath(folder),
    caNotAfter,
    isCaNew: ca.isNew,
    isCaStrict: ca.isStrict,
    server,
    names,
    uncertifiable,
    issued,
  });
}

/** Why {@link openTls} must be called again with these inputs; `null` when nothing is due. */
export function needsRenewal(tls: Pick<Tls, 'ca' | 'server'>, inputs: CertificateInputs): RenewalReason | null {
  const ca = readAuthority(tls.ca);
  if (ca === null) throw new Error('an opened authority is readable');
  return renewalReason(tls.server, ca, certifiable(ca, inputs).names, inputs);
}

function certifiable({ constraints }: Pick<Authority, 'constraints'>, { hostName, addresses }: CertificateInputs) {
  const all = serverNames(hostName, addresses);
  const names = all.filter((name) => permits(constraints, name));
  return { names, uncertifiable: all.filter((name) => !names.includes(name)) };
}
