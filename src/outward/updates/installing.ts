import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type Clock, type Disk, failed, type Log, type Message, ok, type Result } from '../../base/index.js';
import { DATA_FORMAT } from '../../platform/ledger/index.js';
import { changesData, refusalOf, REFUSALS } from './accept.js';
import { download, DownloadError, type DownloadDeps, readAddress } from './download.js';
import { type StoredUpdateState, type Pending, type UpdatePhase, UPDATES_FOLDER } from './updateState.js';
import type { Rauc } from './rauc.js';
import type { BundleInfo } from './raucOutput.js';
import type { BundleFolder } from './incomingPart.js';
import type { TrialDeps } from './trial.js';

/** Where a bundle comes from. `all` is the number of bytes, if known. */
type BundleSource =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'address'; readonly url: string }
  /** The bundle that was uploaded before, or remains from an interrupted installation. */
  | { readonly kind: 'waiting' }
  | { readonly kind: 'stream'; readonly pieces: AsyncIterable<Uint8Array>; readonly all: number | null };

export interface InstallQuestion {
  readonly source: BundleSource;
  /** True to install it even when this version is already running. */
  readonly again: boolean;
}

export interface Installed {
  readonly version: string;
}

/** Dependencies of an installation. */
interface Deps extends UpdatesDeps {
  readonly bundles: BundleFolder;
  readonly show: (phase: UpdatePhase) => void;
  readonly kept: () => StoredUpdateState;
  readonly keep: (kept: StoredUpdateState) => Promise<void>;
  /** Records that the next start runs the new system. */
  readonly noteFresh: () => Promise<void>;
  readonly restart: (version: string) => Promise<boolean>;
}

/** One file, which the next such backup replaces. */
const BACKUP = 'before-update.backup';

/**
 * Runs all steps from the bundle to the restart. Only the last of them changes which system starts. Rejects with a
 * DiskError.
 */
export async function installing(
  { source, again }: InstallQuestion,
  deps: Deps,
  signal: AbortSignal,
): Promise<Result<Installed, Message>> {
  const { bundles, show, log } = deps;
  const received = await receive(source, deps, signal);
  if (!received.ok) return received;
  log('update.received', { from: source.kind });
  show({ phase: 'checking' });
  const checked = await check(again, deps, signal);
  if (!checked.ok) {
    await bundles.removeIncoming();
    return checked;
  }
  const bundle = checked.value;
  const written = await install(bundle, deps, signal);
  if (!written.ok) return written;
  const { version } = bundle;
  return (await deps.restart(version)) ? ok({ version }) : failed(REFUSALS.stopping);
}

async function receive(source: BundleSource, deps: Deps, signal: AbortSignal): Promise<Result<void, Message>> {
  const { bundles, show } = deps;
  const opened = await open(source, deps, signal);
  if (!opened.ok) return opened;
  const { pieces, all } = opened.value;
  // The bundle is already in its place.
  if (pieces === undefined) return ok(undefined);
  try {
    return await bundles.receive(untilAborted(pieces, signal), all, (done) => show({ phase: 'receiving', done, all }));
  } catch (error) {
    if (error instanceof DownloadError) return failed(signal.aborted ? REFUSALS.stopping : error.reason);
    if (source.kind === 'stream') return failed(signal.aborted ? REFUSALS.stopping : REFUSALS.cutOff);
    if (error instanceof Error && 'syscall' in error) return failed(REFUSALS.noFile);
    throw error;
  }
}

interface Opened {
  readonly pieces: AsyncIterable<Uint8Array> | undefined;
  readonly all: number | null;
}

async function open(source: BundleSource, deps: Deps, signal: AbortSignal): Promise<Result<Opened, Message>> {
  switch (source.kind) {
    case 'stream':
      return ok(source);
    case 'address': {
      const url = readAddress(source.url);
      return url === undefined ? failed(REFUSALS.noAddress) : download(url, deps, signal);
    }
    case 'waiting':
      return (await deps.bundles.hasIncoming()) ? ok({ pieces: undefined, all: null }) : failed(REFUSALS.noneWaiting);
    case 'file': {
      const { path } = source;
      const found = await stat(path).catch(() => undefined);
      if (found?.isFile() !== true || !path.startsWith('/')) return failed(REFUSALS.noFile);
      return ok({ pieces: createReadStream(path), all: found.size });
    }
  }
}

