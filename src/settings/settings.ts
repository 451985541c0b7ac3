import type { TaxLabel } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { failed, ok, type Result } from '../base/result.js';
import { Serial } from '../base/serial.js';
import type { Ledger } from '../ledger/ledger.js';
import { checkSetting, hide, type InstalledCertificates, isSettingName } from './check.js';
import { withoutPicture } from './checkPrinters.js';
import { defaultSettings, SECRETS, type SettingName, type SettingValues } from './schema.js';
import { readStoredPrinters } from './storedPrinters.js';

/** The settings of a box: defaults, and over them what the ledger holds. */
export class Settings {
  private values: SettingValues;
  private readonly changes = new Serial();
  private readonly guards = new Map<SettingName, (values: SettingValues) => string | undefined>();
  private readonly listeners: { readonly name: string; readonly listener: () => void }[] = [];

  constructor(
    private readonly ledger: Ledger,
    version: string,
    private readonly log: Log,
    private readonly installed: () => InstalledCertificates = () => ({}),
  ) {
    const stored = Array.from(ledger.main.settings(), ([name, json]) => [name, JSON.parse(json) as unknown] as const);
    const values = { ...defaultSettings(version), ...(Object.fromEntries(stored) as Partial<SettingValues>) };
    const { usable, faults } = readStoredPrinters(values.printers);
    for (const reason of faults) log('printer.left_out', { reason });
    this.values = { ...values, printers: usable };
  }

  /** What holds now. */
  get now(): SettingValues {
    return this.values;
  }

  /** Labels that a receipt may carry when no real processor prescribes them. */
  get activeTaxLabels(): readonly TaxLabel[] {
    return this.values.taxLabels.filter(({ active }) => active).map(({ label, name, rate }) => ({ label, name, rate }));
  }

  /** ESIR number and version as printed: `123/1.0`. */
  get esirNumber(): string {
    return `${this.values.esir.number}/${this.values.esir.version}`;
  }

  /** Changes one setting durably. The error is an English sentence; nothing is changed then. */
  set(name: string, value: unknown): Promise<Result<void, string>> {
    return this.change(name, () => ok(value));
  }

  /** The same with a value that is made from what holds; no other change comes between. */
  change(name: string, make: (now: SettingValues) => Result<unknown, string>): Promise<Result<void, string>> {
    return this.changes.run(async () => {
      const made = make(this.values);
      if (!made.ok) return made;
      const { value } = made;
      const checked = checkSetting(name, value, this.values, this.installed());
      if (!checked.ok) return checked;
      const reason = this.guards.get(checked.value.name)?.(checked.value.values);
      if (reason !== undefined) return failed(reason);
      const stored = await this.ledger.put({ type: 'setting', name, value: JSON.stringify(value) });
      if (!stored.ok) return failed(`The setting could not be stored (${stored.error}). Run: kasirbox doctor`);
      this.values = checked.value.values;
      this.log('setting.changed', { name });
      for (const { listener } of this.listeners.filter((one) => one.name === name)) listener();
      return ok(undefined);
    });
  }

  /** A check that a room above makes of a setting before it is changed: why it cannot be, an English sentence. */
  guard(name: SettingName, check: (values: SettingValues) => string | undefined): void {
    this.guards.set(name, check);
  }

  /** The listener is called after each change of a setting. */
  onChange(name: SettingName, listener: () => void): void {
    this.listeners.push({ name, listener });
  }

  /** Does work that no change of a setting may come between; see {@link InstalledCertificates}. */
  holding<T>(work: () => Promise<T>): Promise<T> {
    return this.changes.run(work);
  }

  /** All settings, or one, with secrets hidden and logos as a note of their size. */
  show(name?: string): Result<Readonly<Record<string, unknown>>, string> {
    const names = name === undefined ? Object.keys(this.values) : [name];
    const unknown = names.find((candidate) => !isSettingName(candidate));
    if (unknown !== undefined) {
      return failed(`There is no setting "${unknown}". Settings: ${Object.keys(this.values).join(', ')}.`);
    }
    return ok(Object.fromEntries(names.filter(isSettingName).map((known) => [known, this.withoutSecrets(known)])));
  }

  private withoutSecrets(name: SettingName): unknown {
    if (name === 'printers') return this.values.printers.map(withoutPicture);
    const value = this.values[name];
    const secrets = SECRETS[name] ?? [];
    if (typeof value !== 'object' || value === null || secrets.length === 0) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]: [string, unknown]) => [
        key,
        secrets.includes(key) ? hide(member) : member,
      ]),
    );
  }
}
