import type { Bilingual } from '../../../base/index.js';

/** `info`: no fault; `warning`: the processor still signs; `blocking`: it signs nothing until the cause is fixed. */
type CodeClass = 'info' | 'warning' | 'blocking';

export interface CodeEntry {
  readonly class: CodeClass;
  readonly found: Bilingual;
  readonly action: Bilingual;
  /** See `Finding`. */
  readonly command?: string;
}

const words = (sr: string, en: string): Bilingual => ({ sr, en });
const entry = (kind: CodeClass, found: Bilingual, action: Bilingual): CodeEntry => ({ class: kind, found, action });
const blocking = (sr: string, en: string, action: Bilingual): CodeEntry => entry('blocking', words(sr, en), action);
const warning = (sr: string, en: string, action: Bilingual): CodeEntry => entry('warning', words(sr, en), action);
const info = (sr: string, en: string, action = NOTHING): CodeEntry => entry('info', words(sr, en), action);
/** A code that entering the PIN resolves. */
const withPin = (code: CodeEntry): CodeEntry => ({ ...code, command: 'kasirbox pfr pin' });
const invalid = (sr: string, en: string): CodeEntry => blocking(sr, en, CORRECT);

const NOTHING = words('Није потребно ништа.', 'Nothing is to be done.');
const CALL_MAKER = words(
  'Потражите шифру у упутству процесора (ПФР), па позовите његовог произвођача.',
  'Look the code up in the manual of the processor, and call its maker.',
);
const CORRECT = words(
  'Исправите податак и издајте рачун поново; ако се понови, позовите сервисера.',
  'Correct the value and issue the receipt again; if it happens again, send the log to support.',
);
const NEW_CARD = words(
  'Обратите се Пореској управи за нови безбедносни елемент.',
  'Ask the Tax Administration for a new secure element.',
);
const INSERT_CARD = words('Убаците картицу у читач и унесите ПИН.', 'Insert the card and enter its PIN.');
const REINSERT_CARD = words(
  'Извадите картицу, убаците је поново и унесите ПИН.',
  'Take the card out, insert it again and enter its PIN.',
);
const ENTER_PIN = words(
  'Унесите ПИН картице (дугме „Унеси ПИН картице”), или на самом процесору; ако не можете, позовите власника.',
  'Enter the PIN of the card (button “Enter the PIN of the card”), or on the processor itself; if you cannot, call the owner.',
);
const CHECK_PIN = words(
  'Проверите ПИН пре новог покушаја: после неколико погрешних картица се закључава.',
  'Check the PIN before another try: the card locks after a few wrong ones.',
);
const AUDIT = words(
  'Повежите процесор (ПФР) на интернет или урадите локално очитавање.',
  'Connect the processor to the internet, or make a local audit.',
);
const AWAIT_AUDIT = words(
  'Повежите процесор (ПФР) на интернет и сачекајте око пет минута, или урадите локално очитавање.',
  'Connect the processor to the internet and wait about five minutes, or make a local audit.',
);
const SET_UP = words(
  'Сачекајте минут после укључења; ако квар остане, позовите сервисера процесора (ПФР).',
  'Wait a minute after power-up; if it stays, set the processor up as its manual says.',
);
const CHECK_LABEL = words(
  'Пореске стопе се освежавају; проверите да ли је ознака уписана правим писмом (ћирилично А није латинично A).',
  'The rates are being refreshed; check the alphabet of the label (Cyrillic А is not Latin A).',
);
const SPLIT = words('Поделите куповину на више рачуна.', 'Split the receipt into several.');
const CHECK_INTERNET = words(
  'Проверите интернет пре него што се достигне лимит картице.',
  'Restore the internet before the limit of the card is reached.',
);

/**
 * The status and error codes of TaxCore (Technical Instruction, Status and Error Codes), in the order in which to fix
 * them: a card before its PIN, and blocking codes before warnings.
 */
