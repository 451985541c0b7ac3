import { type Bilingual, defineMessages, failed, type Message, ok, type Result } from '../../../base/index.js';
import { ENVIRONMENTS, type TaxLabel } from '../../../contract/index.js';
import type { PfrStatus } from '../../../processors/pfr/index.js';
import type { ProcessorTestReport } from '../../../sales/invoicing/index.js';
import { oneOf, optional, text } from '../fields.js';
import { type AdminDeps, operation, type OnProgress } from '../operation.js';

/** A processor as displayed by `pfr status`. */
export interface ProcessorRow extends PfrStatus {
  /** True when its environment is the active one. */
  readonly isActive: boolean;
  readonly taxLabels: readonly TaxLabel[];
}

/**
 * The state of the processor of an environment, by default the active one. The processor is asked now. While it is
 * issuing a receipt, the last known state is returned.
 */
export const processorStatus = operation({
  permission: 'processor',
  isReadOnly: true,
  input: { environment: optional(oneOf(ENVIRONMENTS)) },
  async run(
    { processors, settings }: Pick<AdminDeps, 'processors' | 'settings'>,
    { environment = settings.now.environment },
  ): Promise<Result<ProcessorRow, Message>> {
    const pfr = processors.of(environment);
    await pfr.refresh();
    const isActive = environment === settings.now.environment;
    return ok({ ...pfr.status(), isActive, taxLabels: pfr.taxLabels() });
  },
});

const MESSAGES = defineMessages('pin', {
  badPin: {
    en: 'A PIN is 4 digits; nothing was sent to the processor.',
    sr: 'ПИН има 4 цифре; процесору ништа није послато.',
  },
});

/** API v3, POST pin: exactly 4 ASCII digits. */
const PIN = /^[0-9]{4}$/;

/** The card is in the box's own reader, not at the processor. */
const OWN_CARD: Bilingual = {
  sr: 'Картица је у читачу овог уређаја: ПИН се уноси у подешавањима, на страници „Картица” (kasirbox card pin).',
  en: 'The card is in the reader of this box: enter the PIN under Settings, page “Card” (kasirbox card pin).',
};

/** Sends the PIN to the processor, once. Returns why the processor did not accept it; null when it did. */
export const enterPin = operation({
  permission: 'processor',
  input: { environment: optional(oneOf(ENVIRONMENTS)), pin: text },
  async run(
    { processors, settings }: Pick<AdminDeps, 'processors' | 'settings'>,
    { pin, environment = settings.now.environment },
  ): Promise<Result<Bilingual | null, Message>> {
    if (!PIN.test(pin)) return failed(MESSAGES.badPin);
    if (settings.now[`pfr.${environment}`].key === 'card') return ok(OWN_CARD);
    const entered = await processors.of(environment).enterPin(pin);
    return ok(entered.ok ? null : entered.error);
  },
});

/**
 * Tests a processor with two Training receipts. Takes as long as the processor does, some minutes for one that hangs.
 */
export const testProcessor = operation({
  permission: 'processor',
  input: { environment: oneOf(ENVIRONMENTS) },
  async run(
    { invoicing }: Pick<AdminDeps, 'invoicing'>,
    { environment },
    onProgress: OnProgress,
  ): Promise<Result<ProcessorTestReport, Message>> {
    return invoicing.processorTest.run(environment, onProgress);
  },
});
