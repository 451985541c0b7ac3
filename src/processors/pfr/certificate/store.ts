import type { KeyObject, X509Certificate } from 'node:crypto';
import { dirname, join } from 'node:path';
import {
  decryptText,
  type Disk,
  DiskError,
  encryptText,
  failed,
  KEY_LENGTH,
  type Log,
  ok,
  readWhole,
  type Result,
  secureRandom,
  TaskQueue,
  writeAtomic,
} from '../../../base/index.js';
import { type Environment, ENVIRONMENTS } from '../../../contract/index.js';
import type { InstalledCertificates } from '../../../shop/settings/index.js';
import { type CertificateIdentity, readIdentity } from '../../../platform/tls/index.js';
import { type ClientCertificate, type ClientPem, fromPem, readBundle, toPem } from './client.js';

/** Kind and version of the file. The output of {@link encryptText} follows. */
const HEAD = Buffer.from('kasirbox certificate 1\n');

/** TLS options for a connection to a V-PFR (those of `node:tls`), and the address of the V-PFR. */
export interface ClientTls {
  /** Private key, PKCS#8 PEM. Secret. */
  readonly key: string;
  /** The certificate, followed by the certificates of its issuers that came with it, PEM. */
  readonly cert: string;
  /** Authorities to trust in addition to Node's, PEM; null: none. */
  readonly ca: string | null;
  /** Address of the V-PFR in the certificate; null: none. */
  readonly url: string | null;
}

interface InstalledCertificate {
  readonly identity: CertificateIdentity;
  readonly publicKey: KeyObject;
  readonly tls: Pick<ClientTls, 'key' | 'cert'>;
}

/**
 * Why an installed certificate cannot be used: its file cannot be read, the box's key for it is missing, or the file
 * was changed since it was written.
 */
export type StoreFault = 'unreadable' | 'key-missing' | 'damaged';

type StoreResult<T> = Result<T | undefined, StoreFault>;

/**
 * Client certificates in `DIR/pfr`, one for each environment, encrypted with a key of the box (see {@link encrypt}),
 * and for each environment the authorities that are trusted in addition. Everything is cached in memory, so reading
 * never waits.
 */
export class CertificateStore {
  private readonly certificates = new Map<Environment, StoreResult<InstalledCertificate>>();
  private readonly bundles = new Map<Environment, StoreResult<string>>();
  /** The same object until something changes: a new object makes a new processor. */
  private readonly tlsOptions = new Map<Environment, ClientTls>();
  private readonly changes = new TaskQueue();

  private constructor(
    private readonly disk: Disk,
    private readonly folder: string,
    private readonly log: Log,
  ) {}

  /**
   * Reads what is installed and creates nothing. A file that cannot be used is reported as a {@link StoreFault}, not as
   * an exception.
   */
  static async open(disk: Disk, folder: string, log: Log): Promise<CertificateStore> {
    const store = new CertificateStore(disk, folder, log);
    for (const environment of ENVIRONMENTS) {
      store.certificates.set(environment, await store.load(environment));
      store.bundles.set(environment, await store.loadBundle(environment));
    }
    return store;
  }

  /** Undefined: none is installed. */
  read(environment: Environment): StoreResult<InstalledCertificate> {
    return this.certificates.get(environment) ?? ok(undefined);
  }

  /** The installed certificates that can be used. The settings must agree with them. */
  installed(): InstalledCertificates {
    const usable = ENVIRONMENTS.flatMap((environment) => {
      const installed = this.read(environment);
      return installed.ok && installed.value !== undefined ? [[environment, installed.value.identity] as const] : [];
    });
    return Object.fromEntries(usable);
  }

  /** PEM of the authorities that are trusted in addition; undefined: none. */
  trustBundle(environment: Environment): StoreResult<string> {
    return this.bundles.get(environment) ?? ok(undefined);
  }

  /**
   * Undefined when no certificate can be used. A bundle that cannot be read is ignored, since it could only add trust.
   */
  tlsOf(environment: Environment): ClientTls | undefined {
    const installed = this.read(environment);
    if (!installed.ok || installed.value === undefined) return undefined;
    const known = this.tlsOptions.get(environment);
    if (known !== undefined) return known;
    const bundle = this.trustBundle(environment);
    const tls = {
      ...installed.value.tls,
      ca: (bundle.ok ? bundle.value : undefined) ?? null,
      url: installed.value.identity.vsdcUrl,
    };
    this.tlsOptions.set(environment, tls);
    return tls;
  }

