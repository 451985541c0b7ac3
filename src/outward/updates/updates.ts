import { join } from 'node:path';
import { DiskError, failed, ok, type Result, writeAtomic, type Message, english } from '../../base/index.js';
import { DATA_FORMAT } from '../../platform/ledger/index.js';
import { Bundles, offered, type Offers } from './bundles.js';
import { type Installed, installing, type InstallQuestion, type UpdatesDeps } from './installing.js';
import {
  type StoredUpdateState,
  NOTHING_KEPT,
  type Pending,
  readUpdateState,
  type UpdatePhase,
  type UpdateState,
  writeUpdateState,
} from './updateState.js';
import { isOnImage } from './rauc.js';
import type { Slot } from './raucOutput.js';
import { BundleFolder } from './incomingPart.js';
import { REFUSALS } from './accept.js';
import { decideTrial, needsNotice, tried, untilStoring } from './trial.js';
import { Upload, type Uploaded } from './upload.js';

/** Created to request the restart; a systemd unit watches it, since this program may not restart the machine. */
const RESTART_WANTED = 'restart-wanted';
/** Exists from the end of an installation until the machine is switched off. */
const FRESH = 'update-installed';
/** RAUC's service may start after this program: number of attempts, and the pause between them, ms. */
const ATTEMPTS = 20;
const PAUSE = 15_000;
/** After this long the requested restart counts as failed, ms. */
const OVERDUE = 10 * 60_000;
/** Interval of the checks for a moment without a receipt, ms. */
const QUIET_PACE = 250;

/** Updates of a box that was made from an image, with two systems on its card. On any other box it does nothing. */
export class Updates {
  private readonly bundles: BundleFolder;
  private readonly sticks: Bundles;
  private readonly uploading: Upload;
  private readonly stopped = new AbortController();
  private readonly listeners = new Set<() => void>();
  private kept: StoredUpdateState = NOTHING_KEPT;
  private phase: UpdatePhase = { phase: 'idle' };
  private onImage = false;
  private isBundleWaiting = false;
  private isCutOff = false;
  /** True when it is known which system runs. Until then nothing is installed. */
  private isJudged = false;
  private running: Promise<void> = Promise.resolve();

  constructor(private readonly deps: UpdatesDeps) {
    this.bundles = new BundleFolder(deps.disk, deps.folder);
    this.sticks = new Bundles({ updates: null, media: deps.media }, deps.rauc);
    this.uploading = new Upload(this.bundles, deps.clock, (uploaded) => {
      this.show(uploaded === undefined ? { phase: 'idle' } : { phase: 'receiving', ...uploaded });
    });
  }

  get state(): UpdateState {
    const { onImage: isOnImage, isBundleWaiting, isCutOff } = this;
    const isStarting = isOnImage && !this.isJudged;
    // Until it is judged, it would be the outcome of an earlier update.
    const outcome = isStarting ? null : this.kept.outcome;
    // The phase overrides the version with that of the update.
    return { version: this.deps.version, ...this.phase, isOnImage, isBundleWaiting, isStarting, isCutOff, outcome };
  }

  /** Calls `listener` after each change of the state, until the returned function is called. */
  onChange(listener: () => void): () => void {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  }

  /** Checks whether a new system is on trial, or one has failed; continues in the background. */
  async start(): Promise<void> {
    const { root, runtime } = this.deps;
    this.onImage = runtime !== undefined && (await isOnImage(root));
    if (!this.onImage) return;
    this.running = this.begin().catch((error: unknown) => this.noteFailure(error));
  }

  async stop(): Promise<void> {
    this.stopped.abort();
    await this.uploading.end();
    await this.running;
  }

