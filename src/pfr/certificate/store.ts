import type { KeyObject, X509Certificate } from 'node:crypto';
import { dirname, join } from 'node:path';
import { readWhole, writeAtomic } from '../../base/atomic.js';
import { type Disk, DiskError } from '../../base/disk.js';
import { type Environment, ENVIRONMENTS } from '../../base/fiscal.js';
import type { Log } from '../../base/log.js';
import { failed, ok, type Result } from '../../base/result.js';
import { Serial } from '../../base/serial.js';
import type { InstalledCertificates } from '../../settings/check.js';
import { type ClientCertificate, type ClientPem, fromPem, toPem } from './client.js';
import { type CertificateIdentity, readIdentity } from './identity.js';
import { KEY_LENGTH, makeBoxKey, openSealed, seal } from './seal.js';
import { readBundle } from './trust.js';

/** What a V-PFR is spoken to with (options of `node:tls`), and where. */
export interface ClientTls {
  /** Private key, PKCS#8 PEM. A secret. */
  readonly key: string;
  /** The certificate, and behind it those of the authorities above it that came with it, PEM. */
  readonly cert: string;
  /** Authorities to trust beside those that Node brings, PEM; null: none. */
  readonly ca: string | null;
  /** Address of the V-PFR that stands in the certificate; null: none. */
  readonly url: string | null;
}

export interface InstalledCertificate {
  readonly identity: CertificateIdentity;
  readonly publicKey: KeyObject;
  readonly tls: Pick<ClientTls, 'key' | 'cert'>;
}

/**
 * Why what is installed cannot be used: a file cannot be read at all, the box's key for it is gone, or it is not what
 * was written.
 */
export type StoreFault = 'unreadable' | 'key-missing' | 'damaged';

type Kept<T> = Result<T | undefined, StoreFault>;

/**
 * Client certificates in `DIR/pfr`, one for each environment, sealed under a key of the box (see {@link seal}), and
 * beside each the authorities that are trusted in addition. All of it is held in memory; asking never waits.
 */
export class CertificateStore {
  private readonly certificates = new Map<Environment, Kept<InstalledCertificate>>();
  private readonly bundles = new Map<Environment, Kept<string>>();
  /** One object for as long as nothing changes, so that connections made with it can be kept. */
  private readonly offered = new Map<Environment, ClientTls>();
  private readonly changes = new Serial();

  private constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  /** Reads what is there and makes nothing. A file that cannot be used is a {@link StoreFault}, not an exception. */
  static async open(disk: Disk, folder: string, log: Log): Promise<CertificateStore> {
    const store = new CertificateStore(disk, folder, log);
    for (const environment of ENVIRONMENTS) {
      store.certificates.set(environment, await store.load(environment));
      store.bundles.set(environment, await store.loadBundle(environment));
    }
    return store;
  }

  /** Undefined: none is installed. */
  read(environment: Environment): Kept<InstalledCertificate> {
    return this.certificates.get(environment) ?? ok(undefined);
  }

  /** What settings have to agree with. */
  facts(): InstalledCertificates {
    const usable = ENVIRONMENTS.flatMap((environment) => {
      const installed = this.read(environment);
      return installed.ok && installed.value !== undefined ? [[environment, installed.value.identity] as const] : [];
    });
    return Object.fromEntries(usable);
  }

  /** PEM of the authorities that are trusted in addition; undefined: none. */
  trustBundle(environment: Environment): Kept<string> {
    return this.bundles.get(environment) ?? ok(undefined);
  }

  /** Undefined when no certificate can be used. A bundle that cannot be read is left out: it only ever adds trust. */
  tlsOf(environment: Environment): ClientTls | undefined {
    const installed = this.read(environment);
    if (!installed.ok || installed.value === undefined) return undefined;
    const known = this.offered.get(environment);
    if (known !== undefined) return known;
    const bundle = this.trustBundle(environment);
    const tls = {
      ...installed.value.tls,
      ca: (bundle.ok ? bundle.value : undefined) ?? null,
      url: installed.value.identity.vsdcUrl,
    };
    this.offered.set(environment, tls);
    return tls;
  }

