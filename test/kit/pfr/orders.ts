import { failed, ok, type Result } from '../../../src/base/result.js';
import { CHANGES } from './changes.js';
import type { Fault, Mishap } from './faults.js';
import { readChange, readFault } from './script.js';
import type { FakePfrServer } from './server.js';
import { type Call, CALLS } from './wire.js';

/** Faults by a short name. */
const SHORT: Readonly<Record<string, Mishap>> = {
  'drop-before': { fault: 'drop', signs: false },
  'drop-after': { fault: 'drop', signs: true },
  hang: { fault: 'hang', signs: 'never' },
  'hang-after': { fault: 'hang', signs: 'now' },
  'hang-late': { fault: 'hang', signs: 'late' },
  empty: { fault: 'answer', signs: true, status: 200, body: '' },
  garbage: { fault: 'answer', signs: true, status: 200, body: '<html><h1>It works!</h1></html>' },
  'error-500': { fault: 'answer', signs: true, status: 500, body: '' },
  cut: { fault: 'cut' },
  drip: { fault: 'drip' },
  stale: { fault: 'stale', signs: true },
  foreign: { fault: 'foreign', signs: true },
  'broken-link': { fault: 'broken-link' },
  mislead: { fault: 'mislead', root: 'https://suf.purs.gov.rs.example.com' },
  english: { fault: 'english' },
};

export const ORDERS = `On the next receipt, or on another call as in "hang on status"; with "always" at its end until "clear":
  ${Object.keys(SHORT).join(', ')}
  refuse CODE [HTTP STATUS]
  {"fault":…}        any other, as JSON: see Fault in test/kit/pfr/faults.ts
  calls are: ${CALLS.join(', ')}
At once:
  ${CHANGES.join(', ')}
  clock SECONDS      how far its clock is ahead
  card JID           another card is put in
  release            hanging calls go on
  list, clear        the faults that wait
  signed             what it has signed
  help
`;

/** Carries out one typed line and says what came of it; the error says what is wrong with the line. */
export function obey(server: FakePfrServer, line: string): Result<string, string> {
  const words = line.trim().split(/\s+/);
  const [order = '', argument = ''] = words;
  // "card out" is as good as "card-out".
  const named = CHANGES.find((name) => name === words.join('-'));
  if (named !== undefined) return change(server, named);
  switch (order) {
    case '':
      return ok('');
    case 'help':
      return ok(ORDERS.trimEnd());
    case 'list':
      return ok(server.faults.pending.map((fault) => JSON.stringify(fault)).join('\n') || 'no faults wait');
    case 'clear':
      server.faults.clear();
      return ok('no faults wait');
    case 'release':
      server.release();
      return ok('released');
    case 'signed':
      return ok(signedLines(server) || 'nothing is signed');
    case 'clock':
      return change(server, { clock: Number(argument || 'x') * 1000 });
    case 'card':
      return change(server, { card: argument });
    default:
      return addFault(server, line);
  }
}

function change(server: FakePfrServer, value: unknown): Result<string, string> {
  const read = readChange(value);
  if (!read.ok) return failed('a clock wants whole seconds, and a card its JID: 8 upper-case letters and digits');
  server.pfr.change(read.value);
  return ok('done');
}

function addFault(server: FakePfrServer, line: string): Result<string, string> {
  const read = line.trimStart().startsWith('{') ? readJson(line) : readShort(line.trim().split(/\s+/));
  if (!read.ok) return read;
  server.faults.add(read.value);
  return ok(`waits for ${read.value.on ?? 'invoice'}`);
}

function readJson(line: string): Result<Fault, string> {
  try {
    return readFault(JSON.parse(line));
  } catch {
    return failed('that is no JSON');
  }
}

function readShort(words: readonly string[]): Result<Fault, string> {
  const isStanding = words.at(-1) === 'always';
  const rest = isStanding ? words.slice(0, -1) : words;
  const at = rest.indexOf('on');
  const on = at < 0 ? 'invoice' : rest[at + 1];
  const [name = '', ...parameters] = at < 0 ? rest : rest.slice(0, at);
  if (!isCall(on) || (at >= 0 && rest.length > at + 2)) return failed(`after "on" comes one of ${CALLS.join(', ')}`);
  const mishap = mishapOf(name, parameters);
  if (mishap === undefined) return failed(`"${words.join(' ')}" is no order; see: help`);
  return readFault({ ...mishap, on, ...(isStanding && { standing: true }) });
}

function mishapOf(name: string, [code, status, ...more]: readonly string[]): unknown {
  if (more.length > 0) return undefined;
  if (name !== 'refuse') return code === undefined && Object.hasOwn(SHORT, name) ? SHORT[name] : undefined;
  return { fault: 'refuse', code, ...(status !== undefined && { status: Number(status) }) };
}

function isCall(word: string | undefined): word is Call {
  return CALLS.some((call) => call === word);
}

function signedLines({ pfr }: FakePfrServer): string {
  return pfr.signed
    .map(({ invoiceNumber, total, requestId, at }) => {
      return `${new Date(at).toISOString()} ${invoiceNumber} ${(total / 100).toFixed(2)} ${requestId}`.trimEnd();
    })
    .join('\n');
}
