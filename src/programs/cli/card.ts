import { type CardInfo, fewTries, noService, type ReaderLine } from '../../interfaces/admin/index.js';
import {
  type Bilingual,
  defineMessages,
  failed,
  type Message,
  ok,
  oneLine,
  phrase,
  type Result,
  startCommand,
} from '../../base/index.js';
import { callOperation, callRunning } from './callOperation.js';
import { printInfo } from './cardRows.js';
import {
  type Args,
  type Command,
  complain,
  FAILURE,
  print,
  printNote,
  printProgress,
  printRow,
  SUCCESS,
  USAGE,
} from './command.js';
import { adviceText, inLanguage } from './language.js';
import { readPassword } from './password.js';
import { promptForLine } from './terminal.js';
import { commandOf } from './forms.js';

const MESSAGES = defineMessages('cardPin', {
  notConfirmed: { en: '{warning} {action}', sr: '{warning} {action}' },
});

/** The remaining tries as the person confirms them; null: the card does not report them. */
type ConfirmedTries = number | null;

/** Reads the value of `--tries`; undefined when it is neither a number nor `unknown`. */
function readTries(text: string): ConfirmedTries | undefined {
  if (text === UNKNOWN_TRIES) return null;
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

const UNKNOWN_TRIES = 'unknown';
/** The same word as typed at the terminal. */
const UNKNOWN_WORDS: Bilingual = { sr: 'непознато', en: UNKNOWN_TRIES };

/** Enters the PIN of the card. The prompt appears only when the card needs the PIN. */
async function enterPin(folder: string, givenTries: ConfirmedTries | undefined): Promise<number> {
  const shown = await callRunning(folder, 'card.info', {}, printProgress);
  if (shown === undefined) return complain(noService(startCommand(folder)));
  if (!shown.ok) return complain(shown.error);
  const info = shown.value;
  if (info.card === null || info.pin === null || info.pin === 'blocked') return complainOf(info);

  const { uid, organisation, triesLeft, fingerprint } = info.card;
  if (process.stdin.isTTY) printNote(oneLine(inLanguage(cardText(uid, organisation, triesLeft.key))));
  const confirmed = info.mustConfirm && givenTries === undefined ? await confirmTries(triesLeft.key) : ok(givenTries);
  if (!confirmed.ok) return complain(confirmed.error);
  const prompt = inLanguage({ sr: 'ПИН картице: ', en: 'PIN of the card: ' });
  const read = await readPassword({ name: 'PIN', file: undefined, isInputTaken: false, prompt });
  if (!read.ok) return complain(read.error);
  const { value: tries = triesLeft.key } = confirmed;
  const question = { pin: read.value, confirmed: tries, fingerprint };
  const reply = await callOperation(folder, 'card.pin', question, printProgress);
  if (!reply.ok) return complain(reply.error);
  const outcome = oneLine(inLanguage(reply.value.words));
  if (reply.value.kind !== 'accepted') return complain(outcome);
  print(outcome);
  return SUCCESS;
}

/** Prints why no PIN is asked for. */
function complainOf({ findings }: CardInfo): number {
  const faults = findings.filter(({ state }) => state === 'failure');
  return faults.map((fault) => complain(adviceText(fault))).at(-1) ?? complain(PIN_NOT_NEEDED);
}

/** The person types the number itself, which proves that they have read it. */
async function confirmTries(tries: number | null): Promise<Result<ConfirmedTries, Message>> {
  const warning = fewTries(tries);
  const answer = await promptForLine(
    `${inLanguage(warning)}\n${inLanguage(tries === null ? TYPE_UNKNOWN : typeNumber(tries))} `,
  );
  const option = `--tries ${tries ?? UNKNOWN_TRIES}`;
  if (answer === undefined)
    return failed(MESSAGES.notConfirmed({ warning: phrase(warning), action: phrase(addOption(option)) }));
  const words = tries === null ? [UNKNOWN_TRIES, UNKNOWN_WORDS.sr, 'nepoznato'] : [String(tries)];
  return words.includes(answer.toLowerCase()) ? ok(tries) : failed(phrase(NOT_CONFIRMED));
}

const PIN_NOT_NEEDED: Bilingual = { sr: 'Картица сада не тражи ПИН.', en: 'The card does not need its PIN now.' };
const NOT_CONFIRMED: Bilingual = { sr: 'Ништа није послато картици.', en: 'Nothing was sent to the card.' };
const TYPE_UNKNOWN: Bilingual = {
  sr: `Ако сте сигурни у ПИН, упишите ${UNKNOWN_WORDS.sr}:`,
  en: `If you are sure of the PIN, type ${UNKNOWN_WORDS.en}:`,
};

const typeNumber = (tries: number): Bilingual => ({
  sr: `Ако сте сигурни у ПИН, упишите тај број (${tries}):`,
  en: `If you are sure of the PIN, type that number (${tries}):`,
});

const addOption = (option: string): Bilingual => ({
  sr: `Ништа није послато картици. Ако сте сигурни у ПИН, додајте ${option}`,
  en: `Nothing was sent to the card. If you are sure of the PIN, add ${option}`,
});

const cardText = (uid: string, organisation: string, tries: number | null): Bilingual => ({
  sr: `Картица ${uid}, ${organisation}. Преостало покушаја: ${tries ?? 'непознато'}.`,
  en: `Card ${uid}, ${organisation}. Tries remaining: ${tries ?? 'unknown'}.`,
});

export const cardCommand: Command = commandOf({
  name: 'card',
  summary: {
    sr: `брине о паметној картици у читачу уређаја.
      readers набраја прикључене читаче; излазни код 1 ако неки дозвољени начин приступа читачу не може да се користи.
      info приказује картицу и шта са њом треба урадити; излазни код 1 ако процесор у употреби тражи кључ картице, а не добија га.
      accept потврђује да је картица UID ове радње: тражи се једном за сваку нову картицу.
      pin тражи ПИН, на терминалу или као ред стандардног улаза, и једном га даје картици; сервис га памти док се картица не
      извади, а и после поновног покретања ако је подешавање cardPin на keep. Кад остају 2 покушаја или мање, или картица то
      не каже, прво тражи тај број; --tries N (или unknown) га наводи унапред, што је потребно без терминала.
      certificate исписује сертификате картице као PEM`,
    en: `manages the smart card in the reader of the box.
      readers lists the attached readers; exit 1 when a permitted backend is unusable.
      info shows the card and the next step; exit 1 when the processor in use cannot use the key of the card.
      accept confirms that the card UID belongs to this shop; this is needed once for each new card.
      pin asks for the PIN, on the terminal or as a line of standard input, and sends it to the card once. The running service
      remembers it until the card is removed, and across restarts when the setting cardPin is keep. When 2 tries or fewer
      remain, or the card does not report them, it first asks for that number; --tries N (or unknown) gives it in advance, which
      is required without a terminal.
      certificate prints the certificates of the card as PEM`,
  },
  forms: {
    'readers [--json]': ({ folder, flags }) => readers(folder, flags.has('json')),
    'info [--json]': ({ folder, flags }) => info(folder, flags.has('json')),
    'accept UID': ({ folder }, uid = '') => accept(folder, uid),
    'pin [--tries N]': pin,
    certificate: ({ folder }) => certificate(folder),
  },
  otherwise: (args) => {
    warnOfPin(args);
    return undefined;
  },
});

function pin(args: Args): Promise<number> | number {
  const { tries: given } = args.values;
  const tries = given === undefined ? undefined : readTries(given);
  if (given === undefined || tries !== undefined) return enterPin(args.folder, tries);
  warnOfPin({ ...args, words: ['pin'] });
  return complain(WRONG_TRIES, USAGE);
}

/** A PIN that was typed in the command is known to the shell now. */
function warnOfPin({ words: [verb, ...rest], values }: Args): void {
  if (verb === 'pin' && [...rest, values['tries']].some((word) => /^\d{4}$/.test(word ?? ''))) complain(EXPOSED_PIN);
}

const EXPOSED_PIN: Bilingual = {
  sr: 'ПИН никад не пишите у команди: сада стоји у историји љуске. Обришите га тамо.',
  en: 'Never give the PIN on the command line: it is now in the history of the shell. Remove it there.',
};
const WRONG_TRIES: Bilingual = {
  sr: `--tries је број преосталих покушаја, или ${UNKNOWN_TRIES}`,
  en: `--tries is the number of remaining tries, or ${UNKNOWN_TRIES}`,
};
const NO_READERS: Bilingual = { sr: 'Читач картице није прикључен.', en: 'No card reader is connected.' };
const USED: Bilingual = { sr: ' (уређај га користи)', en: ' (used by the box)' };
const OPENED: Bilingual = { sr: ' (држи га уређај)', en: ' (opened by the box)' };

async function readers(folder: string, asJson: boolean): Promise<number> {
  const reply = await callOperation(folder, 'card.readers', {});
  if (!reply.ok) return complain(reply.error);
  const { readers: found, faults, leftAlone } = reply.value;
  if (asJson) {
    print(JSON.stringify(reply.value));
  } else {
    for (const one of found) printRow(one.way, `${one.name}${useOf(one)}`);
    if (leftAlone !== null) print(adviceText(leftAlone));
    for (const fault of faults) complain(adviceText(fault));
    if (found.length === 0 && faults.length === 0) print(NO_READERS);
  }
  return faults.length === 0 ? SUCCESS : FAILURE;
}

function useOf({ isUsed, isOurs }: ReaderLine): string {
  if (isUsed) return inLanguage(USED);
  return isOurs ? inLanguage(OPENED) : '';
}

async function info(folder: string, asJson: boolean): Promise<number> {
  const reply = await callOperation(folder, 'card.info', {}, printProgress);
  if (!reply.ok) return complain(reply.error);
  if (asJson) print(JSON.stringify(reply.value));
  else printInfo(reply.value);
  const { isUsed, findings } = reply.value;
  return isUsed && findings.some(({ state }) => state === 'failure') ? FAILURE : SUCCESS;
}

async function accept(folder: string, uid: string): Promise<number> {
  const reply = await callOperation(folder, 'card.accept', { uid }, printProgress);
  if (!reply.ok) return complain(reply.error);
  const accepted = reply.value.card?.uid ?? uid;
  print({ sr: `Картица ${accepted} је ове радње.`, en: `Card ${accepted} belongs to this shop.` });
  if (!reply.value.isCompared) {
    print({
      sr: 'ПИБ није имао с чим да се упореди. Унесите податке о продавцу: kasirbox settings set company -',
      en: 'There was no TIN to compare its TIN with. Set the company: kasirbox settings set company -',
    });
  }
  printInfo(reply.value);
  return SUCCESS;
}

async function certificate(folder: string): Promise<number> {
  const reply = await callOperation(folder, 'card.certificate', {}, printProgress);
  if (!reply.ok) return complain(reply.error);
  const { element, key } = reply.value;
  print(`${element}${key ?? ''}`.trimEnd());
  return SUCCESS;
}
