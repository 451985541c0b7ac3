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
  en: 'Put the card of this shop into the reader.',
};
const newCard: Bilingual = {
  sr: 'Затражите нови безбедносни елемент од Пореске управе (портал еПорези).',
  en: 'Ask the tax authority for a new secure element (portal ePorezi).',
};

const READ_AGAIN = 'Извадите картицу и вратите је; ако квар остане, позовите сервисера.';

/** A V-PFR signs with a secure element of its own, so it does not change the amount on the card. */
const audit: Bilingual = {
  sr: 'Ако овом картицом потписује Л-ПФР, повежите га на интернет, да Пореска управа прими рачуне.',
  en: 'If an L-PFR signs with this card, connect it to the internet, so that the audit can be done.',
};

/** Texts about reader and card: the finding, and what to do. */
export const CARD_TEXTS = {
  off: {
    found: { sr: 'Читач картице је искључен у подешавањима.', en: 'Card readers are switched off in the settings.' },
    action: {
      sr: `Изаберите начин приступа читачу у подешавањима, на страници „Картица” (kasirbox settings set cardReader '"auto"').`,
      en: 'Let the box look for one: kasirbox settings set cardReader \'"auto"\'',
    },
  },
  leftToPcscd: {
    found: {
      sr: 'Читачи картица су препуштени програму pcscd док ниједан процесор не користи картицу.',
      en: 'Card readers are left to pcscd as long as no processor uses the card.',
    },
    action: {
      sr: `Ако је читач за овај уређај, изаберите за В-ПФР кључ у картици, или начин приступа читачу у подешавањима, на страници „Картица” (kasirbox settings set cardReader '"pcsc"').`,
      en: 'If a reader is for the box, set "key":"card" for its V-PFR, or the way to it: kasirbox settings set cardReader \'"pcsc"\'',
    },
  },
  noReader: {
    found: { sr: 'Читач картице није прикључен.', en: 'No card reader is plugged in.' },
    action: { sr: 'Прикључите читач картице на USB.', en: 'Plug a card reader into USB.' },
  },
  busy: {
    found: { sr: 'Читач картице држи други програм.', en: 'Another program has the card reader.' },
    action: {
      sr: `Ако га држи pcscd, изаберите пут преко њега у подешавањима, на страници „Картица” (kasirbox settings set cardReader '"pcsc"'); иначе угасите тај програм. Ако не успе, позовите сервисера.`,
      en: 'Stop that program, often pcscd, or go through it: kasirbox settings set cardReader \'"pcsc"\'',
    },
  },
  busyCard: {
    found: { sr: 'Картицу користи други програм.', en: 'Another program uses the card.' },
    action: {
      sr: 'Сачекајте да је пусти, или угасите тај програм; ако потраје, позовите сервисера.',
      en: 'Wait until it lets go of it, or stop that program.',
    },
  },
  unsupportedCard: {
    found: { sr: 'Читач не може да ради са овом картицом.', en: 'The reader cannot work with this card.' },
    action: { sr: 'Пробајте други читач.', en: 'Try another reader; see docs/card.md.' },
  },
  denied: {
    found: { sr: 'Уређај нема дозволу да користи читач картице.', en: 'The box may not use the card reader.' },
    action: {
      sr: 'Покрените поново scripts/install, који читачу даје дозволу; ако не помогне, позовите сервисера.',
      en: 'Run scripts/install again: it lays the rules of udev, and of polkit for pcscd; see docs/card.md.',
    },
  },
  driver: {
    found: {
      sr: 'Недостаје програм који води читач картице.',
      en: 'The driver of the card reader is missing, or pcscd does not run.',
    },
    action: {
      sr: 'Искључите и укључите уређај; ако квар остане, позовите сервисера: недостаје програм за читач.',
      en: 'Look at the log (device.driver_failed), or start pcscd.',
    },
  },
  unsupported: {
    found: { sr: 'Овај читач картице није подржан.', en: 'This card reader is not supported.' },
    action: {
      sr: 'Прикључите други читач. Сервисер зна који раде.',
      en: 'Use a reader from the table in docs/card.md, or go through pcscd.',
    },
  },
  readerSilent: {
    found: { sr: 'Читач картице не одговара.', en: 'The card reader does not answer.' },
    action: { sr: 'Извуците читач из USB-а и вратите га.', en: 'Unplug the reader and plug it in again.' },
  },
  noCard: {
    found: { sr: 'У читачу нема картице.', en: 'There is no card in the reader.' },
    action: { sr: 'Ставите картицу у читач, чипом напред.', en: 'Put the card in, its chip first.' },
  },
  mute: {
    found: { sr: 'Картица не одговара.', en: 'The card does not answer.' },
    action: {
      sr: 'Извадите картицу, окрените је и вратите; ако не помогне, обришите чип сувом крпом.',
      en: 'Take the card out, turn it over and put it back; if that does not help, wipe the chip with a dry cloth.',
    },
  },
  late: {
    found: { sr: 'Картица је престала да одговара.', en: 'The card has stopped answering.' },
    action: {
      sr: 'Извадите картицу и вратите је; ако не помогне, извуците читач из USB-а и вратите га (systemctl restart pcscd).',
      en: 'Take the card out and put it back; if that does not help, unplug the reader, or run: systemctl restart pcscd.',
    },
  },
  reading: {
    found: { sr: 'Картица се чита.', en: 'The card is being read.' },
    action: { sr: 'Сачекајте неколико секунди.', en: 'Wait a few seconds.' },
  },
  unknownCard: {
    found: { sr: 'Ово није картица Пореске управе.', en: 'This is no card of the tax authority.' },
    action: ownCard,
  },
  unreadableCard: (reason: string): Words => ({
    found: {
      sr: 'Картица Пореске управе не може да се прочита.',
      en: `A card of the tax authority cannot be read (${reason}).`,
    },
    action: {
      sr: READ_AGAIN,
      en: 'Take the card out and put it back; if it stays so, ask the tax authority.',
    },
  }),
  /** `isComparable`: true when there is a TIN that the card's was compared with. */
  unconfirmed: ({ uid, tin, organisation }: Holder, isComparable: boolean): Words => ({
    found: {
      sr: `Нова картица ${uid}: ${organisation}, ПИБ ${tin}. Још није потврђено да је ове радње${isComparable ? '' : ', а ПИБ нема са чим да се упореди'}.`,
      en: `A new card ${uid}: ${organisation}, TIN ${tin}. Nobody has confirmed yet that it is this shop's${isComparable ? '' : ', and there is no TIN to compare with'}.`,
    },
    action: {
      sr: `Ако јесте, потврдите је у подешавањима, на страници „Картица” (kasirbox card accept ${uid}).`,
      en: `If it is, run: kasirbox card accept ${uid}`,
    },
    deed: 'accept',
  }),
  namesake: ({ uid, tin, organisation }: Holder): Words => ({
    found: {
      sr: `Картица ${uid} (${organisation}, ПИБ ${tin}) нема исти сертификат као раније потврђена картица с том ознаком: обновљена је, или је то друга картица.`,
      en: `The card ${uid} (${organisation}, TIN ${tin}) has another certificate than the card of that name that was confirmed: it was renewed, or it is another card.`,
    },
    action: {
      sr: `Ако вам ју је Пореска управа обновила или издала нову, потврдите је у подешавањима, на страници „Картица” (kasirbox card accept ${uid}). Ако није, извадите је и не уносите ПИН.`,
      en: `Unless the tax authority has renewed it or issued a new one, take it out and enter no PIN. If it has, run: kasirbox card accept ${uid}`,
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
            en: `${ownCard.en} Cards that were confirmed before have another TIN; if this one is right, run: kasirbox settings set company -`,
          }
        : {
            sr: `${ownCard.sr} У подешавањима је ПИБ ${companyTin}; ако је погрешан, исправите податке о продавцу (kasirbox settings set company -).`,
            en: `${ownCard.en} The TIN that is set is ${companyTin}; if it is wrong, run: kasirbox settings set company -`,
          },
  }),
  testCard: ({ uid }: Holder): Words => ({
    found: {
      sr: `Картица ${uid} је за тестирање, а уређај издаје праве рачуне.`,
      en: `The card ${uid} is of the sandbox, and the box issues real receipts.`,
    },
    action: ownCard,
  }),
  productionCard: ({ uid }: Holder): Words => ({
    found: {
      sr: `Картица ${uid} је за праве рачуне, а уређај је подешен за тестирање.`,
      en: `The card ${uid} is of production, and the box is set to the sandbox.`,
    },
    action: {
      sr: `Ставите тестну картицу, или пребаците уређај на праве рачуне (kasirbox settings set environment '"production"').`,
      en: 'Put a card of the sandbox in, or run: kasirbox settings set environment \'"production"\'',
    },
  }),
  pinNeeded: (triesLeft: number | null): Words => ({
    found: {
      sr: `Картица чека ПИН.${triesLeft === null ? '' : ` Преостало покушаја: ${triesLeft}.`}`,
      en: `The card waits for its PIN.${triesLeft === null ? '' : ` Tries left: ${triesLeft}.`}`,
    },
    action: {
      sr: 'Унесите ПИН у подешавањима, на страници „Картица” (kasirbox card pin).',
      en: 'Enter it: kasirbox card pin',
    },
    deed: 'pin',
  }),
  blocked: {
    found: {
      sr: 'Картица је закључана после погрешних ПИН-ова.',
      en: 'The card is blocked after wrong PINs, for good.',
    },
    action: newCard,
  },
  noClientKey: (reason: string): Words => ({
    found: {
      sr: 'Кључ картице за В-ПФР не може да се прочита.',
      en: `The card's key for a V-PFR cannot be read (${reason}).`,
    },
    action: {
      sr: `${READ_AGAIN} В-ПФР може да ради и са датотеком сертификата (kasirbox certificate install FILE).`,
      en: 'Take the card out and put it back. A V-PFR works with a certificate file, too: kasirbox certificate install FILE.',
    },
  }),
  ends: (day: string): Words => ({
    found: { sr: `Сертификат картице истиче ${serbianDay(day)}`, en: `The certificate of the card ends on ${day}.` },
    action: newCard,
  }),
  ended: (day: string): Words => ({
    found: {
      sr: `Сертификат картице је истекао ${serbianDay(day)}`,
      en: `The certificate of the card ended on ${day}.`,
    },
    action: newCard,
  }),
  limitNear: (percent: number): Words => ({
    found: {
      sr: `Картица је искористила ${percent} % дозвољеног износа.`,
      en: `The card has used ${percent} % of the amount that it signs between two audits.`,
    },
    action: audit,
  }),
  auditNeeded: {
    found: {
      sr: 'Картица је искористила дозвољени износ: без провере (аудита) више не потписује.',
      en: 'The card has used the amount that it signs between two audits: without an audit it signs no more.',
    },
    action: audit,
  },
} as const;
