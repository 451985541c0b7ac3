import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Bilingual } from '../../../src/base/bilingual.js';
import { type CardMode, cardMode } from '../../../src/processors/card/cardState.js';
import type { CardLoss } from '../../../src/processors/card/link.js';
import { CARD_LOSSES } from './losses.js';
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
  ['Картица не одговара.', 'The card does not respond.'],
  [
    'Извадите картицу, окрените је и вратите; ако не помогне, обришите чип сувом крпом.',
    'Remove the card, turn it over and insert it again; if that does not help, wipe the chip with a dry cloth.',
  ],
);
const LATE = said(
  ['Картица је престала да одговара.', 'The card has stopped responding.'],
  [
    'Извадите картицу и вратите је; ако не помогне, извуците читач из USB-а и вратите га (systemctl restart pcscd).',
    'Remove the card and insert it again; if that does not help, unplug the reader and plug it in again (systemctl restart pcscd).',
  ],
);
const BUSY_CARD = said(
  ['Картицу користи други програм.', 'Another program is using the card.'],
  [
    'Сачекајте да је пусти, или угасите тај програм; ако потраје, позовите сервисера.',
    'Wait until it releases the card, or stop that program; if it persists, call a technician.',
  ],
);
const UNFIT_CARD = said(
  ['Читач не може да ради са овом картицом.', 'The reader cannot work with this card.'],
  ['Пробајте други читач.', 'Try another reader; see docs/card.md.'],
);
const DENIED = said(
  ['Уређај нема дозволу да користи читач картице.', 'The box has no permission to use the card reader.'],
  [
    'Покрените поново scripts/install, који читачу даје дозволу; ако не помогне, позовите сервисера.',
    'Run scripts/install again, which grants access to the reader (docs/card.md); if it does not help, call a technician.',
  ],
);
const DRIVER = said(
  ['Недостаје програм који води читач картице.', 'The driver of the card reader is missing, or pcscd does not run.'],
  [
    'Искључите и укључите уређај; ако квар остане, позовите сервисера: недостаје програм за читач.',
    'Switch the box off and on; if it persists, call a technician: the driver is missing (log: device.driver_failed), or pcscd must be started.',
  ],
);
const BUSY_READER = said(
  ['Читач картице држи други програм.', 'Another program is using the card reader.'],
  [
    'Ако га држи pcscd, изаберите пут преко њега у подешавањима, на страници „Картица” (kasirbox settings set cardReader \'"pcsc"\'); иначе угасите тај програм. Ако не успе, позовите сервисера.',
    'If pcscd uses it, choose access through pcscd under Settings, page “Card” (kasirbox settings set cardReader \'"pcsc"\'); otherwise stop that program. If this fails, call a technician.',
  ],
);
const UNFIT_READER = said(
  ['Овај читач картице није подржан.', 'This card reader is not supported.'],
  [
    'Прикључите други читач. Сервисер зна који раде.',
    'Connect another reader: docs/card.md lists those that work; or use pcscd.',
  ],
);
const SILENT = said(
  ['Читач картице не одговара.', 'The card reader does not respond.'],
  ['Извуците читач из USB-а и вратите га.', 'Unplug the reader and plug it in again.'],
);
const NO_READER = said(
  ['Читач картице није прикључен.', 'No card reader is connected.'],
  ['Прикључите читач картице на USB.', 'Connect a card reader to USB.'],
);
const OFF = said(
  ['Читач картице је искључен у подешавањима.', 'Card readers are switched off in the settings.'],
  [
    'Изаберите начин приступа читачу у подешавањима, на страници „Картица” (kasirbox settings set cardReader \'"auto"\').',
    'Choose how the box accesses the reader under Settings, page “Card” (kasirbox settings set cardReader \'"auto"\').',
  ],
);
const LEFT = said(
  [
    'Читачи картица су препуштени програму pcscd док ниједан процесор не користи картицу.',
    'Card readers are used by pcscd only, while no processor uses the card.',
  ],
  [
    'Ако је читач за овај уређај, изаберите за В-ПФР кључ у картици, или начин приступа читачу у подешавањима, на страници „Картица” (kasirbox settings set cardReader \'"pcsc"\').',
    "If the reader is for this box, choose the card's key for the V-PFR, or how the box accesses the reader, under Settings, page “Card” (kasirbox settings set cardReader '\"pcsc\"').",
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
