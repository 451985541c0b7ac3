import { isDeepStrictEqual } from 'node:util';
import {
  ESIR_NUMBER,
  failed,
  type Log,
  NO_ESIR_NUMBER,
  ok,
  type Result,
  TaskQueue,
  defineMessages,
  type Message,
  english,
} from '../../base/index.js';
import type { TaxLabel } from '../../contract/index.js';
import type { Ledger } from '../../platform/ledger/index.js';
import { checkSetting, isOfRightForm, noSuchSetting, ofGroup } from './check.js';
import { NO_VERSION } from './box.js';
import { secretsOf, shown, withStoredMembers } from './secretMembers.js';
import { readStoredPrinters } from './printersSetting.js';
import {
  defaultSettings,
  isSettingName,
  SETTING_NAMES,
  type SettingName,
  SETTINGS,
  type SettingValues,
} from './registry.js';
import { type InstalledCertificates, settingFault } from './setting.js';
import { type SecretName, type SettingsKey, StoredSecrets } from './storedSecrets.js';

const MESSAGES = defineMessages('settingStore', {
  notStored: {
    en: 'The setting could not be stored ({code}). Run: kasirbox doctor',
    sr: 'Подешавање није сачувано ({code}). Покрените: kasirbox doctor',
    srOnPage: 'Подешавање није сачувано. Погледајте Стање.',
    enOnPage: 'The setting could not be stored. See Status.',
  },
});

/** What `doctor` reports about secrets. */
interface SecretsReport {
  /** True when any secret is set. */
  readonly areSet: boolean;
  /** Secrets that cannot be decrypted and must be set again. */
  readonly lost: readonly SecretName[];
  /** Secrets in use that the ledger of an earlier release contains unencrypted. */
  readonly exposed: readonly SecretName[];
  /**
   * Secrets no longer in use, or replaced since, whose earlier value the ledger of an earlier release contains
   * unencrypted.
   */
  readonly formerlyExposed: readonly SecretName[];
  /** True when secrets can be stored. */
  readonly canStore: boolean;
}

/** What the tax authority has approved, as far as this box knows. */
export interface Approval {
  /** `0`: nothing is approved. */
  readonly number: string;
  /** True when the number was given to this build. Then the setting is ignored. */
  readonly isOfBuild: boolean;
  /** Version of the running program. */
  readonly version: string;
  /** The version for which a person has confirmed the approval. */
  readonly confirmed: string | null;
}

/** A change that is in order, and all settings with it. */
interface CheckedChange {
  readonly name: SettingName;
  readonly value: unknown;
  readonly values: SettingValues;
}

/** The settings of a box: the defaults, overridden by the values in the ledger. */
export class Settings {
  private values: SettingValues;
  private readonly changes = new TaskQueue();
  private readonly guards = new Map<SettingName, (values: SettingValues) => Message | undefined>();
  private readonly listeners: { readonly name: string; readonly listener: () => void }[] = [];
  private readonly storedSecrets: StoredSecrets;
  private readonly lost = new Map<SettingName, readonly string[]>();
  private readonly exposed = new Map<SettingName, readonly string[]>();
  /** Settings whose last record contains unencrypted secrets. */
  private readonly clear = new Set<SettingName>();

  constructor(
    private readonly ledger: Ledger,
    private readonly version: string,
    private readonly log: Log,
    key: SettingsKey,
    private readonly installed: () => InstalledCertificates = () => ({}),
    private readonly buildsNumber = ESIR_NUMBER,
  ) {
    this.storedSecrets = new StoredSecrets(key, ledger.boxId);
    const stored = [...ledger.main.settings.all()].flatMap(([name, json]) => this.readStored(name, JSON.parse(json)));
    const values = { ...defaultSettings(), ...(Object.fromEntries(stored) as Partial<SettingValues>) };
    const { usable, faults } = readStoredPrinters(values.printers);
    for (const fault of faults) log('printer.left_out', { reason: english(fault) });
    this.values = { ...values, printers: usable };
  }

