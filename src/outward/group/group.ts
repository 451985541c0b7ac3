import { defineMessages, failed, type Message, ok, phrase, type Result, TaskQueue, Wakeup } from '../../base/index.js';
import type { Catalogue } from '../../shop/catalogue/index.js';
import type { GroupListener, GroupMessage, StreamFailure } from '../delivery/index.js';
import type { GroupPart, GroupVersion, Ledger, ReceivedVersion, StorageFailure } from '../../platform/ledger/index.js';
import type { Settings } from '../../shop/settings/index.js';
import { Intake, type IntakeDeps } from './intake.js';
import { asPhrase, auditOf, editedItems, faultsOf, isDue, rowsOf, unpackedVersion } from './groupParts.js';
import { type GroupReport, RETRY, Standings, type StandingsDeps } from './standings.js';
import { type Content, readContent } from './value.js';

const MESSAGES = defineMessages('group', {
  decisionNotStored: {
    en: 'That could not be stored ({code}). Run: kasirbox doctor',
    sr: 'То није сачувано ({code}). Покрените: kasirbox doctor',
    srOnPage: 'То није сачувано. Погледајте Стање.',
    enOnPage: 'It could not be stored. See Status.',
  },
  changed: { en: 'The group of the box was changed in the meantime.', sr: 'Група уређаја је у међувремену промењена.' },
  notTaken: {
    en: 'Version {version} was not applied, and nothing was changed: {fault}.',
    sr: 'Верзија {version} није преузета и ништа није промењено: {fault}',
  },
  notFollowed: {
    en: 'This box does not apply the {part} of a group. See: kasirbox settings show group',
    sr: 'Овај уређај од групе не преузима {part}. Погледајте: kasirbox settings show group',
    srOnPage: 'Овај уређај од групе не преузима {part}.',
    enOnPage: 'This box does not apply the {part} of a group.',
  },
  nothingOffered: {
    en: 'No version of the {part} is waiting for a decision.',
    sr: 'Ниједна верзија за {part} не чека одлуку.',
  },
  noDecision: {
    en: 'Version {version} needs no decision: the box applies the {part} of its group by itself. See: kasirbox settings show group',
    sr: 'О верзији {version} се не одлучује: уређај сам преузима {part} од своје групе. Погледајте: kasirbox settings show group',
    srOnPage: 'О верзији {version} се не одлучује: уређај сам преузима {part} од своје групе.',
    enOnPage: 'Version {version} needs no decision: the box applies the {part} of its group by itself.',
  },
  noCatalogue: { en: 'it is not a catalogue', sr: 'није листа артикала' },
  noSettings: { en: 'these are not settings', sr: 'нису подешавања' },
  notStored: { en: 'it could not be stored ({code})', sr: 'није сачувано ({code})' },
});

/** The parts, in the accusative in Serbian. */
const PART_NAMES: Readonly<Record<GroupPart, Message>> = {
  catalogue: phrase({ sr: 'листу артикала', en: 'catalogue' }),
  settings: phrase({ sr: 'подешавања', en: 'settings' }),
};

interface GroupDeps extends IntakeDeps, StandingsDeps {
  readonly ledger: Pick<Ledger, 'main' | 'reserve' | 'put' | 'putAudited'>;
  readonly catalogue: Pick<Catalogue, 'check' | 'take'>;
  readonly settings: Pick<Settings, 'now' | 'onChange' | 'checkOfGroup' | 'setOfGroup'>;
}

/** Interval of the checks whether a version has become valid, and of those without a pending version, ms. */
const ROUND = 1_000;
const IDLE_ROUND = 60_000;
/** Disk space for the settings of a version with their audit entries, bytes. */
const SETTINGS_BYTES = 64 * 1024;

/** Why a stored version is not applied. `storage`: the fault is not in the version. */
interface Refusal {
  readonly kind: 'fault' | 'storage';
  readonly text: Message;
}

