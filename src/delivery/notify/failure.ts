import { never } from '../../base/result.js';
import type { Words } from '../../base/words.js';
import type { NotifySetting } from '../../settings/notify.js';
import type { PostFault } from '../post.js';

/** Why a message is not known to have been taken. Nothing of it comes from the other side but numbers, so it may be logged. */
export interface NotifyFailure {
  /**
   * `busy`: too much was sent, later again; `server`: the other side is not well; `refused`: it will say no again until
   * something is changed.
   */
  readonly kind: PostFault['kind'] | 'busy' | 'server' | 'refused';
  /** Status of HTTP; null when no answer came. */
  readonly status: number | null;
  /** The system's or the TLS library's own name for it. */
  readonly cause: string | null;
  /** The other side does not want to be asked sooner, ms; 0 when it says nothing. */
  readonly retryAfter: number;
}

export interface FailureWords {
  readonly found: Words;
  readonly action: Words;
}

const NETWORK: Words = {
  sr: 'Проверите интернет везу уређаја.',
  en: 'Check the Internet connection of the box, and url in the setting notify.',
};
const WAIT: Words = { sr: 'Сачекајте: уређај сам покушава поново.', en: 'Wait: it is tried again by itself.' };

/** What happened and what to look at. */
export function failureWords({ kind, status }: NotifyFailure, to: NotifySetting['kind']): FailureWords {
  const other =
    to === 'bot' ? { sr: 'Сервер за поруке', en: 'The chat server' } : { sr: 'Прималац', en: 'The receiver' };
  const found = (sr: string, en: string): Words => ({ sr: `${other.sr} ${sr}.`, en: `${other.en} ${en}.` });
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
      return never(kind);
  }
}

function addressWords(to: NotifySetting['kind']): Words {
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

/** Telegram says 401 and 404 of a wrong token, 400 of a wrong chat, and 403 of a chat whose owner has not let the bot in. */
function refusalWords(status: number | null, to: NotifySetting['kind']): Words {
  if (to === 'webhook') {
    return {
      sr: 'Проверите url и secret у подешавању notify.',
      en: 'Check url and secret in the setting notify, and what the receiver logs; then run: kasirbox notify test',
    };
  }
  if (status === 401 || status === 404) {
    return {
      sr: 'Проверите token у подешавању notify.',
      en: 'Check token in the setting notify; then run: kasirbox notify test',
    };
  }
  return {
    sr: 'Пошаљите боту поруку из тог ћаскања и проверите chat у подешавању notify.',
    en: 'Write to the bot from that chat (or add it to the group), and check chat in the setting notify; then run: kasirbox notify test',
  };
}
