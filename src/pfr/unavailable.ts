import type { Environment, PfrMode, TaxLabel } from '../base/fiscal.js';
import type { Pfr, PfrStatus, SignOutcome } from './port.js';

/** Stands where a processor is set that this release cannot speak to: it says so, and signs nothing. */
export class UnavailablePfr implements Pfr {
  constructor(
    readonly mode: PfrMode,
    readonly environment: Environment,
    private readonly labels: () => readonly TaxLabel[],
  ) {}

  async status(): Promise<PfrStatus> {
    return { ok: false, mode: this.mode, environment: this.environment, uid: '', message: this.message };
  }

  taxLabels(): readonly TaxLabel[] {
    return this.labels();
  }

  async sign(): Promise<SignOutcome> {
    return { kind: 'refused', code: 'unsupported', message: this.message };
  }

  private get message(): string {
    return `Процесор врсте „${this.mode}” ова верзија уређаја још не подржава.`;
  }
}
