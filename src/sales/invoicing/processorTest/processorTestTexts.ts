import { actionOnTerminal, type Bilingual, type Finding } from '../../../base/index.js';
import { PFR_TRAITS, type RemoteMode } from '../../../contract/index.js';
import type { RowName } from './testReport.js';

/** Messages about the progress of a test. */
export const STEPS = {
  status: { sr: 'Питам процесор за стање…', en: 'Asking the processor for its state…' },
  rates: (labels: string): Bilingual => ({ sr: `Пореске ознаке: ${labels}`, en: `Tax labels: ${labels}` }),
  sale: { sr: 'Тражим потпис за ОБУКА ПРОДАЈА…', en: 'Requesting a signature for a Training sale…' },
  refund: { sr: 'Тражим потпис за ОБУКА РЕФУНДАЦИЈА…', en: 'Requesting a signature for a Training refund…' },
  lookUps: { sr: 'Тражим рачуне по броју захтева…', en: 'Looking up the receipts by request id…' },
} as const;

export const TITLES: Readonly<Record<RowName, Bilingual>> = {
  signing: { sr: 'потписивање', en: 'signing' },
  'look-up': { sr: 'тражење рачуна', en: 'look-up' },
  'unknown-id': { sr: 'непознат захтев', en: 'unknown id' },
  numbers: { sr: 'редни бројеви', en: 'numbers' },
  'last-number': { sr: 'последњи број', en: 'last number' },
  rates: { sr: 'пореске стопе', en: 'rates' },
  language: { sr: 'језик', en: 'language' },
  time: { sr: 'трајање', en: 'time' },
  clock: { sr: 'сат', en: 'clock' },
  quirks: { sr: 'особености', en: 'quirks' },
  profile: { sr: 'чување', en: 'storing' },
};

/** A row without state and title. */
export interface RowTexts {
  readonly found: Bilingual;
  readonly action: Bilingual | null;
}

const fine = (sr: string, en: string): RowTexts => ({ found: { sr, en }, action: null });

/** A duration for display: `840 ms`, `12,3 s`. */
function span(ms: number): Bilingual {
  if (ms < 10_000) return { sr: `${Math.round(ms)} мс`, en: `${Math.round(ms)} ms` };
  const seconds = (ms / 1000).toFixed(1);
  return { sr: `${seconds.replace('.', ',')} с`, en: `${seconds} s` };
}