  /**
   * Returns the value unchanged for a name that this release does not know. Returns nothing for a value that is
   * unusable because a secret is lost.
   */
  private readStored(name: string, stored: unknown): [name: string, value: unknown][] {
    if (!isSettingName(name)) return [[name, stored]];
    const { value, lost, clear, exposed } = this.storedSecrets.read(name, stored);
    if (clear.length > 0) this.clear.add(name);
    this.exposed.set(name, exposed);
    if (lost.length === 0) return [[name, value]];
    this.lost.set(name, lost);
    this.log('setting.secret_lost', { name, members: lost.join(' ') });
    return isOfRightForm(name, value) ? [[name, value]] : [];
  }

  /**
   * Writes settings again whose secrets an earlier release has stored unencrypted, so that only old records contain
   * them. A write that fails now is repeated at the next start.
   */
  encryptClear(): Promise<void> {
    return this.changes.run(async () => {
      for (const name of this.clear) {
        const exposed = this.exposed.get(name) ?? [];
        const stored = this.storedSecrets.write(name, this.values[name], exposed);
        if (!stored.ok) return;
        const written = await this.ledger.put({ type: 'setting', name, value: JSON.stringify(stored.value) });
        if (!written.ok) return;
        this.clear.delete(name);
        this.log('setting.encrypted', { name });
      }
    });
  }

  /** State of the secrets, with their names only. */
  get secrets(): SecretsReport {
    const named = (all: ReadonlyMap<SettingName, readonly string[]>): SecretName[] =>
      [...all].flatMap(([name, members]) => members.map((member): SecretName => `${name}.${member}`));
    const exposed = named(this.exposed);
    const ever = this.ledger.main.settings.texts().flatMap(([name, member]): SecretName[] => {
      if (!isSettingName(name) || SETTINGS[name].secrets?.includes(member) !== true) return [];
      return [`${name}.${member}`];
    });
    const formerlyExposed = ever.filter((name) => !exposed.includes(name));
    const areSet = SETTING_NAMES.some((name) => secretsOf(name, this.values[name]).size > 0);
    return {
      areSet,
      lost: named(this.lost),
      exposed,
      formerlyExposed,
      canStore: this.storedSecrets.canStore,
    };
  }

  /** The current values. */
  get now(): SettingValues {
    return this.values;
  }

  /** Labels that a receipt may use when no real processor prescribes them. */
  get activeTaxLabels(): readonly TaxLabel[] {
    return this.values.taxLabels.filter(({ active }) => active).map(({ label, name, rate }) => ({ label, name, rate }));
  }

  /** The approval of the tax authority, under which receipts are issued. */
  get approval(): Approval {
    const { number, version: confirmed } = this.values.esir;
    const isOfBuild = this.buildsNumber !== NO_ESIR_NUMBER;
    return {
      ...{ number: isOfBuild ? this.buildsNumber : number, isOfBuild, version: this.version },
      confirmed: confirmed === NO_VERSION ? null : confirmed,
    };
  }

  /** ESIR number and version as printed: `123/1.0`. */
  get esirNumber(): string {
    const { number, version } = this.approval;
    return `${number}/${version}`;
  }

  /**
   * Changes one setting durably. Members listed in `keep` are unchanged, see {@link withStoredMembers}. After an error
   * nothing is changed.
   */
  set(name: string, value: unknown, keep: readonly string[] = []): Promise<Result<void, Message>> {
    return this.change(name, (now) => withStoredMembers(name, value, keep, now));
  }

  /** As {@link set}, with a value computed from the current ones. No other change occurs in between. */
  change(name: string, make: (now: SettingValues) => Result<unknown, Message>): Promise<Result<void, Message>> {
    return this.changes.run(async () => {
      const made = make(this.values);
      if (!made.ok) return made;
      const checked = this.checked(name, made.value, this.values);
      return checked.ok ? this.store(checked.value) : checked;
    });
  }

