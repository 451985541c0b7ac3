import { type Clock, failed, type Log, ok, type Result, type Slice, TaskQueue, Wakeup } from '../base/index.js';
import type { Catalogue } from '../catalogue/index.js';
import { ENCODING, FORMAT, type GroupListener, type GroupMessage, type StreamFailure } from '../delivery/index.js';
import { GROUP_PARTS, type GroupPart, type GroupVersion, type Ledger, type ReceivedVersion } from '../ledger/index.js';
import type { GroupMode, Settings } from '../settings/index.js';
import { auditOf, editedItems, faultsOf, isDue, rowsOf, unpackedVersion } from './parts.js';
import { type CatalogueVersion, readCatalogue, readSettings, type SettingsVersion, unpacked } from './value.js';

export interface GroupParts {
  readonly ledger: Pick<Ledger, 'main' | 'put' | 'putAudited'>;
  readonly catalogue: Pick<Catalogue, 'take'>;
  readonly settings: Pick<Settings, 'now' | 'onChange' | 'setOfGroup'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Reading waits for sales. */
  readonly slice: Slice;
}

/** How one part of the group stands on this box. */
export interface GroupReport {
  readonly part: GroupPart;
  readonly group: string;
  readonly mode: Exclude<GroupMode, 'ignore'>;
  /** Of this group; null: none was taken yet. */
  readonly inUse: number | null;
  /** The newest one that has come and is not in use. */
  readonly next: Pick<ReceivedVersion, 'version' | 'validFrom' | 'decision'> | null;
  /** Why the last one that came is not taken, an English phrase; `version` is null where it cannot be read. */
  readonly fault: { readonly version: number | null; readonly text: string } | null;
  /** What the server has, where that is older than what the box has. */
  readonly older: number | null;
  /** Why the server does not tell; `missing`: there is nothing of the kind on it. */
  readonly unheard: 'refused' | 'missing' | null;
}

type Content = CatalogueVersion | SettingsVersion;

/** Most bytes of a version as it comes. */
const MOST_PACKED = 1024 * 1024;
/** How often is looked whether the time of a version has come, and else, ms. */
const ROUND = 1_000;
const IDLE_ROUND = 60_000;
/** A version that was refused is tried again after so long: a label may be there by then, ms. */
const RETRY = 15 * 60_000;

/** What is known of a part beside the ledger. */
interface Seen {
  fault: GroupReport['fault'];
  older: number | null;
  unheard: GroupReport['unheard'];
  /** Monotonic time before which a version is not tried again, ms. */
  notBefore: number;
}

/**
 * Prices and settings that an owner sets for a group of boxes. What comes from the server is as if an enemy had written it: it is bounded,
 * checked as an import is, kept in the ledger, and taken at its time, all of it or nothing. The newest version wins; an older one is never
 * taken, and none twice.
 */
export class Group implements GroupListener {
  private readonly work = new TaskQueue();
  private readonly wakeup = new Wakeup();
  private readonly arrived = new Map<string, GroupMessage>();
  private readonly seen = new Map<GroupPart, Seen>();
  /** A version that has just come and is taken at once, so that it is not read twice. */
  private fresh: (GroupVersion & { readonly content: Content }) | undefined;
  private running: Promise<void> = Promise.resolve();
  private isStopping = false;
  private tellTaken: () => void = () => undefined;

  constructor(private readonly parts: GroupParts) {
    parts.settings.onChange('group', () => {
      this.seen.clear();
      this.wakeup.ring();
    });
  }

  /** The parts that this box wants of its group, as the owner's server names them. */
  keys(): readonly string[] {
    return this.reports().map(({ part, group }) => `${part}.${group}`);
  }

  onTaken(listener: () => void): void {
    this.tellTaken = listener;
  }

  /** A version has come. Of several that come at once only the newest is read. */
  hear(key: string, message: GroupMessage): void {
    this.arrived.set(key, message);
    void this.work
      .run(() => this.receive(key))
      .catch((error: unknown) => this.parts.log('group.broken', { error: String(error) }));
  }

  /** The server does not tell of a part, or does again. */
  unheard(key: string, failure: StreamFailure | null): void {
    const report = this.reports().find(({ part, group }) => key === `${part}.${group}`);
    if (report === undefined) return;
    const why = failure?.kind === 'refused' ? 'refused' : 'missing';
    this.of(report.part).unheard = failure === null ? null : why;
  }

