import type { CardInfo, CardRow } from '../../interfaces/admin/index.js';
import type { Bilingual } from '../../base/index.js';
import { print, printRow } from './command.js';
import { adviceText, inLanguage } from './language.js';

/** Prints the card and its findings. */
export function printInfo({ state, pin, isKept, card, unread, findings }: CardInfo): void {
  print(`${inLanguage(ROWS.card)}: ${inLanguage(STATES[state])}`);
  if (card !== null) {
    const keptNote = isKept ? inLanguage({ sr: ', сачуван за поновно покретање', en: ', stored across restarts' }) : '';
    const pinState = pin === null ? undefined : inLanguage(PIN_STATES[pin]);
    const unknown = inLanguage({ sr: 'није познато', en: 'not reported' });
    for (const [name, value] of [...rowsOf(card), [ROWS.pin, pinState] as const]) {
      printRow(inLanguage(name), `${value ?? unknown}${name === ROWS.pin ? keptNote : ''}`);
    }
  }
  if (unread !== null) printRow({ sr: 'непрочитано', en: 'not read' }, inLanguage(unread));
  for (const finding of findings) printRow(ROWS[finding.state], adviceText(finding));
}

function rowsOf(card: CardRow): readonly (readonly [Bilingual, string | null])[] {
  const { triesLeft, lastInvoice: last, usedPercent: percent, from, until } = card;
  const [key, element] = [triesLeft.key ?? '?', triesLeft.element ?? '?'];
  return [
    [ROWS.uid, card.uid],
    [ROWS.tin, card.tin],
    [ROWS.organisation, card.organisation],
    [ROWS.location, card.location],
    [ROWS.address, card.address],
    [ROWS.environment, inLanguage(ENVIRONMENT_WORDS[card.environment])],
    [ROWS.valid, inLanguage({ sr: `од ${from} до ${until}`, en: `from ${from} until ${until}` })],
    [ROWS.software, card.version],
    [
      ROWS.tries,
      inLanguage({ sr: `${key} за кључ, ${element} за рачуне`, en: `${key} for the key, ${element} for receipts` }),
    ],
    [ROWS.amount, percent === null ? null : `${percent} %`],
    [ROWS.last, last === null ? null : `${last.kindCounter}/${last.totalCounter}, ${last.at}`],
    [ROWS.vpfr, card.vsdcUrl],
  ];
}

/** Captions have 14 columns. */
const ROWS = {
  card: { sr: 'картица', en: 'card' },
  uid: { sr: 'ознака (UID)', en: 'UID' },
  tin: { sr: 'ПИБ', en: 'TIN' },
  organisation: { sr: 'назив', en: 'organisation' },
  location: { sr: 'пословни пр.', en: 'location' },
  address: { sr: 'адреса', en: 'address' },
  environment: { sr: 'окружење', en: 'environment' },
  valid: { sr: 'важи', en: 'valid' },
  software: { sr: 'програм', en: 'software' },
  tries: { sr: 'још покушаја', en: 'tries left' },
  amount: { sr: 'део износа', en: 'amount used' },
  last: { sr: 'посл. рачун', en: 'last receipt' },
  vpfr: { sr: 'В-ПФР', en: 'V-PFR' },
  pin: { sr: 'ПИН', en: 'PIN' },
  failure: { sr: 'квар', en: 'failure' },
  warning: { sr: 'упозорење', en: 'warning' },
} as const;

const STATES: Readonly<Record<CardInfo['state'], Bilingual>> = {
  'no reader': { sr: 'читач није доступан', en: 'no reader' },
  'no card': { sr: 'није у читачу', en: 'no card' },
  mute: { sr: 'не одговара', en: 'does not respond' },
  reading: { sr: 'чита се', en: 'reading' },
  'unknown card': { sr: 'није од Пореске управе', en: 'not from the tax authority' },
  stranger: { sr: 'није, или још није, ове радње', en: "not, or not yet, this shop's" },
  ready: { sr: 'ове радње', en: "this shop's" },
};

const PIN_STATES: Readonly<Record<NonNullable<CardInfo['pin']>, Bilingual>> = {
  needed: { sr: 'картица га чека', en: 'needed' },
  accepted: { sr: 'прихваћен', en: 'accepted' },
  blocked: { sr: 'закључан', en: 'blocked' },
};

const ENVIRONMENT_WORDS: Readonly<Record<CardRow['environment'], Bilingual>> = {
  sandbox: { sr: 'за тестирање', en: 'sandbox' },
  production: { sr: 'за праве рачуне', en: 'production' },
  other: { sr: 'друго', en: 'other' },
};
