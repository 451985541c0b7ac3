import { type CardInfo, fewTries, noService, type Tell } from '../../interfaces/admin/index.js';
import {
  type Bilingual,
  failed,
  ok,
  oneLine,
  type Result,
  startCommand,
  type Message,
  phrase,
  defineMessages,
} from '../../base/index.js';
import { ask, askRunning } from './ask.js';
import { adviceOf } from './cardRows.js';
import { complain, print, SUCCESS } from './command.js';
import { askForRow } from './terminal.js';
import { inLanguage } from './language.js';
import { readPassword } from './password.js';

const MESSAGES = defineMessages('cardPin', {
  notConfirmed: { en: '{warning} {action}', sr: '{warning} {action}' },
});

/** The remaining tries as entered by the person; null: the card does not report them. */
type SaidTries = number | null;

/** Reads the value of `--tries`; undefined when it is neither a number nor `unknown`. */
export function readTries(text: string): SaidTries | undefined {
  if (text === UNTOLD) return null;
  return /^\d{1,2}$/.test(text) ? Number(text) : undefined;
}

const UNTOLD = 'unknown';
/** The same word as typed at the terminal. */
const UNTOLD_WORDS: Bilingual = { sr: 'непознато', en: UNTOLD };

/** Enters the PIN of the card. The prompt appears only when the card needs the PIN. */
export async function enterPin(folder: string, said: SaidTries | undefined, tell: Tell): Promise<number> {
  const looked = await askRunning(folder, 'card.info', {}, tell);
  if (looked === undefined) return complain(noService(startCommand(folder)));
  if (!looked.ok) return complain(looked.error);
  const info = looked.value;
  if (info.card === null || info.pin === null || info.pin === 'blocked') return complainOf(info);

  const { uid, organisation, triesLeft, fingerprint } = info.card;
  if (process.stdin.isTTY)
    process.stderr.write(`${oneLine(inLanguage(cardWords(uid, organisation, triesLeft.key)))}\n`);
  const confirmed = info.mustConfirm && said === undefined ? await confirmTries(triesLeft.key) : ok(said);
  if (!confirmed.ok) return complain(confirmed.error);
  const prompt = inLanguage({ sr: 'ПИН картице: ', en: 'PIN of the card: ' });
  const read = await readPassword({ name: 'PIN', file: undefined, isInputTaken: false, prompt });
  if (!read.ok) return complain(read.error);
  const { value: tries = triesLeft.key } = confirmed;
  const question = { pin: read.value, confirmed: tries, fingerprint };
  const reply = await ask(folder, 'card.pin', question, tell);
  if (!reply.ok) return complain(reply.error);
  const outcome = oneLine(inLanguage(reply.value.words));
  if (reply.value.kind !== 'accepted') return complain(outcome);
  print(outcome);
  return SUCCESS;
}

/** Prints why no PIN is asked for. */
function complainOf({ findings }: CardInfo): number {
  const faults = findings.filter(({ state }) => state === 'failure');
  return faults.map((fault) => complain(adviceOf(fault))).at(-1) ?? complain(inLanguage(NOT_WANTED));
}

/** The person types the number itself, which proves that they have read it. The error is a sentence. */
async function confirmTries(tries: number | null): Promise<Result<SaidTries, Message>> {
  const warning = fewTries(tries);
  const answer = await askForRow(
    `${inLanguage(warning)}\n${inLanguage(tries === null ? SAY_UNTOLD : sayNumber(tries))} `,
  );
  const option = `--tries ${tries ?? UNTOLD}`;
  if (answer === undefined)
    return failed(MESSAGES.notConfirmed({ warning: phrase(warning), action: phrase(sayByOption(option)) }));
  const words = tries === null ? [UNTOLD, UNTOLD_WORDS.sr, 'nepoznato'] : [String(tries)];
  return words.includes(answer.toLowerCase()) ? ok(tries) : failed(phrase(NOT_CONFIRMED));
}

const NOT_WANTED: Bilingual = { sr: 'Картица сада не тражи ПИН.', en: 'The card wants no PIN now.' };
const NOT_CONFIRMED: Bilingual = { sr: 'Ништа није послато картици.', en: 'Nothing was given to the card.' };
const SAY_UNTOLD: Bilingual = {
  sr: `Ако сте сигурни у ПИН, упишите ${UNTOLD_WORDS.sr}:`,
  en: `If you are sure of the PIN, type ${UNTOLD_WORDS.en}:`,
};

const sayNumber = (tries: number): Bilingual => ({
  sr: `Ако сте сигурни у ПИН, упишите тај број (${tries}):`,
  en: `If you are sure of the PIN, type that number (${tries}):`,
});

const sayByOption = (option: string): Bilingual => ({
  sr: `Ништа није послато картици. Ако сте сигурни у ПИН, додајте ${option}`,
  en: `Nothing was given to the card. If you are sure of the PIN, add ${option}`,
});

const cardWords = (uid: string, organisation: string, tries: number | null): Bilingual => ({
  sr: `Картица ${uid}, ${organisation}. Преостало покушаја: ${tries ?? 'непознато'}.`,
  en: `Card ${uid}, ${organisation}. Tries left: ${tries ?? 'unknown'}.`,
});