  /**
   * The updates on sticks, with the reasons why one cannot be installed. Refused while an update is under way.
   */
  async offers(): Promise<Offers> {
    const refusal = this.refusal();
    if (refusal !== undefined) return failed(refusal);
    const status = await this.deps.rauc.status();
    if (!status.ok) return failed(REFUSALS.notKnown);
    const { compatible } = status.value;
    const own = { compatible, version: this.deps.version, dataFormat: DATA_FORMAT, again: false };
    return ok((await this.sticks.look()).map((bundle) => offered(bundle, own)));
  }

  /**
   * Accepts a piece of a bundle from a page; see {@link Upload}. Once it is complete, {@link install} uses it in its
   * place.
   */
  async upload(at: number, all: number, piece: Uint8Array): Promise<Result<Uploaded, Message>> {
    const refusal = this.uploading.isRunning ? undefined : this.refusal();
    if (refusal !== undefined) return failed(refusal);
    this.isCutOff = false;
    return this.storing(async () => {
      const taken = await this.uploading.take(at, all, piece);
      this.isBundleWaiting = await this.bundles.hasIncoming();
      return taken;
    });
  }

  /** Receives, checks and installs an update, and requests the restart. */
  async install(question: InstallQuestion): Promise<Result<Installed, Message>> {
    const refusal = this.refusal();
    if (refusal !== undefined) return failed(refusal);
    this.isCutOff = false;
    this.show({ phase: 'receiving', done: 0, all: null });
    let isRestarting = false;
    try {
      const installed = await this.storing(() =>
        installing(question, { ...this.deps, ...this.hands() }, this.stopped.signal),
      );
      isRestarting = installed.ok;
      if (!installed.ok) this.deps.log('update.refused', { reason: english(installed.error) });
      return installed;
    } finally {
      this.isBundleWaiting = await this.bundles.hasIncoming().catch(() => false);
      if (!isRestarting) this.show({ phase: 'idle' });
    }
  }

  /** Acknowledges the outcome of the last update. Returns whether there was one to acknowledge. */
  async acknowledge(): Promise<Result<boolean, Message>> {
    const { outcome } = this.kept;
    if (outcome === null || !needsNotice(outcome)) return ok(false);
    return this.storing(async () => {
      await this.keep({ ...this.kept, outcome: { ...outcome, isAcknowledged: true } });
      return ok(true);
    });
  }

  /** Why no update can begin now, undefined when one can. */
  private refusal(): Message | undefined {
    if (!this.onImage) return REFUSALS.notOnImage;
    if (this.phase.phase === 'trial') return REFUSALS.trial;
    if (!this.isJudged) return REFUSALS.notKnown;
    return this.phase.phase === 'idle' ? undefined : REFUSALS.busy;
  }