/**
 * Prices and settings that an owner sets for a group of boxes. Messages of the server are treated as hostile: they are
 * bounded, checked as an import is, stored in the ledger, and applied when valid, all or nothing. A message that the
 * box cannot accept or store now waits in memory, only the newest one. The newest version wins; an older one is never
 * applied, and none is applied twice.
 */
export class Group implements GroupListener {
  private readonly work = new TaskQueue();
  private readonly wakeup = new Wakeup();
  private readonly standings: Standings;
  private readonly intake: Intake;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;
  private tellTaken: () => void = () => undefined;

  constructor(private readonly deps: GroupDeps) {
    this.standings = new Standings(deps);
    this.intake = new Intake(deps, this.standings);
    deps.settings.onChange('group', () => {
      this.standings.forget();
      this.intake.lookAgain();
      this.wakeup.ring();
    });
  }

  /** The parts of the group that this box uses, by the keys of the owner's server. */
  keys(): readonly string[] {
    return this.reports().map(({ part, group }) => `${part}.${group}`);
  }

  onTaken(listener: () => void): void {
    this.tellTaken = listener;
  }

  /** Accepts an arrived version. If several arrive in short succession, only the newest is read. */
  hear(key: string, message: GroupMessage): void {
    this.intake.hear(key, message);
    this.wakeup.ring();
  }

  /** Records that the server does not deliver a part, or delivers it again (null). */
  unheard(key: string, failure: StreamFailure | null): void {
    const report = this.standings.reportByKey(key);
    if (report === undefined) return;
    const why = failure?.kind === 'refused' ? 'refused' : 'missing';
    this.standings.of(report.part).unheard = failure === null ? null : why;
  }

  /** Reports on the parts that are not ignored. */
  reports(): readonly GroupReport[] {
    return this.standings.reports();
  }

  /** Applies the versions that are due, and from now on those that become due. */
  start(): void {
    this.isStopping = false;
    this.running = this.run();
  }

  async stop(): Promise<void> {
    this.isStopping = true;
    this.wakeup.ring();
    await this.running;
    await this.work.run(async () => undefined);
  }

  /** Records a person's decision on the offered version. */
  decide(part: GroupPart, decision: 'taken' | 'refused'): Promise<Result<GroupReport, Message>> {
    return this.work.run(async () => {
      const offered = this.offered(part);
      if (!offered.ok) return offered;
      const next: ReceivedVersion = { ...offered.value, decision };
      const kept = await this.intake.keep(next);
      if (kept !== undefined) return failed(MESSAGES.decisionNotStored({ code: kept }));
      this.standings.of(part).notBefore = 0;
      const refusal = decision === 'taken' ? await this.takeIfDue(part) : undefined;
      const report = this.standings.report(part);
      if (report === undefined) return failed(MESSAGES.changed);
      if (decision === 'refused' || refusal === undefined) return ok(report);
      return failed(MESSAGES.notTaken({ version: next.version, fault: refusal.text }));
    });
  }

