import type { Environment, PfrMode } from '../base/fiscal.js';
import { never } from '../base/result.js';
import type { Finding, Words } from '../base/words.js';
import type { ChannelFault } from './channel.js';
import { refusalWords } from './wire/codes.js';
import type { PinFailure } from './wire/pin.js';

/** What the box says of a processor beside the codes that it sends. */

function finding(found: Words, action: Words): Finding {
  return { code: null, blocks: true, found, action };
}

const CHECK_NETWORK: Words = {
  sr: 'Проверите да ли је процесор укључен и повезан на мрежу, и да ли је адреса тачна.',
  en: 'Check that the processor is on and on the network, and its address: kasirbox settings show',
};

const CHECK_INTERNET: Words = {
  sr: 'Проверите интернет везу; ако интернет ради, систем Пореске управе не одговара: сачекајте.',
  en: 'Check the Internet connection; if that works, the system of the tax authority does not answer: wait.',
};

export const NOT_SEEN: Finding = finding(
  { sr: 'Стање фискалног процесора још није познато.', en: 'The state of the processor is not known yet.' },
  { sr: 'Сачекајте неколико секунди.', en: 'Wait some seconds.' },
);

export const READY: Words = { sr: 'Фискални процесор је спреман.', en: 'The processor is ready.' };

export const UNREADABLE: Finding = finding(
  {
    sr: 'На задатој адреси не одговара фискални процесор.',
    en: 'What answers at the address is no fiscal processor.',
  },
  {
    sr: 'Позовите сервисера: треба исправити адресу процесора.',
    en: 'Mend the address, with its path prefix if it has one: kasirbox settings set pfr.ENVIRONMENT …',
  },
);

export const NO_RATES: Finding = finding(
  { sr: 'Фискални процесор није послао пореске стопе.', en: 'The processor has sent no tax rates.' },
  {
    sr: 'Повежите процесор на интернет и сачекајте да преузме стопе.',
    en: 'Connect the processor to the Internet and wait until it has fetched its rates.',
  },
);

/** The processor belongs to the other of the two worlds. */
export function otherSide(set: Environment): Finding {
  const found =
    set === 'production'
      ? { sr: 'Фискални процесор је тестни, а подешен је за прави рад.', en: 'A test processor is set for production.' }
      : {
          sr: 'Фискални процесор је прави, а подешен је за тестирање.',
          en: 'A real processor is set for the sandbox.',
        };
  return finding(found, {
    sr: 'Позовите сервисера: треба исправити адресу процесора.',
    en: `Set the processor of the right environment: kasirbox settings set pfr.${set} …`,
  });
}

/** Why the processor could not be asked. A V-PFR is not the shop's: there it is the way to it that may be mended. */
export function unreached(fault: ChannelFault, mode: PfrMode): Finding {
  const finding = faultFinding(fault, mode);
  return OUT_OF_REACH.includes(fault.cause) ? { ...finding, isOutOfReach: true } : finding;
}

/** With any other fault somebody was there. */
const OUT_OF_REACH: readonly ChannelFault['cause'][] = ['address', 'refused', 'unreachable', 'timeout', 'reset'];

function faultFinding({ cause, detail }: ChannelFault, mode: PfrMode): Finding {
  const found = (sr: string, en: string): Words => ({ sr, en: `${en} (${detail})` });
  const check = mode === 'vpfr' ? CHECK_INTERNET : CHECK_NETWORK;
  switch (cause) {
    case 'address':
      return finding(
        found('Име фискалног процесора није пронађено на мрежи.', 'The name of the processor was not found.'),
        check,
      );
    case 'refused':
      return finding(
        found('На адреси процесора нико не прима везу.', 'Nobody takes a connection at the address.'),
        mode === 'vpfr'
          ? CHECK_INTERNET
          : {
              sr: 'Проверите да ли програм процесора ради.',
              en: 'Check that the program of the processor runs, and the port.',
            },
      );
    case 'unreachable':
    case 'timeout':
    case 'reset':
      return finding(found('Фискални процесор не одговара.', 'The processor does not answer.'), check);
    case 'certificate':
      return finding(
        found('Пореска управа није прихватила сертификат.', 'The client certificate is missing or was refused.'),
        { sr: 'Позовите сервисера: треба проверити сертификат.', en: 'Look at it: kasirbox certificate show' },
      );
    case 'trust':
      return finding(found('Сертификату процесора се не верује.', 'The certificate of the processor is not trusted.'), {
        sr: 'Проверите сат уређаја и позовите сервисера.',
        en: 'Check the clock; a private authority is added by: kasirbox certificate trust FILE --environment E',
      });
    case 'protocol':
      return UNREADABLE;
    default:
      return never(cause);
  }
}

