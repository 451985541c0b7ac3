import { assertNever, type Bilingual } from '../../base/index.js';
import type { NotifySetting } from '../../shop/settings/index.js';
import type { DeliveryFailure } from './deliveryFailure.js';

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
      return { found: found('није дао исправан одговор', 'gave no answer that can be read'), action: addressText(to) };
    case 'busy':
      return { found: found(`тражи паузу (${number})`, `asks for a pause (${number})`), action: WAIT };
    case 'server':
      return { found: found(`има квар (${number})`, `is not well (${number})`), action: WAIT };
    case 'refused':
      return {
        found: found(`одбија поруке (${number})`, `refuses messages (${number})`),
        action: refusalText(status, to),
      };
    case 'stopped':
      return { found: { sr: 'Уређај се гаси.', en: 'The box is stopping.' }, action: WAIT };
    default:
      return assertNever(kind);
  }
}

function addressText(to: NotifySetting['kind']): Bilingual {
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
function refusalText(status: number | null, to: NotifySetting['kind']): Bilingual {
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

const CHECK_NETWORK: Bilingual = {
  sr: 'Проверите мрежу уређаја и url у подешавању stream; уређај сам покушава поново.',
  en: 'Check the network of the box, and url in the setting stream; it is tried again by itself.',
};
/** A server without the stream does not answer the account of a box either. */
const CHECK_BOTH: Bilingual = {
  sr: 'Проверите мрежу уређаја, и нека онај ко води сервер погледа има ли на њему тока KASIRBOX; уређај сам покушава поново.',
  en: 'Check the network of the box, and ask whoever runs the server whether it has the stream KASIRBOX; it is tried again by itself.',
};
const CHECK_SERVER: Bilingual = {
  sr: 'Нека онај ко води сервер погледа има ли на њему места и тока KASIRBOX; уређај сам покушава поново.',
  en: 'Ask whoever runs the server whether it has room, and the stream KASIRBOX; it is tried again by itself.',
};

/** Why the server has not accepted the data, and what to check. */
export function describeStreamFailure({ kind, cause }: DeliveryFailure): FailureDescription {
  switch (kind) {
    case 'unreachable':
      return { found: found('није доступан', 'cannot be reached'), action: CHECK_NETWORK };
    case 'late':
      return { found: found('није одговорио на време', 'did not answer in time'), action: CHECK_BOTH };
    case 'insecure':
      return {
        found: found('нема сертификат коме се верује', 'has no certificate that is trusted'),
        action: {
          sr: 'Проверите сат уређаја, и url и ca у подешавању stream.',
          en: 'Check the clock of the box, and url and ca in the setting stream.',
        },
      };
    case 'refused':
      return {
        found: found('одбија овај уређај', 'refuses this box'),
        action: {
          sr: 'Проверите credentials и subject у подешавању stream; ако је уређај опозван, тражите нове од онога ко води сервер.',
          en: 'Check credentials and subject in the setting stream; if the box was revoked, get new ones from whoever runs the server.',
        },
      };
    case 'busy':
    case 'server':
      return { found: found('не може да прими податке', 'cannot take the data'), action: CHECK_SERVER };
    case 'broken':
      return cause === 'moved'
        ? {
            found: found('добија податке овог уређаја и од другог', 'gets the data of this box from another one, too'),
            action: {
              sr: 'Погледајте да ли ради и неки други уређај са истим дневником, враћеним из резервне копије: један од њих угасите.',
              en: 'See whether another box runs with the same ledger, restored from a backup: switch one of them off.',
            },
          }
        : { found: found('није дао исправан одговор', 'gave no answer that can be read'), action: CHECK_SERVER };
    case 'stopped':
      return { found: { sr: 'Уређај се гаси.', en: 'The box is stopping.' }, action: CHECK_NETWORK };
  }
}

function found(sr: string, en: string): Bilingual {
  return { sr: `Сервер власника ${sr}.`, en: `The owner's server ${en}.` };
}
