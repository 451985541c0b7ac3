import { assertNever, type Bilingual, localTime, receiptTimeOfLocal } from '../../../base/index.js';
import { type Environment, hostOf, PFR_TRAITS } from '../../../contract/index.js';
import { isProfileOf, type Ledger, type ProcessorProfile } from '../../../platform/ledger/index.js';
import type { Pfr } from '../../../processors/pfr/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { defineCheck, failure, good, inBoth, warning } from '../check.js';

interface PfrDeps {
  readonly pfr: () => Pfr;
}

/**
 * One finding for each fault that the processor reports, card and PIN first, in the order of repair. The texts come
 * with the status of the processor, from `pfr/`.
 */
export const pfrCheck = defineCheck({
  name: 'pfr',
  consequence: 'signing',
  alarmAfterPolls: 5,
  guide: {
    symptom: { sr: 'Рачуни се не издају; квар pfr', en: 'No receipts; failure pfr' },
    cause: { sr: 'процесор није доступан, или није спреман', en: 'the processor cannot be reached, or is not ready' },
    command: 'kasirbox pfr status',
  },
  run({ pfr }: PfrDeps) {
    const { words, findings, mode, uid, address } = pfr().status();
    const identity = uid === '' ? mode : `${mode} ${uid}`;
    if (findings.length === 0) return [good(words, inBoth(identity))];
    // Without a code the fault may be in the address or on the network path to it.
    const place = address === undefined ? identity : `${identity}; ${address}`;
    return findings.map(({ code, blocks, found, action, command, detail }) => {
      const known = code === null ? inBoth(place) : { sr: `${identity}; код ${code}`, en: `${identity}; code ${code}` };
      const proof = detail === undefined ? known : { sr: `${known.sr}; ${detail}`, en: `${known.en}; ${detail}` };
      const told = blocks ? failure(found, action, proof) : warning(found, action, proof);
      return { ...told, ...(command !== undefined && { command }) };
    });
  },
});

interface PfrTransportDeps {
  readonly settings: Pick<Settings, 'now'>;
}

/**
 * Addresses of the box itself, where no other device can listen (RFC 5735, 3; RFC 6761, 6.3), as `hostOf` writes them.
 */
const LOOPBACK = /^(127\.\d+\.\d+\.\d+|(.+\.)?localhost|\[::1\])$/;

/** Whether other devices on the shop's network can read and change the traffic between box and processor. */
export const pfrTransportCheck = defineCheck({
  name: 'pfr-transport',
  consequence: 'receipts',
  guide: {
    symptom: { sr: 'Упозорење pfr-transport', en: 'Warning pfr-transport' },
    cause: { sr: 'веза са процесором није заштићена', en: 'the connection with the processor is not protected' },
    command: 'kasirbox settings show',
  },
  // Most products support only plain HTTP: the owner would be notified of something that cannot be changed.
  alarmAfterPolls: null,
  isForTechnician: true,
  run({ settings }: PfrTransportDeps) {
    const { environment } = settings.now;
    const { mode, url, pin } = settings.now[`pfr.${environment}`];
    const { isRemote, isOnInternet } = PFR_TRAITS[mode];
    if (!isRemote || isOnInternet || url === undefined || LOOPBACK.test(hostOf(url))) return [];
    if (new URL(url).protocol === 'http:')
      return [warning(PFR_TRANSPORT_TEXTS.plain(), PFR_TRANSPORT_TEXTS.encrypt(environment), inBoth(hostOf(url)))];
    return [
      good(
        pin === undefined ? PFR_TRANSPORT_TEXTS.certified() : PFR_TRANSPORT_TEXTS.pinned(),
        pin === undefined ? null : inBoth(pin),
      ),
    ];
  },
});

const PFR_TRANSPORT_TEXTS = {
  plain: (): Bilingual => ({
    sr: 'Веза са процесором није шифрована (http). Свако ко је на мрежи продавнице може да прочита ПИН и рачуне и да их успут измени.',
    en: "The connection to the processor is not encrypted (http). Anyone on the shop's network can read the PIN and the receipts, and change them in transit.",
  }),
  encrypt: (environment: Environment): Bilingual => ({
    sr: `Повежите процесор каблом на мрежу без туђих уређаја, а ПИН унесите на самом процесору. Ако процесор има https, сервисер треба да подеси његов кључ ("pin") (kasirbox settings set pfr.${environment} '{"mode":"lpfr","url":"https://…","pin":"sha256/…"}').`,
    en:
      "Connect the processor by cable to a network without other people's devices, and enter the PIN on the processor itself. If the processor has https, have a technician set its key (“pin”): " +
      `kasirbox settings set pfr.${environment} '{"mode":"lpfr","url":"https://…","pin":"sha256/…"}'`,
  }),
  certified: (): Bilingual => ({
    sr: 'Веза са процесором је шифрована, а његовом сертификату се верује.',
    en: 'The connection to the processor is encrypted, and its certificate is trusted.',
  }),
  pinned: (): Bilingual => ({
    sr: 'Веза са процесором је шифрована, а прихвата се само подешени кључ.',
    en: 'The connection to the processor is encrypted, and only the configured key is accepted.',
  }),
} as const;