  /** A failing card is an expected failure here. */
  private async storing<T>(work: () => Promise<Result<T, Message>>): Promise<Result<T, Message>> {
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      return failed(REFUSALS.notStored({ code: error.code }));
    }
  }

  /** The callbacks of an installation. */
  private hands() {
    return {
      bundles: this.bundles,
      show: (phase: UpdatePhase) => this.show(phase),
      kept: () => this.kept,
      keep: (kept: StoredUpdateState) => this.keep(kept),
      noteFresh: () => this.note(FRESH),
      restart: (version: string) => this.restart(version),
    };
  }

  private async begin(): Promise<void> {
    const { disk, folder, rauc, clock, log, version, runtime = '' } = this.deps;
    const { signal } = this.stopped;
    this.kept = await readUpdateState(disk, folder);
    this.isCutOff = await this.bundles.sweep();
    this.isBundleWaiting = await this.bundles.hasIncoming();
    let status = await rauc.status();
    for (let attempt = 1; !status.ok && attempt < ATTEMPTS && (await clock.sleep(PAUSE, signal)); attempt += 1) {
      status = await rauc.status();
    }
    this.isJudged = true;
    if (!status.ok) {
      log('update.unknown', { reason: status.error });
      return;
    }
    const { booted } = status.value;
    const isFresh = (await disk.list(runtime)).includes(FRESH);
    const verdict = decideTrial(this.kept, { booted, version, isFresh, now: clock.now() });
    switch (verdict.kind) {
      case 'trial':
        return this.tryOut(verdict.pending, booted);
      case 'wait':
        await this.restart(verdict.pending.version);
        return;
      case 'as before':
        return this.goOn(verdict.kept, booted);
    }
  }

  /** The system was confirmed before: it gets all of its boot attempts again as soon as it can store records. */
  private async goOn(kept: StoredUpdateState, booted: Slot): Promise<void> {
    const { log, version, rauc } = this.deps;
    if (kept !== this.kept) {
      await this.keep(kept);
      const { outcome } = kept;
      if (outcome !== null) log('update.ended', { kind: outcome.kind, version: outcome.version });
      if (outcome?.kind === 'fell-back') await this.dropGivenUp();
    }
    if (!(await untilStoring(this.deps, this.stopped.signal))) return;
    const marked = await rauc.markGood();
    if (!marked.ok) log('update.unmarked', { reason: marked.error });
    const isKnown = kept.confirmed?.slot === booted && kept.confirmed.version === version;
    if (marked.ok && !isKnown) await this.keep({ ...this.kept, confirmed: { slot: booted, version } });
  }

  /** The bundle of a version that failed its trial is no longer offered for installation. */
  private async dropGivenUp(): Promise<void> {
    if (!this.isBundleWaiting) return;
    await this.bundles.removeIncoming();
    this.isBundleWaiting = false;
    this.changed();
  }

  private async tryOut(pending: Pending, booted: Slot): Promise<void> {
    const { log, version, rauc, clock } = this.deps;
    const { signal } = this.stopped;
    log('update.trial', { version, from: pending.from });
    for (;;) {
      const onFaults = (waitsFor: Extract<UpdatePhase, { phase: 'trial' }>['waitsFor']): void => {
        this.show({ phase: 'trial', version, waitsFor });
      };
      if (!(await tried(this.deps, pending, onFaults, signal))) return;
      const marked = await rauc.markGood();
      if (marked.ok) break;
      log('update.unmarked', { reason: marked.error });
    }
    await this.bundles.keepAsLastGood();
    this.isBundleWaiting = false;
    const outcome = { kind: 'updated', version, from: pending.from, at: clock.now() } as const;
    await this.keep({
      confirmed: { slot: booted, version },
      pending: null,
      outcome: { ...outcome, reason: null, isAcknowledged: false },
    });
    log('update.ended', { kind: 'updated', version });
    this.show({ phase: 'idle' });
  }

  /** Waits for a moment without a receipt, and requests the restart. False: the box is already stopping. */
  private async restart(version: string): Promise<boolean> {
    const { clock, isSelling, log } = this.deps;
    this.show({ phase: 'waiting', version });
    while (isSelling()) {
      if (!(await clock.sleep(QUIET_PACE, this.stopped.signal))) return false;
    }
    if (this.stopped.signal.aborted) return false;
    log('update.restarting', { version });
    this.show({ phase: 'restarting', version, isOverdue: false });
    await this.note(RESTART_WANTED);
    void clock.sleep(OVERDUE, this.stopped.signal).then((isOver) => {
      if (isOver) this.show({ phase: 'restarting', version, isOverdue: true });
    });
    return true;
  }

  private async note(name: string): Promise<void> {
    const { disk, runtime } = this.deps;
    if (runtime !== undefined) await writeAtomic(disk, join(runtime, name), Buffer.alloc(0));
  }

  private async keep(kept: StoredUpdateState): Promise<void> {
    await writeUpdateState(this.deps.disk, this.deps.folder, kept);
    this.kept = kept;
    this.changed();
  }

  private show(phase: UpdatePhase): void {
    this.phase = phase;
    this.changed();
  }

  private changed(): void {
    for (const listener of this.listeners) listener();
  }

  private noteFailure(error: unknown): void {
    if (!(error instanceof DiskError)) throw error;
    this.deps.log('update.unknown', { reason: error.message });
  }
}
