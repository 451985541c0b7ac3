import { assertNever, type Bilingual, type Explanation, type Finding } from '../../base/index.js';
import { type Environment, PFR_TRAITS, type PfrMode } from '../../contract/index.js';
import { certificateRefused, finding } from './accessTexts.js';
import type { ChannelFault } from './channel.js';

/** Texts about a processor, apart from those of the processor's own codes. */
const CHECK_NETWORK: Bilingual = {
  sr: 'Проверите да ли је процесор укључен и повезан на мрежу, и да ли је адреса тачна (kasirbox settings show).',
  en: 'Check that the processor is switched on and on the network, and that its address is right (kasirbox settings show).',
};

const CHECK_INTERNET: Bilingual = {
  sr: 'Проверите интернет везу; ако интернет ради, систем Пореске управе не одговара: сачекајте.',
  en: "Check the internet connection; if it works, the tax authority's system does not respond: wait.",
};

export const STATE_UNKNOWN: Finding = finding(
  { sr: 'Стање фискалног процесора још није познато.', en: 'The state of the processor is not known yet.' },
  { sr: 'Сачекајте неколико секунди.', en: 'Wait a few seconds.' },
);

export const READY: Bilingual = { sr: 'Фискални процесор је спреман.', en: 'The processor is ready.' };

export const UNREADABLE: Finding = finding(
  {
    sr: 'На задатој адреси не одговара фискални процесор.',
    en: 'The device at the configured address is not a fiscal processor.',
  },
  {
    sr: 'Проверите адресу процесора у подешавањима; ако је не знате, позовите сервисера (kasirbox settings set pfr.ENVIRONMENT …).',
    en:
      'Check the address of the processor in the settings; if you do not know it, call a technician ' +
      '(kasirbox settings set pfr.ENVIRONMENT …).',
  },
);

export const NO_RATES: Finding = finding(
  { sr: 'Фискални процесор није послао пореске стопе.', en: 'The processor has sent no tax rates.' },
  {
    sr: 'Повежите процесор на интернет и сачекајте да преузме стопе.',
    en: 'Connect the processor to the internet and wait until it has downloaded the rates.',
  },
);

/** A test processor is configured for production, or a real one for the sandbox. */
export function wrongEnvironment(set: Environment): Finding {
  const found =
    set === 'production'
      ? {
          sr: 'Фискални процесор је тестни, а подешен је за прави рад.',
          en: 'The processor is a test one, but it is set for production.',
        }
      : {
          sr: 'Фискални процесор је прави, а подешен је за тестирање.',
          en: 'The processor is a production one, but it is set for the sandbox.',
        };
  return finding(found, {
    sr: `Исправите адресу процесора у „Подешавања”, на страници „Процесор и окружење” (kasirbox settings set pfr.${set} …); ако је не знате, позовите сервисера.`,
    en: `Correct the processor's address under Settings, page “Processor and environment” (kasirbox settings set pfr.${set} …); if you do not know it, call a technician.`,
  });
}

/** The link of a signed receipt leads to a host that does not belong to the tax authority. */
export function misleadingLink(host: string): Finding {
  return finding(
    {
      sr: `Веза за проверу рачуна не води на Пореску управу, него на ${host}. Такав рачун се не прихвата, а нови се не шаљу.`,
      en: `The verification link of a receipt leads to ${host} instead of the tax authority. Such a receipt is not accepted, and no new ones are sent.`,
    },
    {
      sr: 'Неко на мрежи мења одговоре процесора, или процесор није исправно подешен: повежите га каблом или преко https са отиском кључа и позовите произвођача процесора. Затим унесите рачун са портала: kasirbox pfr settle',
      en:
        "Someone on the network is changing the processor's responses, or it is set up wrongly: connect it by cable or over https with a pinned key, " +
        'and call its manufacturer. Then enter the receipt from the portal: kasirbox pfr settle',
    },
  );
}

/**
 * Why the processor could not be called. A V-PFR is not in the shop: there only the Internet connection can be fixed.
 */
export function unreached(fault: ChannelFault, mode: PfrMode): Finding {
  const finding = { detail: fault.detail, ...faultFinding(fault, mode) };
  return OUT_OF_REACH.includes(fault.cause) ? { ...finding, isOutOfReach: true } : finding;
}

