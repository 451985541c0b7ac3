import type { Input, OperationName, Reply } from '../../interfaces/admin/index.js';
import { type Bilingual, startCommand } from '../../base/index.js';
import { FAULT_TEXTS, NO_PRINTER, NOT_CHECKED, PRINTER_STATE_TEXTS } from '../../paper/printing/index.js';
import { dotsAcross, hasPrinterName, type PrinterSetting } from '../../shop/settings/index.js';
import { callOperation, callRunning, printList } from './callOperation.js';
import { type Command, complain, FAILURE, print, printNote, printRow, SUCCESS } from './command.js';
import { readGivenFile } from './inputFile.js';
import { adviceText, inLanguage } from './language.js';
import { printFound, printJob, printPrinter, printReport } from './printRows.js';
import { commandOf } from './forms.js';

export const printCommand: Command = commandOf({
  name: 'print',
  summary: {
    sr: `штампа рачуне и јавља исход штампе.
      find набраја прикључене штампаче са адресама какве узима подешавање printers, са --network и оне који се сами јављају на
      мрежи (mDNS), и оне који примају штампу на до 254 адресе; ништа се не штампа.
      test утврђује шта штампач NAME може да докаже, и штампа листић са словима, лењиром и QR кодом; излазни код 1 ако
      ништа није одштампано.
      ticket штампа оно што штампач NAME даје при укључењу: адресу, сертификат и стање уређаја.
      drawer отвара фиоку за новац на штампачу NAME; излазни код 1 ако је штампач није прихватио.
      jobs набраја шта је у току или тражи пажњу, са --all све што се памти.
      again штампа рачун још једном, означен као поновљен: UUID рачуна, или његов ПФР број.
      logo штампа слику изнад сваког рачуна: PNG или JPEG било које величине, смањену на ширину главе штампача.
      FILE може бити -, за стандардни улаз. --invert замењује црно и бело, што треба белом логотипу на провидној подлози`,
    en: `manages printers and print jobs.
      find lists attached printers with the addresses for the setting printers; --network also those that announce themselves
      in the local networks (mDNS), and devices of networks of up to 254 addresses that accept print data. Nothing is printed.
      test finds out what the printer NAME can confirm, and prints a slip with letters, a ruler and a QR code; exit 1 when
      nothing was printed.
      ticket prints the ticket that the printer NAME prints at power-up: address, certificate and state of the box.
      drawer opens the cash drawer at the printer NAME; exit 1 when the printer did not accept the command.
      jobs lists pending and running jobs, and those that need attention; --all lists all stored ones.
      again prints a receipt once more, marked as a repeat: UUID of the receipt, or its PFR number.
      logo prints a picture above each receipt: a PNG or JPEG of any size, scaled to the head of the printer.
      FILE may be - for standard input. --invert swaps black and white, for a white logo on a transparent background`,
  },
  forms: {
    printers: ({ folder }) => printers(folder),
    'find [--network]': ({ folder, flags }) => find(folder, flags.has('network')),
    'test NAME': ({ folder }, name = '') => test(folder, name),
    'ticket NAME': ({ folder }, name = '') => ticket(folder, name),
    'drawer NAME': ({ folder }, name = '') => drawer(folder, name),
    'jobs [--all]': ({ folder, flags }) => jobs(folder, flags.has('all')),
    'again UUID|NUMBER [--printer NAME]': ({ folder, values }, receipt = '') =>
      again(folder, receipt, values['printer']),
    'cancel ID': ({ folder }, id = '') => cancel(folder, id),
    'logo NAME FILE [--invert]': ({ folder, flags }, name = '', file = '') =>
      logo(folder, name, file, flags.has('invert')),
    'logo NAME --remove': ({ folder }, name = '') => logo(folder, name, null),
  },
});

interface ServedReply<N extends OperationName> {
  readonly reply: Reply<N>;
  /** True when the service has answered. */
  readonly isServed: boolean;
}