  /** Of the parts that are not ignored. */
  reports(): readonly GroupReport[] {
    const { group } = this.parts.settings.now;
    if (group === null) return [];
    return GROUP_PARTS.flatMap((part): GroupReport[] => {
      const mode = group[part] ?? 'ignore';
      if (mode === 'ignore') return [];
      const { inUse, next } = this.parts.ledger.main.group.of(part);
      const { fault, older, unheard } = this.of(part);
      return [
        {
          ...{ part, group: group.name, mode, fault, older, unheard },
          inUse: inUse?.group === group.name ? inUse.version : null,
          next: next?.group === group.name ? standingOf(next) : null,
        },
      ];
    });
  }

  /** Takes what is due now, and from now on what becomes due. */
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

  /** A person has decided on the version that is offered. The error is an English sentence. */
  decide(part: GroupPart, decision: 'taken' | 'refused'): Promise<Result<GroupReport, string>> {
    return this.work.run(async () => {
      const offered = this.offered(part);
      if (!offered.ok) return offered;
      const next: ReceivedVersion = { ...offered.value, decision };
      const kept = await this.keep(next);
      if (kept !== undefined) return failed(`That could not be stored (${kept}). Run: kasirbox doctor`);
      this.of(part).notBefore = 0;
      if (decision === 'taken') await this.takeIfDue(part);
      const report = this.reports().find((one) => one.part === part);
      if (report === undefined) return failed('The group of the box was changed meanwhile.');
      const { fault } = report;
      if (decision === 'refused' || fault === null) return ok(report);
      return failed(`Version ${next.version} is not taken, and nothing was changed: ${fault.text}.`);
    });
  }

  private offered(part: GroupPart): Result<ReceivedVersion, string> {
    const report = this.reports().find((one) => one.part === part);
    if (report === undefined) return failed(`This box takes no ${part} of a group. See: kasirbox settings show group`);
    const { next } = this.parts.ledger.main.group.of(part);
    if (next?.group !== report.group) return failed(`No version of the ${part} waits for a decision.`);
    if (report.mode === 'follow') {
      return failed(
        `Version ${next.version} needs no decision: the box follows the ${part} of its group. See: kasirbox settings show group`,
      );
    }
    return ok(next);
  }

  private of(part: GroupPart): Seen {
    const seen = this.seen.get(part) ?? { fault: null, older: null, unheard: null, notBefore: 0 };
    this.seen.set(part, seen);
    return seen;
  }

  private async run(): Promise<void> {
    while (!this.isStopping) {
      await this.takeAllDue();
      await this.wakeup.wait(this.parts.clock, this.reports().some(({ next }) => next !== null) ? ROUND : IDLE_ROUND);
    }
  }

  /** A bug must not stop sales: it is told, and tried again later. */
  private async takeAllDue(): Promise<void> {
    for (const { part } of this.reports()) {
      try {
        await this.work.run(() => this.takeIfDue(part));
      } catch (error) {
        this.of(part).notBefore = this.parts.clock.monotonic() + RETRY;
        this.parts.log('group.broken', { error: String(error) });
      }
    }
  }

  private async receive(key: string): Promise<void> {
    const message = this.arrived.get(key);
    this.arrived.delete(key);
    const report = this.reports().find(({ part, group }) => key === `${part}.${group}`);
    if (message === undefined || report === undefined || this.isStopping) return;
    const { part, group } = report;
    const read = await this.read(part, message);
    if (!read.ok) {
      this.refuse(part, null, read.error);
      return;
    }
    const { version, validFrom } = read.value;
    const have = Math.max(report.inUse ?? 0, report.next?.version ?? 0);
    this.of(part).older = version < have ? version : null;
    if (version <= have) return;
    const value = Buffer.from(message.bytes).toString('base64');
    const failure = await this.keep({ part, group, version, validFrom, value, decision: 'none' });
    if (failure !== undefined) {
      this.refuse(part, version, `it could not be stored (${failure})`);
      return;
    }
    this.seen.set(part, { ...this.of(part), fault: null, notBefore: 0 });
    if (report.mode === 'follow' && isDue(validFrom, this.parts.clock.now())) {
      this.fresh = { part, group, version, content: read.value };
    }
    this.parts.log('group.received', { part, group, version, ...(validFrom !== null && { validFrom }) });
    this.wakeup.ring();
  }