export const CODES: ReadonlyMap<string, CodeEntry> = new Map([
  [
    '1300',
    withPin(
      blocking(
        'Безбедносни елемент (картица) није у читачу.',
        'The secure element (card) is not in the reader.',
        INSERT_CARD,
      ),
    ),
  ],
  ['1500', withPin(blocking('Потребан је ПИН картице.', 'The PIN of the card is needed.', ENTER_PIN))],
  [
    '2110',
    blocking(
      'Картица је закључана због превише погрешних ПИН-ова.',
      'The card is locked: too many wrong PINs were entered.',
      NEW_CARD,
    ),
  ],
  ['2100', blocking('ПИН није исправан.', 'The PIN is wrong.', CHECK_PIN)],
  [
    '2210',
    blocking(
      'Безбедносни елемент је закључан: достигнут је лимит неочитаних рачуна.',
      'The secure element is locked: the limit of unaudited receipts is reached.',
      AWAIT_AUDIT,
    ),
  ],
  [
    '2809',
    blocking(
      'Сертификат безбедносног елемента је истекао.',
      'The certificate of the secure element has expired.',
      NEW_CARD,
    ),
  ],
  [
    '2220',
    withPin(
      blocking(
        'Процесор (ПФР) нема везу са безбедносним елементом.',
        'The processor cannot speak with the secure element.',
        REINSERT_CARD,
      ),
    ),
  ],
  [
    '2230',
    blocking(
      'Безбедносни елемент не подржава протокол процесора (ПФР).',
      'The secure element does not support the protocol of the processor.',
      CALL_MAKER,
    ),
  ],
  ['2400', blocking('Процесор (ПФР) није подешен.', 'The processor is not configured.', SET_UP)],
  ['2310', blocking('Пореска ознака није важећа.', 'A tax label is not valid.', CHECK_LABEL)],
  ['2800', invalid('Недостаје обавезан податак.', 'A required value is missing.')],
  ['2801', invalid('Податак је предугачак.', 'A value is too long.')],
  ['2802', invalid('Податак је прекратак.', 'A value is too short.')],
  ['2803', invalid('Дужина податка није исправна.', 'A value has a wrong length.')],
  ['2804', invalid('Податак је ван дозвољеног опсега.', 'A value is out of range.')],
  ['2805', invalid('Вредност податка није исправна.', 'A value is not valid.')],
  ['2806', invalid('Облик податка није исправан.', 'A value has a wrong format.')],
  [
    '2807',
    invalid(
      'Рачун нема довољно ставки, плаћања или пореских ознака.',
      'The receipt has too few items, payments or labels.',
    ),
  ],
  [
    '2808',
    blocking(
      'Рачун има више ставки него што процесор (ПФР) прима.',
      'The receipt has more items than the processor takes.',
      SPLIT,
    ),
  ],
  ['2811', invalid('Врста рачуна није исправна.', 'The kind of invoice is not valid.')],
  ['2812', invalid('Тип трансакције није исправан.', 'The kind of transaction is not valid.')],
  ['2813', invalid('Начин плаћања није исправан.', 'The kind of payment is not valid.')],
  [
    '1400',
    warning(
      'Потребно је очитавање: искоришћено је најмање 75 % лимита картице.',
      'An audit is needed: at least 75 % of the limit of the card is used.',
      AUDIT,
    ),
  ],
  ['1100', warning('Меморија процесора (ПФР) је 90 % пуна.', 'The storage of the processor is 90 % full.', AUDIT)],
  [
    '1999',
    warning('Процесор (ПФР) јавља неименовано упозорење.', 'The processor gives a warning without a name.', CALL_MAKER),
  ],
  [
    '0220',
    info(
      'Процесор (ПФР) нема интернет; рачуни се и даље издају.',
      'The processor is offline; it still signs.',
      CHECK_INTERNET,
    ),
  ],
  ['0000', info('Процесор (ПФР) је спреман.', 'The processor is ready.')],
  ['0100', info('ПИН је прихваћен.', 'The PIN is accepted.')],
  ['0210', info('Процесор (ПФР) има интернет.', 'The processor is online.')],
  ['9999', info('Процесор (ПФР) је спреман.', 'The processor is ready.')],
]);

/** A code of a maker's own. Its first digit gives the class (2 an error, 1 a warning). */
export function unknownCode(code: string): CodeEntry {
  const isError = code.startsWith('2');
  const found = words(`Процесор (ПФР) јавља шифру ${code}.`, `The processor says ${code}.`);
  return entry(isError ? 'blocking' : code.startsWith('1') ? 'warning' : 'info', found, CALL_MAKER);
}
