import { hostname } from 'node:os';
import { join } from 'node:path';
import { DiskError, failed, localTime, type Message, ok, type Result } from '../../base/index.js';
import { ENVIRONMENTS, PFR_TRAITS } from '../../contract/index.js';
import type { ClockMonitor } from '../../interfaces/health/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import {
  boxAddresses,
  needsRenewal,
  openTls,
  renewTls,
  type ServerIdentity,
  type CertificateInputs,
  type Tls,
} from '../../platform/tls/index.js';
import type { Box } from './open.js';

type Uses = Pick<Box, 'folder' | 'disk' | 'clock' | 'clockMonitor' | 'ledger' | 'machine' | 'log'>;

/** The server certificate of the box, created and renewed by the authority in `DIR/tls`. */
export class ServerCertificate {
  private constructor(
    private readonly uses: Uses,
    private tls: Tls,
  ) {}

  /** Creates what is missing or due. */
  static async open(uses: Uses): Promise<Result<ServerCertificate, Message>> {
    await noteLastSigned(uses);
    const tls = await openTls({ ...surroundings(uses), disk: uses.disk, folder: join(uses.folder, 'tls') });
    if (!tls.ok) return failed(tls.error.message);
    const certificate = new ServerCertificate(uses, tls.value);
    certificate.logIssued();
    if (!tls.value.isCaStrict) uses.log('tls.old_authority', { run: 'kasirbox certificate renew-ca' });
    return ok(certificate);
  }

  /** The current state. */
  get current(): Tls {
    return this.tls;
  }

  /** Renews it if its time, its names or its authority require it; undefined when it does not change. */
  async renewWhenDue(): Promise<ServerIdentity | undefined> {
    const { disk, folder, log } = this.uses;
    await noteLastSigned(this.uses);
    const around = surroundings(this.uses);
    if (needsRenewal(this.tls, around) === null) return undefined;
    const renewed = await openTls({ ...around, disk, folder: join(folder, 'tls') });
    if (!renewed.ok) {
      log('tls.failed', { code: renewed.error.code });
      return undefined;
    }
    this.tls = renewed.value;
    this.logIssued();
    return this.tls.server;
  }

  /**
   * Gives the authority a new certificate, and issues a server certificate by it.
   */
  async renewAuthority(): Promise<Result<ServerIdentity, Message>> {
    const { disk, folder } = this.uses;
    const renewed = await renewTls({ ...surroundings(this.uses), disk, folder: join(folder, 'tls') });
    if (!renewed.ok) return failed(renewed.error.message);
    this.tls = renewed.value;
    this.uses.log('tls.authority_renewed', { until: localTime(this.tls.caNotAfter) });
    this.logIssued();
    return ok(this.tls.server);
  }

  private logIssued(): void {
    const { issued, names, uncertifiable, server } = this.tls;
    if (issued === null) return;
    const until = localTime(server.notAfter);
    this.uses.log('tls.issued', { reason: issued, until, names: names.join(' '), leftOut: uncertifiable.join(' ') });
  }
}

function surroundings({ clock, clockMonitor, machine: { buildTime } }: Uses): CertificateInputs {
  const [hostName, addresses] = [hostname(), boxAddresses()];
  return { now: clock.now(), certain: clockMonitor.certain.at, buildTime, hostName, addresses };
}

interface LastSignedUses {
  readonly ledger: Pick<Ledger, 'invoices'>;
  readonly clockMonitor: Pick<ClockMonitor, 'noteSigned'>;
}

/**
 * Reports the times of the newest receipts to the clock monitor. A real processor has a clock of its own; the demo
 * processor uses that of the box.
 */
async function noteLastSigned({ ledger, clockMonitor }: LastSignedUses): Promise<void> {
  for (const environment of ENVIRONMENTS) {
    try {
      const [newest] = await ledger.invoices({ environment, skip: 0, limit: 1 });
      if (newest !== undefined && PFR_TRAITS[newest.mode].isRemote) clockMonitor.noteSigned(newest.signature.time);
    } catch (error) {
      // A receipt that cannot be read gives no time.
      if (!(error instanceof DiskError)) throw error;
    }
  }
}