  /**
   * Sets the values that the owner of a group has published, and returns the names of the settings that changed. All
   * are checked before any is stored. After a power cut in between, the caller repeats the call. Secrets are unchanged,
   * see {@link withStoredMembers}.
   */
  setOfGroup(given: Readonly<Record<string, unknown>>): Promise<Result<readonly SettingName[], Message>> {
    return this.changes.run(async () => {
      const changes = this.changesOfGroup(given);
      if (!changes.ok) return changes;
      for (const change of changes.value) {
        const stored = await this.store(change);
        if (!stored.ok) return stored;
      }
      return ok(changes.value.map(({ name }) => name));
    });
  }

  /** Checks whether {@link setOfGroup} would accept the values. Stores nothing. */
  checkOfGroup(given: Readonly<Record<string, unknown>>): Promise<Result<void, Message>> {
    return this.changes.run(async () => {
      const changes = this.changesOfGroup(given);
      return changes.ok ? ok(undefined) : changes;
    });
  }

  private changesOfGroup(given: Readonly<Record<string, unknown>>): Result<readonly CheckedChange[], Message> {
    const changes: CheckedChange[] = [];
    for (const [name, value] of Object.entries(given)) {
      const full = ofGroup(name, value, this.values);
      if (!full.ok) return full;
      const { values = this.values } = changes.at(-1) ?? {};
      const checked = this.checked(name, full.value, values);
      if (!checked.ok) return checked;
      const { name: known } = checked.value;
      if (!isDeepStrictEqual(checked.value.values[known], values[known])) changes.push(checked.value);
    }
    return ok(changes);
  }

  /** Applies a change to `now` and checks the result. */
  private checked(name: string, given: unknown, now: SettingValues): Result<CheckedChange, Message> {
    const value = isSettingName(name) ? (SETTINGS[name].normalized?.(given) ?? given) : given;
    const checked = checkSetting(name, value, now, this.installed());
    if (!checked.ok) return checked;
    const reason = this.guards.get(checked.value.name)?.(checked.value.values);
    return reason === undefined ? ok({ ...checked.value, value }) : failed(reason);
  }

  private async store({ name, value, values }: CheckedChange): Promise<Result<void, Message>> {
    const exposed = this.stillExposed(name, value);
    const encrypted = this.storedSecrets.write(name, value, exposed);
    if (!encrypted.ok) return failed(settingFault(name, encrypted.error));
    const stored = await this.ledger.put({ type: 'setting', name, value: JSON.stringify(encrypted.value) });
    if (!stored.ok) return failed(MESSAGES.notStored({ code: stored.error }));
    this.values = values;
    this.exposed.set(name, exposed);
    this.lost.delete(name);
    this.clear.delete(name);
    this.log('setting.changed', { name });
    for (const { listener } of this.listeners.filter((one) => one.name === name)) listener();
    return ok(undefined);
  }

  /** Secrets that are set again with the same value remain exposed. */
  private stillExposed(name: SettingName, value: unknown): string[] {
    const before = secretsOf(name, this.values[name]);
    const exposed = this.exposed.get(name) ?? [];
    return Array.from(secretsOf(name, value))
      .filter(([called, secret]) => exposed.includes(called) && before.get(called) === secret)
      .map(([called]) => called);
  }

  /** Adds an external check before a setting is changed. It returns why the change is refused. */
  guard(name: SettingName, check: (values: SettingValues) => Message | undefined): void {
    this.guards.set(name, check);
  }

  /** The listener is called after each change of a setting. */
  onChange(name: SettingName, listener: () => void): void {
    this.listeners.push({ name, listener });
  }

  /** Runs work during which no setting changes, such as installing a certificate; see {@link InstalledCertificates}. */
  holding<T>(work: () => Promise<T>): Promise<T> {
    return this.changes.run(work);
  }

  /** All settings, or one, with secrets hidden and logos replaced by their size. */
  show(name?: string): Result<Readonly<Record<string, unknown>>, Message> {
    const names = name === undefined ? Object.keys(this.values) : [name];
    const unknown = names.find((candidate) => !isSettingName(candidate));
    if (unknown !== undefined) return failed(noSuchSetting(unknown, Object.keys(this.values)));
    return ok(
      Object.fromEntries(names.filter(isSettingName).map((known) => [known, shown(known, this.values[known])])),
    );
  }
}