  private offered(part: GroupPart): Result<ReceivedVersion, Message> {
    const report = this.standings.report(part);
    if (report === undefined) return failed(MESSAGES.notFollowed({ part: PART_NAMES[part] }));
    const { next } = this.deps.ledger.main.group.of(part);
    if (next?.group !== report.group) return failed(MESSAGES.nothingOffered({ part: PART_NAMES[part] }));
    if (report.mode === 'follow') {
      return failed(MESSAGES.noDecision({ version: next.version, part: PART_NAMES[part] }));
    }
    return ok(next);
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      await this.work.run(() => this.intake.receiveAll());
      await this.takeAllDue();
      const isIdle = this.intake.isEmpty && this.reports().every(({ next }) => next === null);
      await this.wakeup.wait(this.deps.clock, isIdle ? IDLE_ROUND : ROUND);
    }
  }

  /** A bug must not stop sales, so exceptions are logged and the work is retried later. */
  private async takeAllDue(): Promise<void> {
    for (const { part } of this.reports()) {
      try {
        await this.work.run(() => this.takeIfDue(part));
      } catch (error) {
        this.standings.of(part).notBefore = this.deps.clock.monotonic() + RETRY;
        this.deps.log('group.broken', { error: String(error) });
      }
    }
  }

  /** The content of a stored version. */
  private async contentOf(version: ReceivedVersion): Promise<Result<Content, Message>> {
    const fresh = this.intake.takeFresh(version);
    if (fresh !== undefined) return ok(fresh);
    return readContent(version.part, await unpackedVersion(version.value), this.deps.slice);
  }

  /** Applies a version that is due. Returns why that failed. */
  private async takeIfDue(part: GroupPart): Promise<Refusal | undefined> {
    const { ledger, clock, log } = this.deps;
    const report = this.standings.report(part);
    const { next } = ledger.main.group.of(part);
    if (report === undefined || next?.group !== report.group) return undefined;
    if (report.mode === 'offer' && next.decision !== 'taken') return undefined;
    if (!isDue(next.validFrom, clock.now()) || clock.monotonic() < this.standings.of(part).notBefore) return undefined;
    if (report.mode === 'follow' && isReplaced(next, report)) return undefined;
    const refusal = part === 'catalogue' ? await this.takeCatalogue(next) : await this.takeSettings(next);
    if (refusal !== undefined) {
      this.standings.of(part).notBefore = clock.monotonic() + RETRY;
      if (refusal.kind === 'fault') this.standings.refuse(part, next.version, refusal.text);
      else this.standings.hold(part, next.version);
      return refusal;
    }
    this.standings.noteApplied(part, next.version);
    log('group.taken', { part, group: next.group, version: next.version });
    this.tellTaken();
    return undefined;
  }

  private async takeCatalogue(next: ReceivedVersion): Promise<Refusal | undefined> {
    const { ledger, catalogue } = this.deps;
    const read = await this.contentOf(next);
    if (!read.ok) return faulty(read.error);
    if (!('items' in read.value)) return faulty(MESSAGES.noCatalogue);
    const { part, group, version } = next;
    const taken = await catalogue.take(rowsOf(read.value.items), { part, group, version }, async (writes) =>
      auditOf(next, await editedItems(writes, ledger.main.group.of(part), group)),
    );
    return taken.ok ? faulty(faultsOf(taken.value)) : unstored(taken.error);
  }

  /**
   * After a power cut the rest is applied at the next start: the version counts as in use only when all settings are
   * set.
   */
  private async takeSettings(next: ReceivedVersion): Promise<Refusal | undefined> {
    const { ledger, settings, clock } = this.deps;
    const read = await this.contentOf(next);
    if (!read.ok) return faulty(read.error);
    if (!('settings' in read.value)) return faulty(MESSAGES.noSettings);
    // Each is a small record. The check ensures that none uses the space that is reserved for a person's changes.
    const space = await ledger.reserve(SETTINGS_BYTES);
    if (!space.ok) return unstored(space.error);
    space.value.release();
    const set = await settings.setOfGroup(read.value.settings);
    if (!set.ok) return faulty(asPhrase(set.error));
    const { part, group, version } = next;
    const event = { kind: 'group-in-use', at: clock.now(), part, group, version } as const;
    const put = await ledger.putAudited(auditOf(next, set.value), { type: 'event', event });
    return put.ok ? undefined : unstored(put.error);
  }
}

function faulty(text: Message | undefined): Refusal | undefined {
  return text === undefined ? undefined : { kind: 'fault', text };
}

function unstored(failure: StorageFailure): Refusal {
  return { kind: 'storage', text: MESSAGES.notStored({ code: failure }) };
}

/**
 * True when a newer version has arrived that the box cannot accept or store yet. The owner no longer wants this one
 * then.
 */
function isReplaced({ version }: GroupVersion, { fault, held }: GroupReport): boolean {
  return Math.max(fault?.version ?? 0, held?.version ?? 0) > version;
}

/** The version of the catalogue in use, for the state that is published to the owner. */
export function catalogueInUse({
  main,
}: Pick<Ledger, 'main'>): { readonly group: string; readonly version: number } | null {
  const { inUse } = main.group.of('catalogue');
  return inUse === undefined ? null : { group: inUse.group, version: inUse.version };
}