export const ROW_TEXTS = {
  signed: (): RowTexts =>
    fine(
      'Оба рачуна за обуку су потписана; везе за проверу, износи и бројеви се слажу.',
      'Both Training receipts are signed; their links, amounts and numbers agree.',
    ),
  signedAfterLoss: (): RowTexts => ({
    found: {
      sr: 'Оба рачуна за обуку су потписана, али је један одговор изгубљен и нађен накнадно.',
      en: 'Both Training receipts are signed, but one answer was lost and found later by a look-up.',
    },
    action: {
      sr: 'Проверите везу са процесором и поновите проверу.',
      en: 'Check the connection to the processor, then run the test again.',
    },
  }),
  obstacle: ({ code, found, ...rest }: Finding): RowTexts => {
    const suffix = code === null ? '' : ` (${code})`;
    return {
      found: {
        sr: `${found.sr}${suffix} Ништа није послато на потпис.`,
        en: `${found.en}${suffix} Nothing was sent for signing.`,
      },
      action: actionOnTerminal(rest),
    };
  },
  refused: (what: Bilingual, message: string): RowTexts => ({
    found: {
      sr: `${what.sr} није потписана: ${message}`,
      en: `The ${what.en} was not signed: ${message}`,
    },
    action: {
      sr: 'Отклоните узрок и поновите проверу (kasirbox pfr status).',
      en: 'Fix the cause, then run the test again. See: kasirbox pfr status',
    },
  }),
  lost: (what: Bilingual, requestId: string): RowTexts => ({
    found: {
      sr: `Одговор за рачун ${what.sr} је изгубљен: не зна се да ли је потписан (захтев ${requestId}).`,
      en: `The answer for the ${what.en} was lost: it is not known whether it was signed (request ${requestId}).`,
    },
    action: {
      sr: 'Проверите везу са процесором; шта је са рачуном, показује команда: kasirbox pfr settle',
      en: 'Check the connection to the processor. What became of the receipt: kasirbox pfr settle',
    },
  }),
  notAccepted: (what: Bilingual, requestId: string): RowTexts => ({
    found: {
      sr: `На рачун ${what.sr} је стигао одговор који се не може прихватити (захтев ${requestId}).`,
      en: `The answer for the ${what.en} could not be accepted (request ${requestId}).`,
    },
    action: {
      sr: 'Узрок је у дневнику рада (pfr.unclear). Шта је са рачуном, показује команда: kasirbox pfr settle',
      en: 'The cause is in the log (pfr.unclear). What became of the receipt: kasirbox pfr settle',
    },
  }),
  storage: (): RowTexts => ({
    found: { sr: 'Уређај не може да сачува рачун.', en: 'The box cannot store the receipt.' },
    action: { sr: 'Покрените: kasirbox doctor', en: 'Run: kasirbox doctor' },
  }),

  keepsSeveral: (): RowTexts =>
    fine(
      'Рачун се налази по броју захтева, и претходни: изгубљен одговор се може пронаћи и после следећег рачуна.',
      'A receipt is found by its request id, and so is the one before it: a lost answer can be found also after the next receipt.',
    ),
  keepsLatest: (): RowTexts =>
    fine(
      'По броју захтева се налази само последњи рачун: уређај изгубљени одговор тражи пре него што пошаље следећи.',
      'Only the latest receipt is found by its request id: the box looks a lost answer up before the next one leaves.',
    ),
  keepsNone: (): RowTexts => ({
    found: {
      sr: 'Рачун се не налази по броју захтева: за изгубљени одговор сведоче само редни бројеви.',
      en: 'A receipt is not found by its request id: only the receipt numbers show what became of a lost answer.',
    },
    action: {
      sr: 'Рачуни се издају; изгубљен рачун чији садржај није стигао унесите са портала: kasirbox pfr settle',
      en: 'Receipts are issued; if the content of a lost one did not arrive, enter it from the portal: kasirbox pfr settle',
    },
  }),
  otherUnderId: (number: string): RowTexts => ({
    found: {
      sr: `По броју захтева последњег рачуна стиже други рачун (${number}).`,
      en: `The request id of the last receipt returns another receipt (${number}).`,
    },
    action: {
      sr: 'Позовите произвођача процесора: изгубљен одговор се овако не може пронаћи.',
      en: 'Contact the maker of the processor: a lost answer cannot be found this way.',
    },
  }),
  disturbed: (): RowTexts => ({
    found: {
      sr: 'Други рачун је издат у току провере, па се не зна шта процесор чува.',
      en: 'Another receipt was issued during the test, so it is not known what the processor stores.',
    },
    action: { sr: 'Поновите проверу када нико не продаје.', en: 'Run the test again when no one is selling.' },
  }),
  unknownAbsent: (): RowTexts =>
    fine('За непознат захтев јасно каже да га нема.', 'For an unknown request it clearly says that there is none.'),
  unknownUnclear: (): RowTexts => ({
    found: {
      sr: 'За непознат захтев не одговара јасно, па тражење ништа не доказује: одлучују редни бројеви.',
      en: 'It gives no clear answer for an unknown request, so a look-up proves nothing: the receipt numbers decide.',
    },
    action: null,
  }),
  unknownOther: (number: string): RowTexts => ({
    found: {
      sr: `За захтев који никада није послат враћа рачун ${number}; уређај такав одговор не прихвата.`,
      en: `For a request that was never sent it returns receipt ${number}; the box does not accept such an answer.`,
    },
    action: null,
  }),

  numbersFollow: (): RowTexts =>
    fine(
      'Бројеви рачуна иду редом, без прескока: уређај по њима зна шта је потписано.',
      'The numbers follow each other without a gap: by them the box knows what was signed.',
    ),
  numbersGap: (): RowTexts => ({
    found: {
      sr: 'Бројеви рачуна прескачу: исти процесор користи и друга каса.',
      en: 'The receipt numbers have a gap: another till uses the processor, too.',
    },
    action: {
      sr: 'Рачуни се издају; прескок зато не доказује да је изгубљени рачун потписан. Ако друге касе нема, поновите проверу.',
      en: 'Receipts are issued; a gap therefore does not prove that a lost receipt was signed. If there is no other till, run the test again.',
    },
  }),
  numbersOfSigners: (): RowTexts => ({
    found: {
      sr: 'Два рачуна су потписала два сервера, а сваки има своје редне бројеве.',
      en: 'Two servers signed the two receipts, and each has its own numbers.',
    },
    action: {
      sr: 'Рачуни се издају; о изгубљеном рачуну сведочи тек следећи рачун истог сервера.',
      en: 'Receipts are issued; only the next receipt of the same server shows what became of a lost one.',
    },
  }),
  numbersBack: (before: string, after: string): RowTexts => ({
    found: {
      sr: `Број рачуна не расте: после ${before} долази ${after}.`,
      en: `The receipt number does not increase: ${before} is followed by ${after}.`,
    },
    action: {
      sr: 'Позовите произвођача процесора: са таквим бројевима се рачуни не разликују.',
      en: 'Contact the maker of the processor: with such numbers, receipts cannot be distinguished.',
    },
  }),
  lastFollows: (): RowTexts =>
    fine('Стање процесора одмах показује последњи број.', 'Its status tells the last number at once.'),
  lastLags: (last: string, signed: string): RowTexts => ({
    found: {
      sr: `Стање процесора касни: показује ${last || 'ниједан'}, а последњи рачун је ${signed}.`,
      en: `Its status lags behind: it tells ${last || 'none'}, and the last receipt is ${signed}.`,
    },
    action: null,
  }),
  lastNotReported: (): RowTexts => ({
    found: {
      sr: 'Стање процесора не показује последњи број.',
      en: 'Its status does not show the last number.',
    },
    action: null,
  }),

  ratesAgree: (count: number): RowTexts =>
    fine(`Пореских ознака: ${count}; рачуни се слажу са њима.`, `Tax labels: ${count}; the receipts go by them.`),
  ratesDiffer: (label: string, reported: number, signed: number): RowTexts => ({
    found: {
      sr: `Ознака ${label} има у стању стопу ${reported} %, а на рачуну ${signed} %.`,
      en: `Label ${label} has a rate of ${reported} % in its status and of ${signed} % on the receipt.`,
    },
    action: {
      sr: 'Повежите процесор на интернет да преузме стопе, па поновите проверу.',
      en: 'Connect the processor to the Internet so that it fetches the rates, then run the test again.',
    },
  }),
  serbian: (): RowTexts => fine('Рачуни су на српском.', 'The receipts are in Serbian.'),
  english: (): RowTexts => ({
    found: { sr: 'Рачуни су на енглеском.', en: 'The receipts are in English.' },
    action: {
      sr: 'Подесите српски (ћирилица) у програму процесора.',
      en: 'Select Serbian (Cyrillic) in the program of the processor.',
    },
  }),
  took: (status: number, signing: readonly number[], lookUps: readonly number[]): RowTexts => {
    const list = (times: readonly number[], language: keyof Bilingual): string =>
      times.map((ms) => span(ms)[language]).join(', ');
    return fine(
      `Стање ${span(status).sr}; потпис ${list(signing, 'sr') || '-'}; тражење ${list(lookUps, 'sr') || '-'}.`,
      `Status ${span(status).en}; signing ${list(signing, 'en') || '-'}; look-ups ${list(lookUps, 'en') || '-'}.`,
    );
  },
  slow: (): Bilingual => ({
    sr: 'Потписивање је споро: купци чекају. Проверите везу и процесор.',
    en: 'Signing is slow: buyers wait. Check the connection and the processor.',
  }),
  clockAgrees: (ms: number): RowTexts => {
    const seconds = (ms / 1000).toFixed(1);
    return fine(
      `Сат процесора се од сата уређаја разликује за ${seconds.replace('.', ',')} с.`,
      `The clock of the processor differs from that of the box by ${seconds} s.`,
    );
  },
  clockDiffers: (ms: number, mode: RemoteMode): RowTexts => ({
    ...ROW_TEXTS.clockAgrees(ms),
    action: PFR_TRAITS[mode].isOnInternet
      ? {
          sr: 'Проверите сат уређаја: повежите га на интернет.',
          en: 'Check the clock of the box: connect it to the Internet.',
        }
      : {
          sr: 'Проверите оба сата: на рачуну стоји време процесора.',
          en: 'Check both clocks: a receipt shows the time of the processor.',
        },
  }),
  noQuirks: (): RowTexts => fine('Ништа необично.', 'Nothing unusual.'),
  quirks: (names: readonly string[]): RowTexts =>
    fine(
      `Одступа од прописа, а уређај то прихвата: ${names.join(', ')}.`,
      `It departs from the rules, and the box accepts that: ${names.join(', ')}.`,
    ),
  notWritten: (): RowTexts => ({
    found: {
      sr: 'Резултат провере није сачуван: диск га није примио.',
      en: 'The result of the test was not stored: the disk did not accept it.',
    },
    action: { sr: 'Покрените: kasirbox doctor', en: 'Run: kasirbox doctor' },
  }),
} as const;

/** The two receipts of a test. */
export const RECEIPTS = {
  sale: { sr: 'ОБУКА ПРОДАЈА', en: 'Training sale' },
  refund: { sr: 'ОБУКА РЕФУНДАЦИЈА', en: 'Training refund' },
} as const;