interface PfrTestDeps {
  readonly pfr: () => Pfr;
  readonly ledger: Pick<Ledger, 'main'>;
}

/** Whether the external processor in use was ever tested, and the result. */
export const pfrTestCheck = defineCheck({
  name: 'pfr-test',
  consequence: 'receipts',
  guide: {
    symptom: { sr: 'Упозорење pfr-test', en: 'Warning pfr-test' },
    cause: { sr: 'процесор још није испробан', en: 'the processor has not been tested yet' },
    command: 'kasirbox pfr test',
  },
  // For the technician who sets up the box: the owner can do nothing about it.
  alarmAfterPolls: null,
  run({ pfr, ledger }: PfrTestDeps) {
    const { mode, environment, uid } = pfr().status();
    if (!PFR_TRAITS[mode].isRemote) return [];
    const profile = ledger.main.profile(environment);
    if (profile === undefined) return [warning(PFR_TEST_TEXTS.never(), PFR_TEST_TEXTS.run())];
    const proof = proofOf(profile);
    if (!isProfileOf(profile, { mode, uid })) return [warning(PFR_TEST_TEXTS.other(), PFR_TEST_TEXTS.run(), proof)];
    return [good(PFR_TEST_TEXTS.tried(profile), proof)];
  },
});

/** The API uses the same names for quirks. */
function proofOf({ mode, uid, unknownId, signingTime, quirks = [] }: ProcessorProfile): Bilingual {
  const [sr, en] = signingTime === null ? [[], []] : [[`потписивање ${signingTime} мс`], [`signing ${signingTime} ms`]];
  const identity = `${mode} ${uid}`;
  return {
    sr: [identity, ...sr, `непознат захтев: ${UNKNOWN_ID_WORDS[unknownId]}`, ...quirks].join('; '),
    en: [identity, ...en, `unknown id: ${unknownId}`, ...quirks].join('; '),
  };
}

const UNKNOWN_ID_WORDS: Readonly<Record<ProcessorProfile['unknownId'], string>> = {
  absent: 'нема рачуна',
  unclear: 'нејасно',
  'other receipt': 'други рачун',
};

const PFR_TEST_TEXTS = {
  never: (): Bilingual => ({
    sr: 'Процесор никада није испробан.',
    en: 'The processor has never been tested.',
  }),
  other: (): Bilingual => ({
    sr: 'Испробан је други процесор, а овај није.',
    en: 'Another processor was tested, but not this one.',
  }),
  run: (): Bilingual => ({
    sr: 'Пре првог купца испробајте процесор у „Подешавања”, страница „Процесор и окружење” (у терминалу: kasirbox pfr test).',
    en: 'Before the first buyer, test the processor under Settings, page “Processor and environment” (in a terminal: kasirbox pfr test).',
  }),
  tried: ({ at, keepsAnswers }: ProcessorProfile): Bilingual => {
    const kept = keptText(keepsAnswers);
    const day = localTime(at);
    return {
      sr: `Процесор је испробан ${receiptTimeOfLocal(day)}: ${kept.sr}.`,
      en: `The processor was tested on ${day}: ${kept.en}.`,
    };
  },
} as const;

/** Which answers can be looked up. */
function keptText(keepsAnswers: ProcessorProfile['keepsAnswers']): Bilingual {
  switch (keepsAnswers) {
    case 'latest':
      return {
        sr: 'изгубљен одговор чува само до следећег рачуна',
        en: 'it stores a lost response only until the next receipt',
      };
    case 'several':
      return { sr: 'чува више одговора', en: 'it stores several responses' };
    case 'none':
      return { sr: 'изгубљен одговор не може да се пронађе', en: 'a lost response cannot be retrieved' };
    default:
      return assertNever(keepsAnswers);
  }
}
