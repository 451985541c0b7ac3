import type { Bilingual } from '../../../base/index.js';
import type { DeliveryFailure } from '../deliveryFailure.js';
import { describeFailure, type FailureDescription } from '../notify/failure.js';

const CHECK_SETTING: Bilingual = {
  sr: 'Проверите url и secret у подешавању webhooks, и шта бележи програм који прима.',
  en: 'Check its url and secret in the setting webhooks, and what the receiver logs; setting it again tries at once.',
};
const CHECK_CERTIFICATE: Bilingual = {
  sr: 'Проверите сат уређаја и url у подешавању webhooks.',
  en: 'Check the clock of the box, its network, and url in the setting webhooks; a certificate of your own: NODE_EXTRA_CA_CERTS.',
};
const CHECK_RECEIVER: Bilingual = {
  sr: 'Проверите програм који прима и везу са њим; уређај сам покушава поново.',
  en: 'Check the receiver and the network; it is tried again by itself, and what waits is sent in order.',
};

/** Why a webhook has not accepted an event, and what to check. */
export function describeWebhookFailure(failure: DeliveryFailure): FailureDescription {
  const { found } = describeFailure(failure, 'webhook');
  switch (failure.kind) {
    case 'refused':
      return { found, action: CHECK_SETTING };
    case 'insecure':
      return { found, action: CHECK_CERTIFICATE };
    case 'unreachable':
    case 'late':
    case 'broken':
    case 'stopped':
    case 'busy':
    case 'server':
      return { found, action: CHECK_RECEIVER };
  }
}
