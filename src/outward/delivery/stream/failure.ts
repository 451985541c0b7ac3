import type { Bilingual } from '../../../base/index.js';
import type { DeliveryFailure } from '../deliveryFailure.js';
import type { FailureDescription } from '../notify/failure.js';

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
              sr: 'Погледајте да ли ради и неки други уређај са истом књигом, враћеном из резервне копије: један од њих угасите.',
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
