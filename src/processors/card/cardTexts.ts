import { type Bilingual, serbianDay } from '../../base/index.js';

/** An action of a person on the box: confirms that the card is this shop's, or enters its PIN. */
export type CardDeed = 'accept' | 'pin';

interface Words {
  readonly found: Bilingual;
  readonly action: Bilingual;
  readonly deed?: CardDeed;
}

/** The holder of a card. */
export interface Holder {
  readonly uid: string;
  readonly tin: string;
  readonly organisation: string;
}

const ownCard: Bilingual = {
  sr: 'Ставите картицу ове радње.',
  en: 'Insert the card of this shop.',
};
const newCard: Bilingual = {
  sr: 'Затражите нови безбедносни елемент од Пореске управе (портал еПорези).',
  en: 'Request a new secure element from the tax authority (portal ePorezi).',
};

const READ_AGAIN = 'Извадите картицу и вратите је; ако квар остане, позовите сервисера.';

/** A V-PFR signs with a secure element of its own, so it does not change the amount on the card. */
const audit: Bilingual = {
  sr: 'Ако овом картицом потписује Л-ПФР, повежите га на интернет, да Пореска управа прими рачуне.',
  en: 'If an L-PFR signs with this card, connect it to the internet so that the tax authority receives the receipts.',
};

