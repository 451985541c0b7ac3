import type { OpenReceipt } from '../../interfaces/admin/index.js';
import { type Bilingual, ok, oneLine, type Result, type Message } from '../../base/index.js';
import { callOperation } from './callOperation.js';
import { type Args, complain, print, printNote, printRow, SUCCESS } from './command.js';
import { exitUnlessConfirmed } from './terminal.js';
import { readGivenFile, STREAM } from './inputFile.js';
import { inDinars, inLanguage } from './language.js';

/** A link has some thousands of characters at most. */
const MAX_LINK = 1024 * 1024;
/** How many digits of the request id the list shows. */
const SHORT_ID = 12;

const HOW_TO_DECIDE: Bilingual = {
  sr: `
Ниједан од њих не зауставља остале. Онај који се „тражи” тражи сам сервис, а број следећег рачуна каже да ли је потписан:
сачекајте минут-два, па поновите исти захтев. „Неизвестан” потражите на порталу Пореске управе или међу рачунима процесора, по времену и износу; „потписан,
садржај недостаје” по његовом броју. Ако је тамо, препишите његову везу за проверу:
  kasirbox pfr settle ID --signed LINK --reason TEXT
Ако неизвестан сигурно није тамо:
  kasirbox pfr settle ID --not-signed --reason TEXT`,
  en: `
None of them blocks the others. The service itself looks up each receipt marked "asking", and the number of the next
receipt shows whether it was signed: wait a minute or two, then repeat the same request. Look for one in "doubt" on the
portal of the tax authority, or among the receipts of the processor, by its time and amount; look for one that was
"signed, content missing" by its number. If it is there, copy its verification link:
  kasirbox pfr settle ID --signed LINK --reason TEXT
When one in doubt certainly is not:
  kasirbox pfr settle ID --not-signed --reason TEXT`,
};

const STATE_WORDS: Readonly<Record<OpenReceipt['state'], Bilingual>> = {
  asking: { sr: 'тражи се', en: 'asking' },
  doubt: { sr: 'неизвесно', en: 'doubt' },
  notHeld: { sr: 'потписан, садржај недостаје', en: 'signed, content missing' },
};

/** As on the receipt, in lower case. The bundle of the commands does not contain `src/paper/journal/`. */
const SERBIAN_TYPES: Readonly<Record<OpenReceipt['invoiceType'], string>> = {
  Normal: 'промет',
  ProForma: 'предрачун',
  Copy: 'копија',
  Training: 'обука',
  Advance: 'аванс',
};

const SERBIAN_TRANSACTIONS: Readonly<Record<OpenReceipt['transactionType'], string>> = {
  Sale: 'продаја',
  Refund: 'рефундација',
};

const WARNING: Bilingual = {
  sr: `Само ако је сигурно да рачун није потписан: ако јесте, поновна продаја исте робе прави двоструки рачун, а њен
промет се пријављује два пута.`,
  en: `Do this only when it is certain that the receipt was not signed: if it was, selling the goods again makes a second
receipt, and its turnover is reported twice.`,
};

export async function listOpen(folder: string): Promise<number> {
  const reply = await callOperation(folder, 'pfr.open', {});
  if (!reply.ok) return complain(reply.error);
  if (reply.value.length === 0)
    print({
      sr: 'Исход сваког послатог рачуна је познат.',
      en: 'The outcome of every receipt that was sent is known.',
    });
  for (const receipt of reply.value) printReceipt(receipt);
  if (reply.value.length > 0) printNote(HOW_TO_DECIDE);
  return SUCCESS;
}

/**
 * Records what a person has found out about the receipt whose request id begins with `id`: `--signed LINK`, or nothing
 * was signed. With `--yes` no further question is asked.
 */
export async function settle({ folder, values, flags }: Args, id: string): Promise<number> {
  const { signed: given = null, reason = '' } = values;
  const link = given === STREAM ? await linkOfInput() : ok(given);
  if (!link.ok) return complain(link.error);
  if (link.value === null && !flags.has('yes')) {
    const code = await confirmNotSigned(folder, id);
    if (code !== undefined) return code;
  }
  const reply = await callOperation(folder, 'pfr.settle', { requestId: id, link: link.value, reason });
  if (!reply.ok) return complain(reply.error);
  const { requestId, number } = reply.value;
  const outcome =
    number === null
      ? inLanguage({ sr: 'забележено да није потписан', en: 'recorded as not signed' })
      : inLanguage({ sr: `забележен као рачун ${number}`, en: `recorded as receipt ${number}` });
  print(`${requestId}: ${outcome}.`);
  return SUCCESS;
}

/** Shows the receipt that the decision is about. Undefined when it is confirmed; otherwise the exit code. */
async function confirmNotSigned(folder: string, id: string): Promise<number | undefined> {
  const open = await callOperation(folder, 'pfr.open', {});
  if (!open.ok) return complain(open.error);
  for (const receipt of open.value) if (receipt.requestId.startsWith(id)) printReceipt(receipt);
  printNote(WARNING);
  return exitUnlessConfirmed(
    { sr: 'Забележити да није потписан?', en: 'Record it as not signed?' },
    { sr: 'ништа није одлучено', en: 'nothing was decided' },
  );
}

async function linkOfInput(): Promise<Result<string, Message>> {
  const fromShell = 'kasirbox pfr settle ID --signed - --reason TEXT < FILE';
  const tooLarge = { sr: 'то није веза', en: 'it is not a link' };
  const read = await readGivenFile(STREAM, { maxBytes: MAX_LINK, tooLarge, fromShell });
  return read.ok ? ok(read.value.toString().trim()) : read;
}

/** Names are texts of API clients: control characters must not reach the terminal. */
function printReceipt(receipt: OpenReceipt): void {
  const { requestId, state, environment, mode, time, total, invoiceType, transactionType, cashier } = receipt;
  const { number, names, lines, key, uid, lastNumber } = receipt;
  print(`${requestId.slice(0, SHORT_ID)}  ${inLanguage(STATE_WORDS[state])}  ${time}  ${inDinars(total ?? 0)}`);
  const unlisted = lines - names.length;
  const more = unlisted > 0 ? inLanguage({ sr: ` и још ${unlisted}`, en: ` and ${unlisted} more` }) : '';
  printRow(
    { sr: 'рачун', en: 'receipt' },
    inLanguage({
      sr: `${SERBIAN_TYPES[invoiceType]} ${SERBIAN_TRANSACTIONS[transactionType]}, касир ${cashier}: ${names.join(', ')}${more}`,
      en: `${invoiceType} ${transactionType}, cashier ${cashier}: ${names.join(', ')}${more}`,
    }),
  );
  if (number !== null)
    printRow(
      { sr: 'број', en: 'number' },
      inLanguage({
        sr: `${oneLine(number)}, по бројевима суседних рачуна`,
        en: `${oneLine(number)}, by the numbers of the receipts around it`,
      }),
    );
  printRow({ sr: 'процесор', en: 'processor' }, `${environment} ${mode} ${oneLine(uid)}`.trimEnd());
  printRow(
    { sr: 'последњи пре', en: 'last before' },
    lastNumber === null
      ? inLanguage({ sr: 'процесор га није навео', en: 'not reported by the processor' })
      : lastNumber || inLanguage({ sr: 'ниједан', en: 'none' }),
  );
  if (key !== null) printRow({ sr: 'кључ', en: 'key' }, key);
}
