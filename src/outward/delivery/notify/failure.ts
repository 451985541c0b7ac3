import { assertNever, type Bilingual } from '../../../base/index.js';
import type { NotifySetting } from '../../../shop/settings/index.js';
import type { DeliveryFailure } from '../deliveryFailure.js';

export interface FailureDescription {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

const NETWORK: Bilingual = {
  sr: 'Проверите интернет везу уређаја.',
  en: 'Check the Internet connection of the box, and url in the setting notify.',
};
const WAIT: Bilingual = { sr: 'Сачекајте: уређај сам покушава поново.', en: 'Wait: it is tried again by itself.' };

/** What happened and what to check. */
export function describeFailure({ kind, status }: DeliveryFailure, to: NotifySetting['kind']): FailureDescription {
  const other =
    to === 'bot' ? { sr: 'Сервер за поруке', en: 'The chat server' } : { sr: 'Прималац', en: 'The receiver' };
  const found = (sr: string, en: string): Bilingual => ({ sr: `${other.sr} ${sr}.`, en: `${other.en} ${en}.` });
  const number = String(status);
  switch (kind) {
    case 'unreachable':
      return { found: found('није доступан', 'cannot be reached'), action: NETWORK };
    case 'late':
      return { found: found('није одговорио на време', 'did not answer in time'), action: NETWORK };
    case 'insecure':
      return {
        found: found('нема сертификат коме се верује', 'has no certificate that is trusted'),
        action: {
          sr: 'Проверите сат уређаја и адресу у подешавању notify.',
          en: 'Check the clock of the box, its network, and url in the setting notify; a certificate of your own: NODE_EXTRA_CA_CERTS.',
        },
      };
    case 'broken':
      return { found: found('није дао исправан одговор', 'gave no answer that can be read'), action: addressWords(to) };
    case 'busy':
      return { found: found(`тражи паузу (${number})`, `asks for a pause (${number})`), action: WAIT };
    case 'server':
      return { found: found(`има квар (${number})`, `is not well (${number})`), action: WAIT };
    case 'refused':
      return {
        found: found(`одбија поруке (${number})`, `refuses messages (${number})`),
        action: refusalWords(status, to),
      };
    case 'stopped':
      return { found: { sr: 'Уређај се гаси.', en: 'The box is stopping.' }, action: WAIT };
    default:
      return assertNever(kind);
  }
}

function addressWords(to: NotifySetting['kind']): Bilingual {
  if (to === 'bot') {
    return {
      sr: 'Проверите url у подешавању notify.',
      en: 'Check url in the setting notify; without it Telegram is asked.',
    };
  }
  return {
    sr: 'Проверите програм који прима поруке.',
    en: 'Check the program that receives, and url in the setting notify.',
  };
}

/**
 * Telegram answers 401 and 404 for a wrong token, 400 for a wrong chat, and 403 for a chat that has not admitted the
 * bot.
 */
function refusalWords(status: number | null, to: NotifySetting['kind']): Bilingual {
  if (to === 'webhook') {
    return {
      sr: 'Проверите url и secret у подешавању notify (kasirbox notify test).',
      en: 'Check url and secret in the setting notify, and what the receiver logs; then run: kasirbox notify test',
    };
  }
  if (status === 401 || status === 404) {
    return {
      sr: 'Проверите token у подешавању notify (kasirbox notify test).',
      en: 'Check token in the setting notify; then run: kasirbox notify test',
    };
  }
  return {
    sr: 'Пошаљите боту поруку из тог ћаскања и проверите chat у подешавању notify (kasirbox notify test).',
    en: 'Write to the bot from that chat (or add it to the group), and check chat in the setting notify; then run: kasirbox notify test',
  };
}