  /**
   * Replaces the certificate of an environment durably. Throws a `DiskError`; the old certificate then remains in use.
   */
  install(environment: Environment, client: ClientCertificate): Promise<void> {
    return this.changes.run(async () => {
      const content = toPem(client);
      const installed = installedOf(content);
      if (installed === undefined) throw new Error('a certificate that was checked can be read');
      await this.makeFolder();
      // A key of the wrong length is replaced, since nothing can be decrypted with it.
      const key = (await this.boxKey()) ?? (await createBoxKey(this.disk, this.keyPath));
      await writeAtomic(this.disk, this.pathOf(environment), encrypt(key, environment, JSON.stringify(content)));
      this.tlsOptions.delete(environment);
      this.certificates.set(environment, ok(installed));
      this.log('certificate.installed', { environment, jid: installed.identity.jid });
    });
  }

  /** Removes the certificate of an environment, if one is installed. Throws a `DiskError`. */
  remove(environment: Environment): Promise<void> {
    return this.changes.run(async () => {
      await this.removeFile(this.pathOf(environment));
      this.tlsOptions.delete(environment);
      this.certificates.set(environment, ok(undefined));
      this.log('certificate.removed', { environment });
    });
  }

  /**
   * Replaces the authorities that are trusted in addition to Node's. An empty list removes them. Throws a `DiskError`.
   */
  trust(environment: Environment, authorities: readonly X509Certificate[]): Promise<void> {
    return this.changes.run(async () => {
      const pem = authorities.map((authority) => authority.toString()).join('');
      if (pem === '') {
        await this.removeFile(this.bundlePath(environment));
      } else {
        await this.makeFolder();
        await writeAtomic(this.disk, this.bundlePath(environment), Buffer.from(pem));
      }
      this.tlsOptions.delete(environment);
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
    await this.disk.syncDir(dirname(this.folder)); // the folder may be new
  }

  /** Undefined when the key is missing or has a wrong length. Throws a `DiskError`. */
  private async boxKey(): Promise<Buffer | undefined> {
    const key = await readWhole(this.disk, this.keyPath);
    return key?.length === KEY_LENGTH ? key : undefined;
  }

  private load(environment: Environment): Promise<StoreResult<InstalledCertificate>> {
    return readable<InstalledCertificate>(async () => {
      const encrypted = await readWhole(this.disk, this.pathOf(environment));
      if (encrypted === null) return ok(undefined);
      const key = await this.boxKey();
      if (key === undefined) return failed('key-missing');
      const text = decrypt(key, environment, encrypted);
      const installed = text === undefined ? undefined : installedOf(JSON.parse(text) as ClientPem);
      return installed === undefined ? failed('damaged') : ok(installed);
    });
  }

  private loadBundle(environment: Environment): Promise<StoreResult<string>> {
    return readable<string>(async () => {
      const pem = await readWhole(this.disk, this.bundlePath(environment));
      if (pem === null) return ok(undefined);
      return readBundle(pem).ok ? ok(pem.toString('latin1')) : failed('damaged');
    });
  }
}

async function readable<T>(read: () => Promise<StoreResult<T>>): Promise<StoreResult<T>> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof DiskError) return failed('unreadable');
    throw error;
  }
}

/** Undefined when the content was not written by {@link CertificateStore.install}. */
function installedOf(content: ClientPem): InstalledCertificate | undefined {
  const client = fromPem(content);
  const identity = client === undefined ? undefined : readIdentity(client.certificate);
  if (client === undefined || identity === undefined) return undefined;
  const { key, certificate, chain } = content;
  return { identity, publicKey: client.certificate.publicKey, tls: { key, cert: [certificate, ...chain].join('') } };
}

/** Creates the box's key and writes it durably. Throws a `DiskError`. */
async function createBoxKey(disk: Disk, path: string): Promise<Buffer> {
  const key = secureRandom(KEY_LENGTH);
  await writeAtomic(disk, path, key);
  return key;
}

/**
 * Encrypts a text with the box's key. A copy of the file alone, in a backup or a support bundle, does not reveal the
 * certificate. An attacker who can read the whole folder can read both. The file is bound to its environment: renamed
 * to the file of the other environment, it cannot be decrypted.
 */
function encrypt(key: Buffer, environment: Environment, text: string): Buffer {
  return Buffer.concat([HEAD, encryptText(key, boundTo(environment), text)]);
}

/**
 * The text given to {@link encrypt}. Undefined when the file is of another kind, was changed, or was encrypted with
 * another key or for another environment.
 */
function decrypt(key: Buffer, environment: Environment, file: Buffer): string | undefined {
  if (!file.subarray(0, HEAD.length).equals(HEAD)) return undefined;
  return decryptText(key, boundTo(environment), file.subarray(HEAD.length));
}

function boundTo(environment: Environment): Buffer {
  return Buffer.concat([HEAD, Buffer.from(environment)]);
}