/** Without a service, warns that nothing will be printed for now. */
async function askOrWarn<N extends OperationName>(
  folder: string,
  name: N,
  question: Input<N>,
): Promise<ServedReply<N>> {
  const served = await callRunning(folder, name, question);
  if (served !== undefined) return { reply: served, isServed: true };
  printNote(noService(startCommand(folder)));
  return { reply: await callOperation(folder, name, question), isServed: false };
}

async function printers(folder: string): Promise<number> {
  const { reply, isServed } = await askOrWarn(folder, 'print.printers', {});
  if (!reply.ok) return complain(reply.error);
  if (reply.value.length === 0) printNote(NO_PRINTER);
  const isResting = reply.value.some(({ rests }) => rests);
  if (isResting && isServed) printNote(WORDS.resting);
  for (const printer of reply.value) {
    printPrinter(
      printer,
      !isServed ? NOT_CHECKED : printer.rests === true ? WORDS.rests : PRINTER_STATE_TEXTS[printer.state],
    );
  }
  return SUCCESS;
}

async function test(folder: string, name: string): Promise<number> {
  printNote(WORDS.printing);
  const reply = await callOperation(folder, 'print.test', { name });
  if (!reply.ok) return complain(reply.error);
  const tested = reply.value;
  if (tested.report === null) return complain(adviceText(FAULT_TEXTS[tested.failure]));
  printReport(tested);
  return tested.report.state === 'printed' || tested.report.state === 'unconfirmed' ? SUCCESS : FAILURE;
}

async function ticket(folder: string, name: string): Promise<number> {
  const reply = await callOperation(folder, 'print.ticket', { name });
  if (!reply.ok) return complain(reply.error);
  const printer = reply.value;
  print(WORDS.ticketHanded(printer.name));
  if (printer.reason === null) return SUCCESS;
  printRow(WORDS.waiting, `${adviceText(FAULT_TEXTS[printer.reason])} ${inLanguage(WORDS.ticketLimit)}`);
  return SUCCESS;
}

async function drawer(folder: string, name: string): Promise<number> {
  const reply = await callOperation(folder, 'print.drawer', { name });
  if (!reply.ok) return complain(reply.error);
  const { trouble } = reply.value;
  return trouble === null ? SUCCESS : complain(adviceText(trouble));
}

async function find(folder: string, network: boolean): Promise<number> {
  if (network) printNote(WORDS.looking);
  const reply = await callOperation(folder, 'print.find', { network });
  if (!reply.ok) return complain(reply.error);
  for (const found of reply.value) printFound(found);
  if (reply.value.length === 0) printNote(WORDS.noneFound);
  if (!network) printNote(WORDS.alsoNetwork);
  return SUCCESS;
}

function noService(start: string): Bilingual {
  return {
    sr: `на овој фасцикли не ради сервис; ништа се не штампа док се не покрене: ${start}`,
    en: `no service runs on this folder; nothing is printed until it is started: ${start}`,
  };
}

