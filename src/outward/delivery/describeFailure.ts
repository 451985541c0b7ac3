import { assertNever, type Bilingual } from '../../base/index.js';
import type { NotifySetting } from '../../shop/settings/index.js';
import type { DeliveryFailure } from './deliveryFailure.js';

export interface FailureDescription {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

const NETWORK: Bilingual = {
  sr: 'Проверите интернет везу уређаја и url у подешавању notify.',
  en: 'Check the Internet connection of the box, and url in the setting notify.',
};
const WAIT: Bilingual = { sr: 'Сачекајте: уређај сам покушава поново.', en: 'Wait: the box tries again by itself.' };

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
        found: found('нема сертификат коме се верује', 'has no trusted certificate'),
        action: {
          sr: 'Проверите сат и мрежу уређаја и url у подешавању notify; за сопствени сертификат: NODE_EXTRA_CA_CERTS.',
          en: 'Check the clock and network of the box, and url in the setting notify; for a certificate of your own: NODE_EXTRA_CA_CERTS.',
        },
      };
    case 'broken':
      return { found: found('није дао исправан одговор', 'did not give a valid answer'), action: addressText(to) };
    case 'busy':
      return { found: found(`тражи паузу (${number})`, `asks for a pause (${number})`), action: WAIT };
    case 'server':
      return { found: found(`има квар (${number})`, `reports a failure (${number})`), action: WAIT };
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
      sr: 'Проверите url у подешавању notify; без њега се користи Telegram.',
      en: 'Check url in the setting notify; without it, Telegram is used.',
    };
  }
  return {
    sr: 'Проверите програм који прима поруке, и url у подешавању notify.',
    en: 'Check the program that receives the messages, and url in the setting notify.',
  };
}

/**
 * Telegram answers 401 and 404 for a wrong token, 400 for a wrong chat, and 403 for a chat that has not admitted the
 * bot.
 */
function refusalText(status: number | null, to: NotifySetting['kind']): Bilingual {
  if (to === 'webhook') {
    return {
      sr: 'Проверите url и secret у подешавању notify, и шта бележи програм који прима (kasirbox notify test).',
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
    en: 'Send the bot a message from that chat (or add it to the group), and check chat in the setting notify; then run: kasirbox notify test',
  };
}

const CHECK_SETTING: Bilingual = {
  sr: 'Проверите url и secret у подешавању webhooks, и шта бележи програм који прима; чим подешавање поново сачувате, уређај покушава поново.',
  en: 'Check url and secret in the setting webhooks, and what the receiver logs; when you save the setting, the box tries again at once.',
};
const CHECK_CERTIFICATE: Bilingual = {
  sr: 'Проверите сат и мрежу уређаја и url у подешавању webhooks; за сопствени сертификат: NODE_EXTRA_CA_CERTS.',
  en: 'Check the clock and network of the box, and url in the setting webhooks; for a certificate of your own: NODE_EXTRA_CA_CERTS.',
};
const CHECK_RECEIVER: Bilingual = {
  sr: 'Проверите програм који прима и везу са њим; уређај сам покушава поново, и шаље редом све што чека.',
  en: 'Check the receiver and the network; the box tries again by itself, and sends everything that is waiting in order.',
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
  en: 'Check the network of the box, and url in the setting stream; the box tries again by itself.',
};
/** A server without the stream does not answer the account of a box either. */
const CHECK_BOTH: Bilingual = {
  sr: 'Проверите мрежу уређаја, и нека онај ко води сервер погледа има ли на њему тока KASIRBOX; уређај сам покушава поново.',
  en: 'Check the network of the box, and ask the administrator of the server whether it has the stream KASIRBOX; the box tries again by itself.',
};
const CHECK_SERVER: Bilingual = {
  sr: 'Нека онај ко води сервер погледа има ли на њему места и тока KASIRBOX; уређај сам покушава поново.',
  en: 'Ask the administrator of the server whether it has free space and the stream KASIRBOX; the box tries again by itself.',
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
        found: found('нема сертификат коме се верује', 'has no trusted certificate'),
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
          en: 'Check credentials and subject in the setting stream; if the box was revoked, get new ones from the administrator of the server.',
        },
      };
    case 'busy':
    case 'server':
      return { found: found('не може да прими податке', 'cannot accept the data'), action: CHECK_SERVER };
    case 'broken':
      return cause === 'moved'
        ? {
            found: found(
              'добија податке овог уређаја и од другог',
              'receives the data of this box from another one, too',
            ),
            action: {
              sr: 'Погледајте да ли ради и неки други уређај са истим дневником, враћеним из резервне копије: један од њих угасите.',
              en: 'Check whether another box runs with the same ledger, restored from a backup: switch one of them off.',
            },
          }
        : { found: found('није дао исправан одговор', 'did not give a valid answer'), action: CHECK_SERVER };
    case 'stopped':
      return { found: { sr: 'Уређај се гаси.', en: 'The box is stopping.' }, action: CHECK_NETWORK };
  }
}

function found(sr: string, en: string): Bilingual {
  return { sr: `Сервер власника ${sr}.`, en: `The owner's server ${en}.` };
}
