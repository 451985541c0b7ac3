import type { Bilingual, Finding } from '../../base/index.js';
import type { Environment, PfrMode } from '../../contract/index.js';

/** Texts about access to a processor: PAC, certificate, card and address. */

/**
 * How the box authenticates to a processor: for which environment, and with the key of a card or with a certificate
 * file.
 */
export interface Access {
  readonly mode: PfrMode;
  readonly environment: Environment;
  /** Defaults to false: a certificate file. */
  readonly isByCard?: boolean;
}

/** The tax authority rejected the PAC, or requires one. */
export function wrongPac({ environment, isByCard = false }: Access): Finding {
  return finding(
    { sr: 'Пореска управа није прихватила ПАК.', en: 'The tax authority did not accept the PAC.' },
    isByCard
      ? {
          sr: `Унесите ПАК који је стигао уз картицу, у „Подешавања”, на страници „Процесор и окружење” (kasirbox settings set pfr.${environment} -); ако га немате, позовите сервисера.`,
          en: `Enter the PAC that came with the card under Settings, page “Processor and environment” (kasirbox settings set pfr.${environment} -, then {"mode":"vpfr","key":"card","pac":"…"}); if you do not have it, call a technician.`,
        }
      : {
          sr: `Унесите ПАК који је стигао уз сертификат, у „Подешавања”, на страници „Процесор и окружење” (kasirbox settings set pfr.${environment} -); ако га немате, позовите сервисера.`,
          en: `Enter the PAC that came with the certificate under Settings, page “Processor and environment” (kasirbox settings set pfr.${environment} -, then {"mode":"vpfr","pac":"…"}); if you do not have it, call a technician.`,
        },
  );
}

/** The PAC is a secret, so the command prompts for the value. */
export function noPac(environment: Environment): Finding {
  return finding(
    { sr: 'ПАК није унет.', en: 'The PAC is not set.' },
    {
      sr: `Унесите ПАК који је стигао уз сертификат, у „Подешавања”, на страници „Процесор и окружење” (kasirbox settings set pfr.${environment} -); ако га немате, позовите сервисера.`,
      en: `Enter the PAC that came with the certificate under Settings, page “Processor and environment” (kasirbox settings set pfr.${environment} -, then {"mode":"vpfr","pac":"…"}); if you do not have it, call a technician.`,
    },
  );
}

/** The card in the reader belongs to the other environment. */
export function cardOfOther(environment: Environment): Finding {
  const [sr, en] = environment === 'production' ? ['тестна', 'of the sandbox'] : ['за праве рачуне', 'of production'];
  return finding(
    { sr: `Картица у читачу је ${sr}.`, en: `The card in the reader is ${en}.` },
    { sr: 'Ставите другу картицу у читач.', en: `Insert the card for the ${environment} environment.` },
  );
}

export function noAddress(environment: Environment, isByCard = false): Finding {
  const members = isByCard ? '"key":"card","url":"https://…"' : '"url":"https://…","pac":"…"';
  return finding(
    { sr: 'Адреса фискалног процесора није задата.', en: 'The address of the processor is not set.' },
    {
      sr: `Унесите адресу процесора у „Подешавања”, на страници „Процесор и окружење” (kasirbox settings set pfr.${environment} -); ако је не знате, позовите сервисера.`,
      en: `Enter the processor's address under Settings, page “Processor and environment” (kasirbox settings set pfr.${environment} -, then {"mode":"vpfr",${members}}); if you do not know it, call a technician.`,
    },
  );
}

/** The card names an address that is not one of the tax authority's for this environment. */
export function strangeAddress(environment: Environment, host: string): Finding {
  const [sr, en] = environment === 'production' ? ['праве рачуне', 'production'] : ['тестирање', 'the sandbox'];
  return finding(
    {
      sr: `Картица упућује на ${host}, а то није адреса Пореске управе за ${sr}. Тамо се ништа не шаље.`,
      en: `The card refers to ${host}, which is not the tax authority's address for ${en}. Nothing is sent there.`,
    },
    {
      sr: `Проверите да ли је картица права; ако јесте, унесите адресу процесора у „Подешавања”, на страници „Процесор и окружење” (kasirbox settings set pfr.${environment} -).`,
      en: `Check that the card is the right one; if it is, enter the processor's address under Settings, page “Processor and environment” (kasirbox settings set pfr.${environment} -, then {"mode":"vpfr","key":"card","url":"https://…"}).`,
    },
  );
}

export function noCertificate(environment: Environment): Finding {
  return finding(
    { sr: 'Сертификат за фискални процесор није инсталиран.', en: 'No certificate for the processor is installed.' },
    {
      sr: `Инсталирајте сертификат у „Подешавања”, на страници „Сертификати” (kasirbox certificate install FILE --environment ${environment}); ако га немате, узмите га са портала Пореске управе.`,
      en: `Install the certificate under Settings, page “Certificates” (kasirbox certificate install FILE --environment ${environment}); if you do not have it, get it from the tax authority's portal.`,
    },
  );
}

/**
 * The tax authority denied access. `said` is its own text, when it sent an error object. A client with a revoked
 * certificate gets an HTML page instead, which is of no use to people in a shop. `isByCard` is undefined where it is
 * not known.
 */
export function certificateRefused(detail: string, reason: string | null, isByCard?: boolean): Finding {
  const words = reason === null ? '.' : `: ${reason}`;
  const commands = {
    file: 'kasirbox certificate show',
    card: 'kasirbox card info',
    any: 'kasirbox certificate show, or for the key of a card: kasirbox card info',
  };
  const refused = finding(
    {
      sr: `Пореска управа није прихватила сертификат${words}`,
      en: `The tax authority did not accept the client certificate${words}`,
    },
    {
      sr: `Сертификат је можда опозван или истекао. Проверите ${isByCard === true ? 'картицу' : 'сертификат'} и ПАК, и шта каже портал Пореске управе; ако су исправни, позовите сервисера.`,
      en: `It may have been revoked or have expired. Check it and the PAC, and see the tax authority's portal; if they are in order, call a technician: ${commands[isByCard === undefined ? 'any' : isByCard ? 'card' : 'file']}`,
    },
  );
  return { ...refused, detail };
}

/** A problem that the box found itself and that must be fixed before receipts can be issued. */
export function finding(found: Bilingual, action: Bilingual): Finding {
  return { code: null, blocks: true, found, action };
}
