import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Bilingual } from '../../../src/base/bilingual.js';
import { type CardMode, cardMode } from '../../../src/processors/card/cardState.js';
import { CARD_LOSSES, type CardLoss } from '../../../src/processors/card/link.js';
import { cardFindings, readerText } from '../../../src/processors/card/cardFindings.js';

interface Said {
  readonly found: Bilingual;
  readonly action: Bilingual;
}

const said = (found: readonly [sr: string, en: string], action: readonly [sr: string, en: string]): Said => ({
  found: { sr: found[0], en: found[1] },
  action: { sr: action[0], en: action[1] },
});

const MUTE = said(
  ['Картица не одговара.', 'The card does not answer.'],
  [
    'Извадите картицу, окрените је и вратите; ако не помогне, обришите чип сувом крпом.',
    'Take the card out, turn it over and put it back; if that does not help, wipe the chip with a dry cloth.',
  ],
);
const LATE = said(
  ['Картица је престала да одговара.', 'The card has stopped answering.'],
  [
    'Извадите картицу и вратите је; ако не помогне, извуците читач из USB-а и вратите га (systemctl restart pcscd).',
    'Take the card out and put it back; if that does not help, unplug the reader, or run: systemctl restart pcscd.',
  ],
);
const BUSY_CARD = said(
  ['Картицу користи други програм.', 'Another program uses the card.'],
  [
    'Сачекајте да је пусти, или угасите тај програм; ако потраје, позовите сервисера.',
    'Wait until it lets go of it, or stop that program.',
  ],
);
const UNFIT_CARD = said(
  ['Читач не може да ради са овом картицом.', 'The reader cannot work with this card.'],
  ['Пробајте други читач.', 'Try another reader; see docs/card.md.'],
);
const DENIED = said(
  ['Уређај нема дозволу да користи читач картице.', 'The box may not use the card reader.'],
  [
    'Покрените поново scripts/install, који читачу даје дозволу; ако не помогне, позовите сервисера.',
    'Run scripts/install again: it lays the rules of udev, and of polkit for pcscd; see docs/card.md.',
  ],
);
const DRIVER = said(
  ['Недостаје програм који води читач картице.', 'The driver of the card reader is missing, or pcscd does not run.'],
  [
    'Искључите и укључите уређај; ако квар остане, позовите сервисера: недостаје програм за читач.',
    'Look at the log (device.driver_failed), or start pcscd.',
  ],
);
const BUSY_READER = said(
  ['Читач картице држи други програм.', 'Another program has the card reader.'],
  [
    'Ако га држи pcscd, изаберите пут преко њега у подешавањима, на страници „Картица” (kasirbox settings set cardReader \'"pcsc"\'); иначе угасите тај програм. Ако не успе, позовите сервисера.',
    'Stop that program, often pcscd, or go through it: kasirbox settings set cardReader \'"pcsc"\'',
  ],
);
const UNFIT_READER = said(
  ['Овај читач картице није подржан.', 'This card reader is not supported.'],
  [
    'Прикључите други читач. Сервисер зна који раде.',
    'Use a reader from the table in docs/card.md, or go through pcscd.',
  ],
);
const SILENT = said(
  ['Читач картице не одговара.', 'The card reader does not answer.'],
  ['Извуците читач из USB-а и вратите га.', 'Unplug the reader and plug it in again.'],
);
const NO_READER = said(
  ['Читач картице није прикључен.', 'No card reader is plugged in.'],
  ['Прикључите читач картице на USB.', 'Plug a card reader into USB.'],
);
const OFF = said(
  ['Читач картице је искључен у подешавањима.', 'Card readers are switched off in the settings.'],
  [
    'Изаберите начин приступа читачу у подешавањима, на страници „Картица” (kasirbox settings set cardReader \'"auto"\').',
    'Let the box look for one: kasirbox settings set cardReader \'"auto"\'',
  ],
);
const LEFT = said(
  [
    'Читачи картица су препуштени програму pcscd док ниједан процесор не користи картицу.',
    'Card readers are left to pcscd as long as no processor uses the card.',
  ],
  [
    'Ако је читач за овај уређај, изаберите за В-ПФР кључ у картици, или начин приступа читачу у подешавањима, на страници „Картица” (kasirbox settings set cardReader \'"pcsc"\').',
    'If a reader is for the box, set "key":"card" for its V-PFR, or the way to it: kasirbox settings set cardReader \'"pcsc"\'',
  ],
);

/** Texts about a card in a reader, and about the reader itself, by the loss; and the card in a word. */
const TABLE: Readonly<Record<CardLoss, readonly [card: Said, mode: CardMode, reader: Said]>> = {
  off: [MUTE, 'mute', OFF],
  'left to pcscd': [MUTE, 'mute', LEFT],
  'no reader': [MUTE, 'mute', NO_READER],
  busy: [BUSY_CARD, 'busy', BUSY_READER],
  denied: [DENIED, 'denied', DENIED],
  driver: [DRIVER, 'denied', DRIVER],
  unsupported: [UNFIT_CARD, 'mute', UNFIT_READER],
  'no card': [MUTE, 'mute', SILENT],
  mute: [MUTE, 'mute', SILENT],
  removed: [MUTE, 'mute', SILENT],
  'reader gone': [MUTE, 'mute', NO_READER],
  protocol: [MUTE, 'mute', SILENT],
  late: [LATE, 'mute', SILENT],
  'too long': [MUTE, 'mute', SILENT],
  closed: [MUTE, 'mute', NO_READER],
};

const VIEW = {
  now: null,
  rules: { knownCards: [], companyTin: null, environment: 'sandbox' },
  isKeyUsed: true,
} as const;

test('a card that is kept from the box, or says nothing, has its own words and step for each cause', () => {
  for (const loss of CARD_LOSSES) {
    const [words, mode] = TABLE[loss];
    assert.equal(cardFindings({ kind: 'mute', loss }, VIEW), [{ state: 'failure', code: '1300', ...words }], loss);
    assert.is(cardMode({ kind: 'mute', loss }, null), mode, loss);
  }
});

test('so has a reader, which in a word is not there', () => {
  for (const loss of CARD_LOSSES) {
    const [, , words] = TABLE[loss];
    assert.equal(readerText(loss), words, loss);
    assert.equal(cardFindings({ kind: 'no reader', loss }, VIEW), [{ state: 'failure', code: '1300', ...words }], loss);
    assert.is(cardMode({ kind: 'no reader', loss }, null), 'no reader', loss);
  }
});

test.run();