/** Texts about reader and card: the finding, and what to do. */
export const CARD_TEXTS = {
  off: {
    found: { sr: 'Читач картице је искључен у подешавањима.', en: 'Card readers are switched off in the settings.' },
    action: {
      sr: `Изаберите начин приступа читачу у подешавањима, на страници „Картица” (kasirbox settings set cardReader '"auto"').`,
      en: 'Choose how the box accesses the reader under Settings, page “Card” (kasirbox settings set cardReader \'"auto"\').',
    },
  },
  leftToPcscd: {
    found: {
      sr: 'Читачи картица су препуштени програму pcscd док ниједан процесор не користи картицу.',
      en: 'Card readers are used by pcscd only, while no processor uses the card.',
    },
    action: {
      sr: `Ако је читач за овај уређај, изаберите за В-ПФР кључ у картици, или начин приступа читачу у подешавањима, на страници „Картица” (kasirbox settings set cardReader '"pcsc"').`,
      en: "If the reader is for this box, choose the card's key for the V-PFR, or how the box accesses the reader, under Settings, page “Card” (kasirbox settings set cardReader '\"pcsc\"').",
    },
  },
  noReader: {
    found: { sr: 'Читач картице није прикључен.', en: 'No card reader is connected.' },
    action: { sr: 'Прикључите читач картице на USB.', en: 'Connect a card reader to USB.' },
  },
  busy: {
    found: { sr: 'Читач картице држи други програм.', en: 'Another program is using the card reader.' },
    action: {
      sr: `Ако га држи pcscd, изаберите пут преко њега у подешавањима, на страници „Картица” (kasirbox settings set cardReader '"pcsc"'); иначе угасите тај програм. Ако не успе, позовите сервисера.`,
      en: 'If pcscd uses it, choose access through pcscd under Settings, page “Card” (kasirbox settings set cardReader \'"pcsc"\'); otherwise stop that program. If this fails, call a technician.',
    },
  },
  busyCard: {
    found: { sr: 'Картицу користи други програм.', en: 'Another program is using the card.' },
    action: {
      sr: 'Сачекајте да је пусти, или угасите тај програм; ако потраје, позовите сервисера.',
      en: 'Wait until it releases the card, or stop that program; if it persists, call a technician.',
    },
  },
  unsupportedCard: {
    found: { sr: 'Читач не може да ради са овом картицом.', en: 'The reader cannot work with this card.' },
    action: { sr: 'Пробајте други читач.', en: 'Try another reader; see docs/card.md.' },
  },
  denied: {
    found: {
      sr: 'Уређај нема дозволу да користи читач картице.',
      en: 'The box has no permission to use the card reader.',
    },
    action: {
      sr: 'Покрените поново scripts/install, који читачу даје дозволу; ако не помогне, позовите сервисера.',
      en: 'Run scripts/install again, which grants access to the reader (docs/card.md); if it does not help, call a technician.',
    },
  },
  driver: {
    found: {
      sr: 'Недостаје програм који води читач картице.',
      en: 'The driver of the card reader is missing, or pcscd does not run.',
    },
    action: {
      sr: 'Искључите и укључите уређај; ако квар остане, позовите сервисера: недостаје програм за читач.',
      en: 'Switch the box off and on; if it persists, call a technician: the driver is missing (log: device.driver_failed), or pcscd must be started.',
    },
  },
  unsupported: {
    found: { sr: 'Овај читач картице није подржан.', en: 'This card reader is not supported.' },
    action: {
      sr: 'Прикључите други читач. Сервисер зна који раде.',
      en: 'Connect another reader: docs/card.md lists those that work; or use pcscd.',
    },
  },
  readerSilent: {
    found: { sr: 'Читач картице не одговара.', en: 'The card reader does not respond.' },
    action: { sr: 'Извуците читач из USB-а и вратите га.', en: 'Unplug the reader and plug it in again.' },
  },
  noCard: {
    found: { sr: 'У читачу нема картице.', en: 'There is no card in the reader.' },
    action: { sr: 'Ставите картицу у читач, чипом напред.', en: 'Insert the card, chip first.' },
  },
  mute: {
    found: { sr: 'Картица не одговара.', en: 'The card does not respond.' },
    action: {
      sr: 'Извадите картицу, окрените је и вратите; ако не помогне, обришите чип сувом крпом.',
      en: 'Remove the card, turn it over and insert it again; if that does not help, wipe the chip with a dry cloth.',
    },
  },
  late: {
    found: { sr: 'Картица је престала да одговара.', en: 'The card has stopped responding.' },
    action: {
      sr: 'Извадите картицу и вратите је; ако не помогне, извуците читач из USB-а и вратите га (systemctl restart pcscd).',
      en: 'Remove the card and insert it again; if that does not help, unplug the reader and plug it in again (systemctl restart pcscd).',
    },
  },
  reading: {
    found: { sr: 'Картица се чита.', en: 'The card is being read.' },
    action: { sr: 'Сачекајте неколико секунди.', en: 'Wait a few seconds.' },
  },
  unknownCard: {
    found: { sr: 'Ово није картица Пореске управе.', en: 'This is not a card of the tax authority.' },
    action: ownCard,
  },
  unreadableCard: (reason: string): Words => ({
    found: {
      sr: 'Картица Пореске управе не може да се прочита.',
      en: `The tax authority's card cannot be read (${reason}).`,
    },
    action: {
      sr: READ_AGAIN,
      en: 'Remove the card and insert it again; if it persists, ask the tax authority.',
    },
  }),
  /** `isComparable`: true when there is a TIN that the card's was compared with. */
  unconfirmed: ({ uid, tin, organisation }: Holder, isComparable: boolean): Words => ({
    found: {
      sr: `Нова картица ${uid}: ${organisation}, ПИБ ${tin}. Још није потврђено да је ове радње${isComparable ? '' : ', а ПИБ нема са чим да се упореди'}.`,
      en: `New card ${uid}: ${organisation}, TIN ${tin}. It is not yet confirmed that it belongs to this shop${isComparable ? '' : ', and there is no TIN to compare with'}.`,
    },
    action: {
      sr: `Ако јесте, потврдите је у подешавањима, на страници „Картица” (kasirbox card accept ${uid}).`,
      en: `If it does, confirm it under Settings, page “Card” (kasirbox card accept ${uid}).`,
    },
    deed: 'accept',
  }),
  namesake: ({ uid, tin, organisation }: Holder): Words => ({
    found: {
      sr: `Картица ${uid} (${organisation}, ПИБ ${tin}) нема исти сертификат као раније потврђена картица с том ознаком: обновљена је, или је то друга картица.`,
      en: `The card ${uid} (${organisation}, TIN ${tin}) does not have the certificate of the confirmed card with that id: it was renewed, or it is a different card.`,
    },
    action: {
      sr: `Ако вам ју је Пореска управа обновила или издала нову, потврдите је у подешавањима, на страници „Картица” (kasirbox card accept ${uid}). Ако није, извадите је и не уносите ПИН.`,
      en: `If the tax authority has renewed it or issued a new one, confirm it under Settings, page “Card” (kasirbox card accept ${uid}). If not, remove it and do not enter a PIN.`,
    },
    deed: 'accept',
  }),
  /** `companyTin`: TIN in the settings; null when not set, and confirmed cards have another one. */
  otherShop: ({ uid, tin, organisation }: Holder, companyTin: string | null): Words => ({
    found: {
      sr: `Картица ${uid} припада другој радњи: ${organisation}, ПИБ ${tin}.`,
      en: `The card ${uid} belongs to another shop: ${organisation}, TIN ${tin}.`,
    },
    action:
      companyTin === null
        ? {
            sr: `${ownCard.sr} Раније потврђене картице имају други ПИБ; ако је ова права, упишите податке о продавцу (kasirbox settings set company -).`,
            en: `${ownCard.en} Cards confirmed earlier have a different TIN; if this one is right, correct the company details (kasirbox settings set company -).`,
          }
        : {
            sr: `${ownCard.sr} У подешавањима је ПИБ ${companyTin}; ако је погрешан, исправите податке о продавцу (kasirbox settings set company -).`,
            en: `${ownCard.en} The settings have TIN ${companyTin}; if it is wrong, correct the company details (kasirbox settings set company -).`,
          },
  }),
  testCard: ({ uid }: Holder): Words => ({
    found: {
      sr: `Картица ${uid} је за тестирање, а уређај издаје праве рачуне.`,
      en: `The card ${uid} is for the sandbox, but the box issues real receipts.`,
    },
    action: ownCard,
  }),
  productionCard: ({ uid }: Holder): Words => ({
    found: {
      sr: `Картица ${uid} је за праве рачуне, а уређај је подешен за тестирање.`,
      en: `The card ${uid} is for production, but the box is set to the sandbox.`,
    },
    action: {
      sr: `Ставите тестну картицу, или пребаците уређај на праве рачуне (kasirbox settings set environment '"production"').`,
      en: 'Insert a sandbox card, or switch the box to production (kasirbox settings set environment \'"production"\').',
    },
  }),
  pinNeeded: (triesLeft: number | null): Words => ({
    found: {
      sr: `Картица чека ПИН.${triesLeft === null ? '' : ` Преостало покушаја: ${triesLeft}.`}`,
      en: `The card is waiting for its PIN.${triesLeft === null ? '' : ` Tries remaining: ${triesLeft}.`}`,
    },
    action: {
      sr: 'Унесите ПИН у подешавањима, на страници „Картица” (kasirbox card pin).',
      en: 'Enter the PIN under Settings, page “Card” (kasirbox card pin).',
    },
    deed: 'pin',
  }),
  blocked: {
    found: {
      sr: 'Картица је закључана после погрешних ПИН-ова.',
      en: 'The card is permanently blocked after wrong PINs.',
    },
    action: newCard,
  },
  noClientKey: (reason: string): Words => ({
    found: {
      sr: 'Кључ картице за В-ПФР не може да се прочита.',
      en: `The card's key for the V-PFR cannot be read (${reason}).`,
    },
    action: {
      sr: `${READ_AGAIN} В-ПФР може да ради и са датотеком сертификата (kasirbox certificate install FILE).`,
      en: 'Remove the card and insert it again; if it persists, ask the tax authority. The V-PFR also works with a certificate file (kasirbox certificate install FILE).',
    },
  }),
  ends: (day: string): Words => ({
    found: { sr: `Сертификат картице истиче ${serbianDay(day)}`, en: `The certificate of the card expires on ${day}.` },
    action: newCard,
  }),
  ended: (day: string): Words => ({
    found: {
      sr: `Сертификат картице је истекао ${serbianDay(day)}`,
      en: `The certificate of the card expired on ${day}.`,
    },
    action: newCard,
  }),
  limitNear: (percent: number): Words => ({
    found: {
      sr: `Картица је искористила ${percent} % дозвољеног износа.`,
      en: `The card has used ${percent} % of its allowed amount.`,
    },
    action: audit,
  }),
  auditNeeded: {
    found: {
      sr: 'Картица је искористила дозвољени износ: без провере (аудита) више не потписује.',
      en: 'The card has used its allowed amount: it signs no more until an audit.',
    },
    action: audit,
  },
} as const;