/** With any other fault, something at the address has answered. */
const OUT_OF_REACH: readonly ChannelFault['cause'][] = ['address', 'refused', 'unreachable', 'timeout', 'reset'];

function faultFinding({ cause, detail, seen }: ChannelFault, mode: PfrMode): Finding {
  const { isOnInternet } = PFR_TRAITS[mode];
  const check = isOnInternet ? CHECK_INTERNET : CHECK_NETWORK;
  switch (cause) {
    case 'address':
      return finding(
        {
          sr: 'Име фискалног процесора није пронађено на мрежи.',
          en: 'The name of the processor was not found on the network.',
        },
        check,
      );
    case 'refused':
      return finding(
        {
          sr: 'Процесор на подешеној адреси не одговара.',
          en: 'The processor at the configured address does not respond.',
        },
        isOnInternet
          ? CHECK_INTERNET
          : {
              sr: 'Проверите да ли програм процесора ради, и на ком порту.',
              en: "Check that the processor's program is running, and on which port.",
            },
      );
    case 'unreachable':
    case 'timeout':
    case 'reset':
      return finding({ sr: 'Фискални процесор не одговара.', en: 'The processor does not answer.' }, check);
    case 'certificate':
      return certificateRefused(detail, null);
    case 'trust':
      if (!isOnInternet) return notTrusted(detail, seen ?? null);
      return finding(
        { sr: 'Сертификату процесора се не верује.', en: 'The certificate of the processor is not trusted.' },
        {
          sr: 'Проверите сат уређаја. Ако је тачан, приватног издаваоца додајте са: kasirbox certificate trust FILE --environment E',
          en: 'Check the clock of the box. If it is right, add a private certificate authority: kasirbox certificate trust FILE --environment E',
        },
      );
    case 'pin':
      return anotherKey(seen ?? null);
    case 'protocol':
      return UNREADABLE;
    case 'library':
      return noLibrary(detail);
    default:
      return assertNever(cause);
  }
}

/** An L-PFR has a self-made certificate, so its key is pinned. `seen` is the pin of the key that it presented. */
function notTrusted(detail: string, seen: string | null): Finding {
  const untrusted = finding(
    {
      sr: 'Сертификату процесора се не верује; ништа му није послато.',
      en: 'The certificate of the processor is not trusted; nothing was sent to it.',
    },
    {
      sr: `Упоредите кључ са оним на процесору и упишите га у „Подешавања”, на страници „Процесор и окружење” (kasirbox settings set pfr.ENVIRONMENT '{…,"pin":"${seen ?? 'sha256/…'}"}').`,
      en: `Compare the key with the one on the processor and enter it under Settings, page “Processor and environment”: kasirbox settings set pfr.ENVIRONMENT '{…,"pin":"${seen ?? 'sha256/…'}"}'`,
    },
  );
  return { ...untrusted, detail: seen === null ? detail : `${detail}; ${seen}` };
}

/** The device at the address of an L-PFR does not have the pinned key. */
function anotherKey(seen: string | null): Finding {
  const shown = seen ?? '-';
  return finding(
    {
      sr: `На адреси процесора одговара неко са другим кључем од подешеног (виђен је ${shown}); ништа му није послато.`,
      en: `The device at the processor's address has a different key from the configured one (seen: ${shown}); nothing was sent to it.`,
    },
    {
      sr: 'Ако је процесор или његов сертификат замењен, упоредите нови кључ са оним на процесору, па га упишите као "pin" (kasirbox settings set pfr.ENVIRONMENT …); ако није, неко се представља као процесор.',
      en:
        'If the processor or its certificate was replaced, compare the new key with the one on the processor and set it as "pin": ' +
        'kasirbox settings set pfr.ENVIRONMENT …; otherwise someone is impersonating the processor.',
    },
  );
}

/** Without GnuTLS the key of a card cannot be used; a certificate file does not need GnuTLS. */
export function noLibrary(detail: string): Finding {
  return finding(
    {
      sr: 'У уређају недостаје GnuTLS, без кога се кључ картице не може користити. Ништа није послато.',
      en: `GnuTLS, which is needed to use the card's key, is missing or does not work; nothing was sent (${detail}).`,
    },
    {
      sr: 'Инсталирајте libgnutls30: apt-get install libgnutls30; ако већ постоји, поново покрените scripts/install. Уређај је сам налази. Ако не успе, позовите сервисера.',
      en: 'Install libgnutls30: apt-get install libgnutls30; if it is already there, run scripts/install again. The box finds it automatically. If this fails, call a technician.',
    },
  );
}

