import type { TaxLabel } from '../base/fiscal.js';
import type { Log } from '../base/log.js';
import { failed, ok, type Result } from '../base/result.js';
import { Serial } from '../base/serial.js';
import type { Ledger } from '../ledger/ledger.js';
import { checkSetting, HIDDEN, type InstalledCertificates, isSettingName } from './check.js';
import { defaultSettings, SECRETS, type SettingName, type SettingValues } from './schema.js';

/** The settings of a box: defaults, and over them what the ledger holds. */
export class Settings {
  private values: SettingValues;
  private readonly changes = new Serial();

  constructor(
    private readonly ledger: Ledger,
    version: string,
    private readonly log: Log,
    private readonly installed: () => InstalledCertificates = () => ({}),
  ) {
    const stored = Array.from(ledger.main.settings(), ([name, json]) => [name, JSON.parse(json) as unknown]);
    this.values = { ...defaultSettings(version), ...(Object.fromEntries(stored) as Partial<SettingValues>) };
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
    return this.changes.run(async () => {
      const checked = checkSetting(name, value, this.values, this.installed());
      if (!checked.ok) return checked;
      const stored = await this.ledger.put({ type: 'setting', name, value: JSON.stringify(value) });
      if (!stored.ok) return failed(`The setting could not be stored (${stored.error}). Run: kasirbox doctor`);
      this.values = checked.value.values;
      this.log('setting.changed', { name });
      return ok(undefined);
    });
  }

  /** Does work that no change of a setting may come between; see {@link InstalledCertificates}. */
  holding<T>(work: () => Promise<T>): Promise<T> {
    return this.changes.run(work);
  }

  /** All settings, or one, with secrets hidden. */
  show(name?: string): Result<Readonly<Record<string, unknown>>, string> {
    const names = name === undefined ? Object.keys(this.values) : [name];
    const unknown = names.find((candidate) => !isSettingName(candidate));
    if (unknown !== undefined) {
      return failed(`There is no setting "${unknown}". Settings: ${Object.keys(this.values).join(', ')}.`);
    }
    return ok(Object.fromEntries(names.filter(isSettingName).map((known) => [known, this.withoutSecrets(known)])));
  }

  private withoutSecrets(name: SettingName): unknown {
    const value = this.values[name];
    const secrets = SECRETS[name] ?? [];
    if (typeof value !== 'object' || value === null || secrets.length === 0) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, member]: [string, unknown]) => [key, secrets.includes(key) ? HIDDEN : member]),
    );
  }
}
