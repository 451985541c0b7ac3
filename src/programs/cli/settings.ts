import { text as readAll } from 'node:stream/consumers';
import {
  actionOnTerminal,
  type Bilingual,
  failed,
  isRecord,
  type Message,
  ok,
  phrase,
  type Result,
} from '../../base/index.js';
import { type Environment, ENVIRONMENTS } from '../../contract/index.js';
import { callOperation } from './callOperation.js';
import { type Command, complain, print, printNote, SUCCESS } from './command.js';
import { STREAM } from './inputFile.js';
import { inLanguage } from './language.js';
import { readHiddenValue } from './password.js';
import { commandOf } from './forms.js';

/**
 * JSON if the text parses as JSON, otherwise the text. The error states where text that begins like JSON is broken, and
 * never repeats a value, which may be a secret.
 */
export function parseSettingValue(name: string, given: string): Result<unknown, Message> {
  try {
    return ok(JSON.parse(given));
  } catch (error) {
    if (!/^\s*[{[]/.test(given)) return ok(given);
    const place = placeOf(given, error instanceof Error ? error.message : '');
    return failed(phrase(brokenText(name, place, EXAMPLES[name] ?? '{"name":"…"}')));
  }
}

/** Examples of setting values that are more than one word or number. */
export const EXAMPLES: Readonly<Record<string, string>> = {
  'pfr.sandbox': '{"mode":"lpfr","url":"http://192.168.1.20:7555"}',
  'pfr.production': '{"mode":"lpfr","url":"https://192.168.1.20:7555"}',
  company:
    '{"name":"ПЕКАРА","tin":"123456788","location":"1234567-ПЕКАРА","address":"КАЛЕНИЋЕВА 1","district":"Београд-Врачар"}',
  taxLabels: '[{"label":"Ђ","name":"О-ПДВ","rate":20,"active":true}]',
  mail: '{"host":"mail.example.rs","port":465,"secure":true,"from":"kasa@example.rs"}',
  printers:
    '[{"name":"kasa","address":"tcp://192.168.1.30:9100","width":80,"dpi":203,"mode":"raster","autoPrint":true}]',
  backup: '{"folder":"/media/kasirbox"}',
  notify: '{"kind":"bot","token":"123456:ABC-def","chat":-1001234567890}',
  stream: '{"url":"tls://nats.example.rs:4222","credentials":"SU…","subject":"kasirbox.novi-sad-1"}',
  group: '{"name":"kiosks","catalogue":"follow","settings":"offer"}',
  webhooks: '[{"name":"web-shop","url":"https://shop.example.rs/kasa","secret":"whsec_…","events":["invoice.*"]}]',
  offlineQueue: '{"enabled":true,"maxCount":200,"maxAgeHours":48,"printSlip":true}',
};

interface Place {
  /** From 1. */
  readonly line: number;
  /** The last member that begins before it; undefined when there is none. */
  readonly member: string | undefined;
}

/** Where JSON.parse failed; the end of the text when its message has no position. */
function placeOf(text: string, message: string): Place {
  const offset = Number(/ position (\d+)/.exec(message)?.[1] ?? text.length);
  const before = text.slice(0, offset);
  return { line: before.split('\n').length, member: memberBefore(before) };
}

/** Only the name of a member: letters in quotes before a colon. Quotes inside a value follow a backslash. */
function memberBefore(text: string): string | undefined {
  return Array.from(text.matchAll(/[{,]\s*"([A-Za-z.]{1,40})"\s*:/g)).at(-1)?.[1];
}

function brokenText(name: string, { line, member }: Place, example: string): Bilingual {
  const after = member === undefined ? { sr: '', en: '' } : { sr: `, иза „${member}”`, en: `, after "${member}"` };
  return {
    sr: `${name}: вредност није исправан JSON: ред ${line}${after.sr}. Изгледа овако: '${example}'; пазите на наводнике и заграде. Ништа није промењено.`,
    en: `${name}: the value is not valid JSON: line ${line}${after.en}. Example: '${example}'; check the quotes and braces. Nothing was changed.`,
  };
}

export const settingsCommand: Command = commandOf({
  name: 'settings',
  summary: {
    sr: `показује и мења подешавања. Са - је вредност један ред који се тражи на терминалу и не приказује, или цео стандардни
      улаз: тако лозинка не улази у списак процеса ни у историју љуске`,
    en: `shows and changes settings. With - the value is one line typed on the terminal, which is not shown, or all of
      standard input: a password is then neither in the list of processes nor in the history of the shell`,
  },
  forms: {
    'show [KEY]': ({ folder }, name) => show(folder, name),
    'set KEY VALUE': ({ folder }, name = '', value = '') => set(folder, name, value),
    'set KEY -': ({ folder }, name = '') => set(folder, name, STREAM),
  },
});

async function show(folder: string, name: string | undefined): Promise<number> {
  const reply = await callOperation(folder, 'settings.show', name === undefined ? {} : { name });
  if (!reply.ok) return complain(reply.error);
  print(JSON.stringify(name === undefined ? reply.value : reply.value[name], null, 2));
  return SUCCESS;
}

async function set(folder: string, name: string, given: string): Promise<number> {
  const text = given === STREAM ? await readValue(name) : ok(given);
  if (!text.ok) return complain(text.error);
  const parsed = parseSettingValue(name, text.value);
  if (!parsed.ok) return complain(parsed.error);
  const { value } = parsed;
  const reply = await callOperation(folder, 'settings.set', { name, value });
  if (!reply.ok) return complain(reply.error);
  print({ sr: `${name} је подешено.`, en: `${name} is set.` });
  if (name === 'cardPin' && value === 'keep') print(KEPT_PIN_RISK);
  if (given !== STREAM && (await hasSecret(name, value))) printNote(exposedSecretText(name));
  const environment = ENVIRONMENTS.find((one) => name === `pfr.${one}`);
  if (environment !== undefined) await printProcessorState(folder, environment);
  return SUCCESS;
}

/**
 * Tests the address now, because an error is better found now than at the first sale. The setting is stored in either
 * case.
 */
async function printProcessorState(folder: string, environment: Environment): Promise<void> {
  printNote({ sr: 'Питам процесор…', en: 'Asking the processor…' });
  const reply = await callOperation(folder, 'pfr.status', { environment });
  if (!reply.ok) {
    complain(reply.error);
    return;
  }
  const { words, findings } = reply.value;
  const finding = findings.find(({ blocks }) => blocks);
  const remedy = finding && actionOnTerminal(finding);
  const summary = [words, remedy].flatMap((part) => (part == null ? [] : [inLanguage(part)])).join(' ');
  printNote({ sr: `Процесор сада: ${summary}`, en: `The processor now: ${summary}` });
}

/** Only objects and lists contain secrets; for other values the settings need not be loaded. */
async function hasSecret(name: string, value: unknown): Promise<boolean> {
  return (isRecord(value) || Array.isArray(value)) && (await import('./box/settings.js')).hasSecret(name, value);
}

async function readValue(name: string): Promise<Result<string, Message>> {
  const read = process.stdin.isTTY
    ? await readHiddenValue(inLanguage({ sr: `Вредност за ${name}: `, en: `Value of ${name}: ` }))
    : ok(await readAll(process.stdin));
  return read.ok ? requireValue(name, read.value.trim()) : read;
}

function nothingGiven(name: string): Bilingual {
  return {
    sr: `${name}: ништа није дато, и ништа није промењено.`,
    en: `${name}: no value was given, and nothing was changed.`,
  };
}

function nothingForNullable(name: string): Bilingual {
  return {
    sr: `${name}: ништа није дато; null га искључује.`,
    en: `${name}: no value was given; null switches it off.`,
  };
}

/** The text that was typed or pasted without echo, unless it is empty. */
async function requireValue(name: string, text: string): Promise<Result<string, Message>> {
  if (text === '') {
    const { isNullable } = await import('./box/settings.js');
    return failed(phrase(isNullable(name) ? nothingForNullable(name) : nothingGiven(name)));
  }
  return ok(text);
}

const KEPT_PIN_RISK: Bilingual = {
  sr: 'Ризик: ПИН је у фасцикли с подацима, запечаћен кључем на истој меморијској картици. Ко украде и уређај и картицу може да издаје рачуне у име радње док се картица не пријави; без картице не вреди ништа. Да се одмах заборави: kasirbox settings set cardPin ask',
  en: 'Risk: the PIN is in the data folder, sealed with a key on the same flash. A thief of both the box and the card can issue receipts in the name of the shop until the card is reported; without the card, the PIN is worthless. To forget it at once: kasirbox settings set cardPin ask',
};

function exposedSecretText(name: string): string {
  return inLanguage({
    sr: `Његова тајна се видела у командном реду, у списку процеса и у историји љуске. Боље: kasirbox settings set ${name} -`,
    en: `Its secret was visible on the command line, in the list of processes and in the history of the shell. Better: kasirbox settings set ${name} -`,
  });
}

/** The settings of a group in a JSON file. */
export function settingsIn(bytes: Buffer): Result<Readonly<Record<string, unknown>>, Message> {
  const text = bytes.toString();
  try {
    const given: unknown = JSON.parse(text);
    return isRecord(given)
      ? ok(given)
      : failed(
          phrase({
            sr: 'мора бити објекат, као {"offlineQueue": {…}}; ништа није послато.',
            en: 'it must be an object, such as {"offlineQueue": {…}}, and nothing was set.',
          }),
        );
  } catch (error) {
    const { line } = placeOf(text, error instanceof Error ? error.message : '');
    return failed(
      phrase({
        sr: `није исправан JSON: ред ${line}. Ништа није послато.`,
        en: `it is not valid JSON: line ${line}. Nothing was set.`,
      }),
    );
  }
}