/** Answers to the caller of the API when a receipt could not be sent at all, or its outcome is not known. */
export const PFR_REFUSALS = {
  busy: {
    rule: 'pfr.busy',
    message: 'Фискални процесор је заузет другим рачуном. Поновите исти захтев.',
    messageEn: 'The processor is busy with another receipt. Repeat the same request.',
  },
  outOfReach: {
    rule: 'pfr.out-of-reach',
    message: 'Фискални процесор тренутно није доступан. Поновите исти захтев.',
    messageEn: 'The processor is out of reach at the moment. Repeat the same request.',
  },
  unknown: {
    rule: 'pfr.outcome-unknown',
    message:
      'Исход није познат: фискални процесор није јасно одговорио. Поновите исти захтев: уређај прво проверава да ли је рачун већ издат. Остали рачуни се издају.',
    messageEn:
      'The outcome is not known: the processor gave no clear answer. Repeat the same request: the box first looks whether the receipt was issued. Other receipts are issued.',
  },
  notSigned: {
    rule: 'pfr.not-signed',
    message: 'Фискални процесор није потписао овај рачун. Поновите исти захтев.',
    messageEn: 'The processor has not signed this receipt. Repeat the same request.',
  },
  doubt: {
    rule: 'pfr.in-doubt',
    message:
      'Није могуће утврдити да ли је овај рачун издат. Не издајте га поново: нека власник или сервисер унесе одлуку.',
    messageEn:
      'It cannot be found out whether this receipt was issued. Do not issue it again; a technician has to decide: kasirbox pfr settle',
  },
  earlierUnknown: {
    rule: 'pfr.earlier-unknown',
    message:
      'Исход ранијег рачуна, од кога овај зависи, још није познат. Поновите исти захтев мало касније; ако потраје, позовите сервисера.',
    messageEn:
      'The outcome of an earlier receipt, on which this one depends, is not known yet. Repeat the same request a little later; if it lasts, call the technician.',
  },
  sameSale: {
    rule: 'pfr.same-sale',
    message:
      'Исти рачун је послат малопре и његов исход још није познат, па се рачун не издаје поново. Поновите захтев: најкасније за минут биће издат као нова продаја.',
    messageEn:
      'The same sale was sent just now, and its outcome is not known yet, so it is not issued again. Repeat the request: within a minute it is issued as a new sale.',
  },
} as const satisfies Readonly<Record<string, Explanation>>;

/** Answer to the caller for a receipt that was signed, according to the counters, but is missing in the box. */
export function signedButMissing(number: string): Explanation {
  return {
    rule: 'pfr.not-held',
    message: `Овај рачун је издат под бројем ${number}, али његов садржај није у уређају. Не издајте га поново: нека власник или сервисер унесе везу са портала Пореске управе.`,
    messageEn: `This receipt was issued under the number ${number}, but its content is not in the box. Do not issue it again; a technician has to enter its link from the portal of the tax authority: kasirbox pfr settle`,
  };
}

/** A status request was answered by an error without a code. */
export function statusRefused(text: string, mode: PfrMode): Finding {
  return finding(
    {
      sr: `Фискални процесор не даје своје стање: ${text}`,
      en: `The processor does not report its state: ${text}`,
    },
    PFR_TRAITS[mode].isOnInternet ? WAIT : RESTART,
  );
}

/** A web server answers in place of the processor behind it, which is being restarted or has failed. */
export function serverFailed(status: number, mode: PfrMode): Finding {
  return finding(
    {
      sr: `Фискални процесор тренутно не ради (HTTP ${status}).`,
      en: `The processor is not working at the moment (HTTP ${status}).`,
    },
    PFR_TRAITS[mode].isOnInternet ? WAIT : RESTART,
  );
}

const RESTART: Bilingual = {
  sr: 'Искључите и укључите процесор (ПФР); ако се понови, позовите његовог сервисера.',
  en: 'Restart the processor; if it happens again, call its technician.',
};

/** The shop cannot restart a processor of the tax authority. */
const WAIT: Bilingual = {
  sr: 'Сачекајте: систем Пореске управе јавља грешку. Ако потраје, позовите Пореску управу.',
  en: "Wait: the tax authority's system reports an error. If it persists, call the tax authority.",
};