/** Why a PIN was not handed over, or what became of it is not known. */
export const PIN_TEXTS = {
  none: {
    sr: 'В-ПФР нема ПИН: његов безбедносни елемент је код Пореске управе.',
    en: 'A V-PFR has no PIN: its secure element is at the tax authority.',
  },
  busy: {
    sr: 'Фискални процесор је заузет рачуном; ПИН није послат. Поновите мало касније.',
    en: 'The processor is busy with a receipt; the PIN was not sent. Try again.',
  },
  unknown: {
    sr: 'Процесор није јасно одговорио: можда је ПИН примљен. Погледајте стање пре новог покушаја.',
    en: 'The processor gave no clear answer: it may have taken the PIN. Before another try look at: kasirbox pfr status',
  },
} as const satisfies Readonly<Record<string, Words>>;

/** Why the processor of an environment did not take a PIN. */
export function pinRefused({ codes, isFormWrong }: PinFailure, environment: Environment): Words {
  if (isFormWrong) {
    return {
      sr: 'Процесор не чита ПИН у овом облику; овај покушај се не рачуна. Позовите сервисера: треба подесити облик.',
      en: `The processor does not read a PIN of this form; the try has not counted. Set pinBody to text, number, json or object: kasirbox settings set pfr.${environment} …`,
    };
  }
  return codes.length === 0 ? PIN_TEXTS.unknown : refusalWords(codes, null);
}

/** What the caller of the API is told when a receipt could not be sent at all, or its end is not known. */
export const REFUSALS = {
  busy: 'Фискални процесор је заузет другим рачуном. Поновите исти захтев.',
  outOfReach: 'Фискални процесор тренутно није доступан. Поновите исти захтев.',
  unknown:
    'Исход није познат: фискални процесор није јасно одговорио. Поновите исти захтев; пре новог рачуна уређај проверава да ли је овај већ издат.',
  doubt: 'Није могуће утврдити да ли је овај рачун издат. Не издајте га поново; позовите сервисера да унесе одлуку.',
  unsettled:
    'Исход претходног рачуна још није познат, па се нови не шаљу. Поновите исти захтев мало касније; ако потраје, позовите сервисера.',
} as const;

/** The tax authority did not take the PAC. */
export const WRONG_PAC: Finding = finding(
  { sr: 'Пореска управа није прихватила ПАК.', en: 'The tax authority did not take the PAC.' },
  {
    sr: 'Позовите сервисера: треба унети ПАК који је стигао уз сертификат.',
    en: 'Set the PAC that came with the certificate: kasirbox settings set pfr.ENVIRONMENT - < FILE',
  },
);

export const NO_PAC: Finding = finding({ sr: 'ПАК није унет.', en: 'The PAC is not set.' }, WRONG_PAC.action);

export const NO_ADDRESS: Finding = finding(
  { sr: 'Адреса фискалног процесора није задата.', en: 'The address of the processor is not set.' },
  {
    sr: 'Позовите сервисера: треба задати адресу процесора.',
    en: 'Set it: kasirbox settings set pfr.ENVIRONMENT \'{"mode":"vpfr","url":"https://…","pac":"…"}\'',
  },
);

export function noCertificate(environment: Environment): Finding {
  return finding(
    { sr: 'Сертификат за фискални процесор није инсталиран.', en: 'No certificate for the processor is installed.' },
    {
      sr: 'Позовите сервисера: треба инсталирати сертификат.',
      en: `Run: kasirbox certificate install FILE --environment ${environment}`,
    },
  );
}

/** A look at the state that was answered by an error without a code. */
export function lookRefused(text: string): Finding {
  return finding(
    {
      sr: `Фискални процесор не даје своје стање: ${text}`,
      en: `The processor does not tell its state: ${text}`,
    },
    {
      sr: 'Искључите и укључите процесор (ПФР); ако се понови, позовите његовог сервисера.',
      en: 'Restart the processor; if it says so again, call its maker.',
    },
  );
}