const WORDS = {
  resting: {
    sr: 'безбедни режим после падова: штампање мирује док се режим не заврши: kasirbox safe-mode leave',
    en: 'safe mode after crashes: printing is paused until you end safe mode: kasirbox safe-mode leave',
  },
  rests: { sr: 'мирује', en: 'paused' },
  printing: { sr: 'Штампам…', en: 'Printing…' },
  looking: { sr: 'Тражим штампаче на мрежи…', en: 'Looking for printers on the network…' },
  noneFound: { sr: 'Није нађен ниједан штампач.', en: 'No printer was found.' },
  alsoNetwork: {
    sr: 'И на мрежи: kasirbox print find --network',
    en: 'To search the network, too: kasirbox print find --network',
  },
  waiting: { sr: 'чека', en: 'waiting' },
  ticketHanded: (name: string) => ({
    sr: `Листић је предат штампачу ${name}, који га штампа чим може.`,
    en: `The ticket was sent to ${name}, which prints it as soon as it can.`,
  }),
  ticketLimit: {
    sr: 'После десет минута листић се више не штампа.',
    en: 'After ten minutes the ticket is no longer printed.',
  },
  noJobs: { sr: 'ниједан налог за штампу није запамћен', en: 'no print jobs are stored' },
  noOpenJobs: {
    sr: 'ништа није у току; све: kasirbox print jobs --all',
    en: 'nothing is in progress; all: kasirbox print jobs --all',
  },
  noSuchJob: (id: string) => ({
    sr: `„${id}” није број налога за штампу; погледајте: kasirbox print jobs`,
    en: `"${id}" is not the number of a print job; see: kasirbox print jobs`,
  }),
  smallerPicture: { sr: 'дајте мању слику', en: 'use a smaller picture' },
  warning: ({ sr, en }: Bilingual) => ({ sr: `упозорење: ${sr} (--invert)`, en: `warning: ${en} (--invert)` }),
  noLogo: (name: string) => ({ sr: `${name} више нема логотип.`, en: `${name} no longer has a logo.` }),
  logoSet: (name: string) => ({
    sr: `Логотип штампача ${name} је постављен. Погледајте га: kasirbox print test ${name}`,
    en: `The logo of ${name} is set. To see it on paper: kasirbox print test ${name}`,
  }),
} as const satisfies Readonly<
  Record<string, Bilingual | ((word: string) => Bilingual) | ((words: Bilingual) => Bilingual)>
>;

async function jobs(folder: string, all: boolean): Promise<number> {
  return printList(await callOperation(folder, 'print.jobs', { all }), {
    none: all ? WORDS.noJobs : WORDS.noOpenJobs,
    show: printJob,
  });
}

async function again(folder: string, receipt: string, printer: string | undefined): Promise<number> {
  const { reply } = await askOrWarn(folder, 'print.again', { receipt, ...(printer !== undefined && { printer }) });
  if (!reply.ok) return complain(reply.error);
  printJob(reply.value);
  return SUCCESS;
}

async function cancel(folder: string, id: string): Promise<number> {
  if (!/^\d{1,15}$/.test(id)) return complain(WORDS.noSuchJob(id));
  const reply = await callOperation(folder, 'print.cancel', { id: Number(id) });
  if (!reply.ok) return complain(reply.error);
  printJob(reply.value);
  return SUCCESS;
}

/** Maximum size of an input file, bytes: a photograph. */
const MAX_FILE = 16 * 1024 * 1024;

async function logo(folder: string, name: string, file: string | null, isInverted = false): Promise<number> {
  let picture: string | null = null;
  if (file !== null) {
    const fromShell = 'kasirbox print logo NAME - < FILE';
    const read = await readGivenFile(file, {
      maxBytes: MAX_FILE,
      tooLarge: WORDS.smallerPicture,
      fromShell,
    });
    if (!read.ok) return complain(read.error);
    const dots = await dotsOf(folder, name);
    const { logoPicture } = await import('./files/logo.js');
    const fitted = await logoPicture(read.value, dots, { isInverted });
    if (!fitted.ok) return complain(inLanguage(fitted.error));
    picture = fitted.value.toString('base64');
  }
  const reply = await callOperation(folder, 'print.logo', { name, logo: picture });
  if (!reply.ok) return complain(reply.error);
  const { warning } = reply.value;
  if (warning !== null) printNote(WORDS.warning(warning));
  print(inLanguage(picture === null ? WORDS.noLogo(name) : WORDS.logoSet(name)));
  return SUCCESS;
}

/**
 * Dots across the head of a printer. For an unknown printer the widest, since the answer will report that it is not
 * set.
 */
async function dotsOf(folder: string, name: string): Promise<number> {
  const shown = await callOperation(folder, 'settings.show', { name: 'printers' });
  // The stored value has passed its schema.
  const printers = shown.ok ? (shown.value['printers'] as readonly PrinterSetting[]) : [];
  const printer = printers.find((one) => hasPrinterName(one, name));
  return printer === undefined ? WIDEST_HEAD : dotsAcross(printer);
}

const WIDEST_HEAD = 576;