  private async read(part: GroupPart, { encoding, format, bytes }: GroupMessage): Promise<Result<Content, string>> {
    if (format !== FORMAT || encoding !== ENCODING) return failed('it is in a form that this release does not know');
    if (bytes.length > MOST_PACKED) return failed(`it has more than ${MOST_PACKED} bytes`);
    return this.readText(part, await unpacked(bytes));
  }

  private async readText(part: GroupPart, text: Result<string, string>): Promise<Result<Content, string>> {
    if (!text.ok) return text;
    return this.parts.slice(() => (part === 'catalogue' ? readCatalogue(text.value) : readSettings(text.value)));
  }

  /** What a version that was kept holds. */
  private async contentOf({ part, group, version, value }: ReceivedVersion): Promise<Result<Content, string>> {
    const { fresh } = this;
    this.fresh = undefined;
    const isIt = fresh?.part === part && fresh.group === group && fresh.version === version;
    return isIt ? ok(fresh.content) : this.readText(part, await unpackedVersion(value));
  }

  private refuse(part: GroupPart, version: number | null, text: string): void {
    const seen = this.of(part);
    if (seen.fault?.text !== text) this.parts.log('group.refused', { part, version: version ?? 0, reason: text });
    seen.fault = { version, text };
  }

  private async keep(version: ReceivedVersion): Promise<string | undefined> {
    const { ledger, clock } = this.parts;
    const event = { kind: 'group-version', at: clock.now(), ...version } as const;
    const put = await ledger.put({ type: 'event', event });
    return put.ok ? undefined : put.error;
  }

  private async takeIfDue(part: GroupPart): Promise<void> {
    const { ledger, clock, log } = this.parts;
    const report = this.reports().find((one) => one.part === part);
    const { next } = ledger.main.group.of(part);
    if (report === undefined || next?.group !== report.group) return;
    if (report.mode === 'offer' && next.decision !== 'taken') return;
    if (!isDue(next.validFrom, clock.now()) || clock.monotonic() < this.of(part).notBefore) return;
    const fault = part === 'catalogue' ? await this.takeCatalogue(next) : await this.takeSettings(next);
    if (fault !== undefined) {
      this.refuse(part, next.version, fault);
      this.of(part).notBefore = clock.monotonic() + RETRY;
      return;
    }
    this.seen.set(part, { ...this.of(part), fault: null, older: null });
    log('group.taken', { part, group: next.group, version: next.version });
    this.tellTaken();
  }

  /** Why it is not taken. */
  private async takeCatalogue(next: ReceivedVersion): Promise<string | undefined> {
    const { ledger, catalogue } = this.parts;
    const read = await this.contentOf(next);
    if (!read.ok) return read.error;
    if (!('items' in read.value)) return 'it is no catalogue';
    const { part, group, version } = next;
    const taken = await catalogue.take(rowsOf(read.value.items), { part, group, version }, async (writes) =>
      auditOf(next, await editedItems(writes, ledger.main.group.of(part), group)),
    );
    return taken.ok ? faultsOf(taken.value) : `it could not be stored (${taken.error})`;
  }

  /** The same. What a cut of the power leaves undone is done at the next start: the version is not in use until all are set. */
  private async takeSettings(next: ReceivedVersion): Promise<string | undefined> {
    const { ledger, settings, clock } = this.parts;
    const read = await this.contentOf(next);
    if (!read.ok) return read.error;
    if (!('settings' in read.value)) return 'these are no settings';
    const set = await settings.setOfGroup(read.value.settings);
    if (!set.ok) return set.error.replace(/\.$/, '');
    const { part, group, version } = next;
    const event = { kind: 'group-in-use', at: clock.now(), part, group, version } as const;
    const put = await ledger.putAudited(auditOf(next, set.value), { type: 'event', event });
    return put.ok ? undefined : `it could not be stored (${put.error})`;
  }
}

/** Without its value, which may have a megabyte. */
function standingOf({ version, validFrom, decision }: ReceivedVersion): GroupReport['next'] {
  return { version, validFrom, decision };
}

/** The version of the catalogue that the box sells by, as its owner is told. */
export function catalogueInUse({
  main,
}: Pick<Ledger, 'main'>): { readonly group: string; readonly version: number } | null {
  const { inUse } = main.group.of('catalogue');
  return inUse === undefined ? null : { group: inUse.group, version: inUse.version };
}
