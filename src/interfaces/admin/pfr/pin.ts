import {
  type Bilingual,
  ENVIRONMENTS,
  failed,
  ok,
  type Result,
  defineMessages,
  type Message,
} from '../../../base/index.js';
import { oneOf, optional, text } from '../fields.js';
import { type AdminParts, operation } from '../operation.js';

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
  en: 'The card is in the reader of the box: kasirbox card pin',
};

/** Sends the PIN to the processor, once. Returns why the processor did not accept it; null when it did. */
export const enterPin = operation({
  permission: 'processor',
  ask: { environment: optional(oneOf(ENVIRONMENTS)), pin: text },
  async run(
    { processors, settings }: Pick<AdminParts, 'processors' | 'settings'>,
    { pin, environment = settings.now.environment },
  ): Promise<Result<Bilingual | null, Message>> {
    if (!PIN.test(pin)) return failed(MESSAGES.badPin);
    if (settings.now[`pfr.${environment}`].key === 'card') return ok(OWN_CARD);
    const entered = await processors.of(environment).enterPin(pin);
    return ok(entered.ok ? null : entered.error);
  },
});