  /** Replaces the certificate of an environment durably. Throws a `DiskError`; the old one then stands. */
  install(environment: Environment, client: ClientCertificate): Promise<void> {
    return this.changes.run(async () => {
      const content = toPem(client);
      const installed = installedOf(content);
      if (installed === undefined) throw new Error('a certificate that was admitted can be read');
      await this.makeFolder();
      // One that is not right cannot have sealed anything that can still be opened.
      const key = (await this.boxKey()) ?? (await makeBoxKey(this.disk, this.keyPath));
      await writeAtomic(this.disk, this.pathOf(environment), seal(key, environment, JSON.stringify(content)));
      this.offered.delete(environment);
      this.certificates.set(environment, ok(installed));
      this.log('certificate.installed', { environment, jid: installed.identity.jid });
    });
  }

  /** Throws a `DiskError`. An absent one is fine. */
  remove(environment: Environment): Promise<void> {
    return this.changes.run(async () => {
      await this.removeFile(this.pathOf(environment));
      this.offered.delete(environment);
      this.certificates.set(environment, ok(undefined));
      this.log('certificate.removed', { environment });
    });
  }

  /** Trusts these authorities in addition, and no others; none: only those that Node brings. Throws a `DiskError`. */
  trust(environment: Environment, authorities: readonly X509Certificate[]): Promise<void> {
    return this.changes.run(async () => {
      const pem = authorities.map((authority) => authority.toString()).join('');
      if (pem === '') {
        await this.removeFile(this.bundlePath(environment));
      } else {
        await this.makeFolder();
        await writeAtomic(this.disk, this.bundlePath(environment), Buffer.from(pem));
      }
      this.offered.delete(environment);
      this.bundles.set(environment, ok(pem === '' ? undefined : pem));
      this.log('certificate.trust_changed', { environment, authorities: authorities.length });
    });
  }

  private get keyPath(): string {
    return join(this.folder, 'box.key');
  }

  private pathOf(environment: Environment): string {
    return join(this.folder, `${environment}.cert`);
  }

  private bundlePath(environment: Environment): string {
    return join(this.folder, `${environment}.ca.pem`);
  }

  private async removeFile(path: string): Promise<void> {
    await this.makeFolder();
    await this.disk.remove(path);
    await this.disk.syncDir(this.folder);
  }

  private async makeFolder(): Promise<void> {
    await this.disk.makeDir(this.folder);
    await this.disk.syncDir(dirname(this.folder)); // it may be new
  }

  /** Undefined when there is none, or it is not one. Throws a `DiskError`. */
  private async boxKey(): Promise<Buffer | undefined> {
    const key = await readWhole(this.disk, this.keyPath);
    return key?.length === KEY_LENGTH ? key : undefined;
  }

  private load(environment: Environment): Promise<Kept<InstalledCertificate>> {
    return readable<InstalledCertificate>(async () => {
      const sealed = await readWhole(this.disk, this.pathOf(environment));
      if (sealed === null) return ok(undefined);
      const key = await this.boxKey();
      if (key === undefined) return failed('key-missing');
      const text = openSealed(key, environment, sealed);
      const installed = text === undefined ? undefined : installedOf(JSON.parse(text) as ClientPem);
      return installed === undefined ? failed('damaged') : ok(installed);
    });
  }

  private loadBundle(environment: Environment): Promise<Kept<string>> {
    return readable<string>(async () => {
      const pem = await readWhole(this.disk, this.bundlePath(environment));
      if (pem === null) return ok(undefined);
      return readBundle(pem).ok ? ok(pem.toString('latin1')) : failed('damaged');
    });
  }
}

async function readable<T>(read: () => Promise<Kept<T>>): Promise<Kept<T>> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DiskError) return failed('unreadable');
    throw error;
  }
}

/** Undefined when it is not what {@link CertificateStore.install} has written. */
function installedOf(content: ClientPem): InstalledCertificate | undefined {
  const client = fromPem(content);
  const identity = client === undefined ? undefined : readIdentity(client.certificate);
  if (client === undefined || identity === undefined) return undefined;
  const { key, certificate, chain } = content;
  return { identity, publicKey: client.certificate.publicKey, tls: { key, cert: [certificate, ...chain].join('') } };
}