async function* untilAborted(pieces: AsyncIterable<Uint8Array>, signal: AbortSignal): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) {
    if (signal.aborted) throw new DownloadError(REFUSALS.stopping);
    yield piece;
  }
}

/** The signature is checked first: nothing else in a bundle is trusted before. */
async function check(again: boolean, deps: Deps, signal: AbortSignal): Promise<Result<BundleInfo, Message>> {
  const { rauc, bundles, version } = deps;
  const info = await rauc.info(bundles.incoming, signal);
  if (!info.ok) return failed(REFUSALS.noSignature({ reason: info.error }));
  const status = await rauc.status();
  if (!status.ok) return failed(REFUSALS.notInstalled({ reason: status.error }));
  const { compatible } = status.value;
  const refusal = refusalOf(info.value, { compatible, version, dataFormat: DATA_FORMAT, again });
  if (refusal !== undefined) return failed(refusal);
  if (!changesData(info.value, { dataFormat: DATA_FORMAT })) return info;
  if (!deps.hasBackupCode()) return failed(REFUSALS.noCode);
  deps.show({ phase: 'backing-up', version: info.value.version });
  const backup = await deps.backUp(join(deps.folder, UPDATES_FOLDER, BACKUP), signal);
  return backup.ok ? info : failed(REFUSALS.noBackup({ reason: backup.error }));
}

/**
 * Writes the other system. The state that is stored before lets a start after a power cut determine which system it
 * finds.
 */
async function install({ version }: BundleInfo, deps: Deps, signal: AbortSignal): Promise<Result<void, Message>> {
  const { rauc, bundles, show, kept, keep, clock, log } = deps;
  const status = await rauc.status();
  if (!status.ok) return failed(REFUSALS.notInstalled({ reason: status.error }));
  const pending: Pending = {
    ...{ version, from: deps.version, fromSlot: status.value.booted, isInstalled: false },
    printers: deps.printers().flatMap(({ name, answers }) => (answers ? [name] : [])),
    failing: await deps.failing(),
  };
  await keep({ ...kept(), pending });
  show({ phase: 'installing', version, percent: 0 });
  const done = await rauc.install(
    bundles.incoming,
    ({ percent }) => show({ phase: 'installing', version, percent }),
    signal,
  );
  // RAUC continues without this program; the next start finds out how it ended.
  if (!done.ok && signal.aborted) return failed(REFUSALS.stopping);
  if (!done.ok) {
    const outcome = { kind: 'failed', version, from: deps.version, at: clock.now(), reason: done.error } as const;
    await keep({ ...kept(), pending: null, outcome: { ...outcome, isAcknowledged: false } });
    await bundles.removeIncoming();
    return failed(REFUSALS.notInstalled({ reason: done.error }));
  }
  await deps.noteFresh();
  await keep({ ...kept(), pending: { ...pending, isInstalled: true } });
  log('update.installed', { version });
  return done;
}

/** Dependencies of updates. */
export interface UpdatesDeps extends Omit<TrialDeps, 'clock'>, Omit<DownloadDeps, 'clock'> {
  readonly disk: Disk;
  /** The data folder. */
  readonly folder: string;
  readonly clock: Clock;
  readonly log: Log;
  /** Version of this program. */
  readonly version: string;
  /** Root folder of the machine's files. */
  readonly root: string;
  /** `RUNTIME_DIRECTORY` of systemd.exec(5), which is in memory; undefined where no service manager runs this box. */
  readonly runtime: string | undefined;
  readonly rauc: Rauc;
  /** The folder below which sticks are mounted. */
  readonly media: string;
  /** True while a receipt or a print is under way. */
  readonly isSelling: () => boolean;
  /** Writes a backup to this file. */
  readonly backUp: (file: string, signal: AbortSignal) => Promise<Result<void, Message>>;
  /** True when there is a code to open a backup with. */
  readonly hasBackupCode: () => boolean;
}
