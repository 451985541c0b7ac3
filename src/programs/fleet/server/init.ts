import { mkdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { nkeys } from '@nats-io/transport-node';
import {
  type Bilingual,
  BUILD_TIME,
  failed,
  lockFolder,
  nodeDisk,
  ok,
  readWhole,
  type Result,
  writeAtomic,
  bilingual,
} from '../../../base/index.js';
import { boxAddresses, openTls, type Tls } from '../../../platform/tls/index.js';
import { ACCOUNTS_FILE, ownerAccount, readAccounts, SHARED_DISK, writeAccounts } from './accounts.js';
import { caFile, factsFile, readFacts, reloadServer, type ServerFacts } from './reload.js';
import { ingesterRights } from './rights.js';

const CONFIGURATION_FILE = 'nats-server.conf';

interface Configured extends Omit<ServerFacts, 'url'> {
  readonly folder: string;
  /** Folder of JetStream. */
  readonly store: string;
  readonly port: string;
  /** PEM of the server's certificate and its key. */
  readonly certificate: string;
}

/** The configuration of nats-server: TLS, JetStream, and the accounts from their separate file. */
function configurationOf({ folder, store, port, certificate, pidFile, monitor }: Configured): string {
  return `# Made by kasirbox fleet init, and yours from now on: it is not written again. Who may connect is in ${ACCOUNTS_FILE}.
listen: "0.0.0.0:${port}"
# Only programs of this machine ask here. kasirbox sees in it that accounts were taken over.
http: ${JSON.stringify(new URL(monitor).host)}
pid_file: ${JSON.stringify(pidFile)}
jetstream {
  store_dir: ${JSON.stringify(store)}
}
tls {
  cert_file: ${JSON.stringify(certificate)}
  key_file: ${JSON.stringify(certificate)}
  timeout: 10
}
authorization {
  timeout: 10
}
accounts {
  # ${join(folder, ACCOUNTS_FILE)}: who may do what, by NKeys. There are no passwords.
  include "./${ACCOUNTS_FILE}"
}
`;
}

interface InitOptions {
  readonly folder: string;
  /** The server's address for boxes; default: unchanged. */
  readonly url?: string | undefined;
  /** The server's own folder for JetStream. */
  readonly store: string;
  /** Loopback port of the server's monitoring. */
  readonly monitorPort: number;
}

/** The result of {@link initServer}. */
interface Initialized {
  /** Files that were created. */
  readonly made: readonly string[];
  /** True when a certificate was issued for the server. */
  readonly isRenewed: boolean;
  /** True when the server on this machine uses it. */
  readonly isReloaded: boolean;
  /** True when only root and its group can read the files. A server that runs as another user cannot read them then. */
  readonly isForRootOnly: boolean;
}

const CERTIFICATE_FILE = 'server.pem';
const DEFAULT_PORT = '4222';

/**
 * Creates what a nats-server for boxes needs and does not exist yet: its authority and certificate, its configuration,
 * and the owner's account. When called again, it renews the certificate a month before its end. Existing files are not
 * changed, so an interrupted call is completed by another one.
 */
export async function initServer(options: InitOptions): Promise<Result<Initialized, Bilingual>> {
  const { folder } = options;
  const facts = await factsOf(options);
  if (!facts.ok) return facts;
  await mkdir(folder, { recursive: true, mode: 0o750 });
  const lock = lockFolder(folder);
  if (lock === undefined)
    return failed({
      sr: `у ${folder} ради друга команда; покушајте поново`,
      en: `another command is running in ${folder}; try again`,
    });
  try {
    return await init(options, facts.value);
  } finally {
    lock.release();
  }
}

async function init({ folder, store }: InitOptions, facts: ServerFacts): Promise<Result<Initialized, Bilingual>> {
  const { hostname: host, port } = new URL(facts.url);
  const tls = await certified(folder, host.replace(/^\[|\]$/g, ''));
  if (!tls.ok) return tls;
  const { key, cert } = tls.value.server;
  // One file, so that a power cut leaves no certificate without its key.
  const isRenewed = await put(join(folder, CERTIFICATE_FILE), `${key}${cert}`);
  await put(caFile(folder), tls.value.ca);
  const made = await makeAccounts(folder);
  if (!made.ok) return made;
  const configuration = join(folder, CONFIGURATION_FILE);
  const isNew = (await readWhole(SHARED_DISK, configuration)) === null;
  if (isNew) {
    const place = { folder, store, certificate: join(folder, CERTIFICATE_FILE) };
    await put(configuration, configurationOf({ ...place, port: port || DEFAULT_PORT, ...facts }));
  }
  await put(factsFile(folder), `${JSON.stringify(facts)}\n`);
  const reloaded = isRenewed ? await reloadServer(facts) : ok(false);
  if (!reloaded.ok) return reloaded;
  return ok({
    ...{ made: [...made.value, ...(isNew ? [configuration] : [])], isRenewed, isReloaded: reloaded.value },
    isForRootOnly: (await stat(configuration)).gid === 0,
  });
}

async function factsOf({ folder, url, store, monitorPort }: InitOptions): Promise<Result<ServerFacts, Bilingual>> {
  const kept = await readFacts(folder);
  if (kept.ok) return ok({ ...kept.value, url: url ?? kept.value.url });
  if (url === undefined)
    return failed({
      sr: 'наведите адресу на којој ће уређаји наћи сервер: --url tls://nats.example.rs:4222',
      en: 'give the address at which boxes reach the server: --url tls://nats.example.rs:4222',
    });
  return ok({ url, pidFile: join(store, 'nats-server.pid'), monitor: `http://127.0.0.1:${monitorPort}` });
}

/** The authority belongs to the owner, in a folder that the server does not read. */
async function certified(folder: string, host: string): Promise<Result<Tls, Bilingual>> {
  const now = Date.now();
  const tls = await openTls({
    ...{ disk: nodeDisk, folder: join(folder, 'authority'), hostName: host, addresses: [...boxAddresses(), host] },
    ...{ now, buildTime: BUILD_TIME || now, certain: now },
  });
  if (!tls.ok) return failed(bilingual(tls.error.message));
  if (!tls.value.uncertifiable.includes(host)) return ok(tls.value);
  return failed({
    sr: `издавалац сертификата у ${folder}/authority направљен је за друге називе, не за ${host}, на ${hostname()}; уклоните ту фасциклу да се направи нов, и дајте његов ca.pem сваком уређају`,
    en: `the authority in ${folder}/authority was created for other names, not for ${host}, on ${hostname()}; remove that folder to create a new one, and give its ca.pem to every box`,
  });
}

/** The seeds are written first: otherwise an interruption would leave a user without a seed. */
async function makeAccounts(folder: string): Promise<Result<readonly string[], Bilingual>> {
  const there = await readAccounts(folder);
  if (!there.ok) return there;
  if (there.value !== null) return ok([]);
  const made = [];
  const users = [];
  for (const [name, rights] of [
    ['owner.seed', undefined],
    ['ingester.seed', ingesterRights()],
  ] as const) {
    const pair = nkeys.createUser();
    const path = join(folder, name);
    await writeAtomic(nodeDisk, path, Buffer.concat([pair.getSeed(), Buffer.from('\n')]));
    made.push(path);
    users.push({ nkey: pair.getPublicKey(), permissions: rights });
  }
  await writeAccounts(folder, new Map([ownerAccount(users)]));
  return ok(made);
}

/** Writes the file unless it has this content. Returns whether it was written. */
async function put(path: string, text: string): Promise<boolean> {
  if ((await readWhole(SHARED_DISK, path))?.toString() === text) return false;
  await writeAtomic(SHARED_DISK, path, Buffer.from(text));
  return true;
}
