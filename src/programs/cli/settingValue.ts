import { type Bilingual, failed, ok, type Result, type Message, phrase } from '../../base/index.js';

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
    return failed(phrase(brokenWords(name, place, EXAMPLES[name] ?? '{"name":"…"}')));
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

function brokenWords(name: string, { line, member }: Place, example: string): Bilingual {
  const after = member === undefined ? { sr: '', en: '' } : { sr: `, иза „${member}”`, en: `, after "${member}"` };
  return {
    sr: `${name}: вредност није исправан JSON: ред ${line}${after.sr}. Изгледа овако: '${example}'; пазите на наводнике и заграде. Ништа није промењено.`,
    en: `${name}: the value is not valid JSON: line ${line}${after.en}. It looks like '${example}'; mind quotes and braces. Nothing was changed.`,
  };
}
