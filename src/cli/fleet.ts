import { type Bilingual, failed, formatSum, isLocalDate, localTime, ok, oneLine, type Result } from '../base/index.js';
import type { FleetReport } from '../fleet/index.js';
import {
  type Args,
  type Command,
  complain,
  complainUsage,
  print,
  printRow,
  readEnvironment,
  SUCCESS,
  USAGE,
} from './command.js';
import { fileFault, urlFault } from './fleetOptions.js';
import { SERVER_OPTIONS, SERVER_SUMMARY, SERVER_USAGE, serverCommand } from './fleetServer.js';
import { STREAM_OPTIONS, STREAM_SUMMARY, STREAM_USAGE, streamCommand } from './fleetStream.js';
import {
  FLEET_GROUP_FLAGS,
  FLEET_GROUP_OPTIONS,
  FLEET_GROUP_SUMMARY,
  FLEET_GROUP_TAKES,
  FLEET_GROUP_USAGE,
  setForGroup,
} from './fleetGroup.js';
import { inLanguage } from './language.js';

const DAY = 86_400_000;
const MINUTE = 60_000;

export const fleetCommand: Command = {
  usage: [
    'fleet ingest --nats URL --postgres URL [--ca FILE] [--credentials FILE] [--grace MINUTES] [--once]',
    'fleet report --postgres URL [--by day|shop|box|label|payment|cashier] [--from DAY] [--to DAY] [--environment E]',
    'fleet take-fork ALARM --postgres URL',
    'fleet close-alarm ALARM --postgres URL',
    ...STREAM_USAGE,
    ...SERVER_USAGE,
    ...FLEET_GROUP_USAGE,
  ],
  summary: {
    sr: `на серверу власника више уређаја. ingest преузима оно што уређаји шаљу из NATS-а (tls://HOST:4222) у PostgreSQL
      (postgresql://USER@HOST/DATABASE?sslmode=verify-full) док га SIGTERM не заустави; може их радити више одједном. CA: PEM
      издавача сертификата NATS сервера. GRACE: колико запис чека на претходни који недостаје (10 минута).
      take-fork: уређај из овог аларма је враћен из копије, и оно што је од тада продао рачуна се од сада.
      close-alarm: о њему више нема шта да се уради; поново се отвара ако стигне још истог.
      Не пишите лозинку у URL, где је други виде: PGPASSWORD, PGPASSFILE и ~/.pgpass раде као код psql.
      ${STREAM_SUMMARY.sr}
      ${SERVER_SUMMARY.sr}
      ${FLEET_GROUP_SUMMARY.sr}`,
    en: `on the server of an owner of many boxes. ingest takes what they send from NATS (tls://HOST:4222) into PostgreSQL
      (postgresql://USER@HOST/DATABASE?sslmode=verify-full) until SIGTERM ends it; several may run at once. CA: PEM of the
      authority of the NATS server. GRACE: how long a record waits for one before it that is missing (10 minutes).
      take-fork: the box of this alarm was restored, and what it sold since then counts from now on.
      close-alarm: nothing is left to do about it; it opens again when more comes of the same.
      Give no password in a URL, where others see it: PGPASSWORD, PGPASSFILE and ~/.pgpass work as with psql.
      ${STREAM_SUMMARY.en}
      ${SERVER_SUMMARY.en}
      ${FLEET_GROUP_SUMMARY.en}`,
  },
  options: [
    'nats',
    'postgres',
    'ca',
    'credentials',
    'grace',
    'by',
    'from',
    'to',
    'environment',
    ...STREAM_OPTIONS,
    ...SERVER_OPTIONS,
    ...FLEET_GROUP_OPTIONS,
  ],
  flags: ['once', ...FLEET_GROUP_FLAGS],
  async run(args) {
    const [verb, ...rest] = args.words;
    const given = [...Object.keys(args.values), ...args.flags];
    const takes = (names: readonly string[]): boolean => given.every((name) => names.includes(name));
    if (rest.length === 0 && verb === 'ingest' && takes(['nats', 'postgres', 'ca', 'credentials', 'grace', 'once'])) {
      return ingest(args);
    }
    if (rest.length === 0 && verb === 'report' && takes(['postgres', 'by', 'from', 'to', 'environment'])) {
      return report(args);
    }
    const [alarm, ...more] = rest;
    if (alarm !== undefined && more.length === 0 && takes(['postgres'])) {
      if (verb === 'take-fork') return decide(alarm, args, takeFork);
      if (verb === 'close-alarm') return decide(alarm, args, closeAlarm);
    }
    if ((verb === 'catalogue' || verb === 'settings') && takes(FLEET_GROUP_TAKES)) return setPart(verb, rest, args);
    return streamCommand(args) ?? serverCommand(args) ?? complainUsage(fleetCommand.usage);
  },
};

async function setPart(part: 'catalogue' | 'settings', words: readonly string[], args: Args): Promise<number> {
  const { nats, ca, credentials } = args.values;
  if (nats === undefined) return complainUsage(FLEET_GROUP_USAGE);
  const fault =
    urlFault('nats', nats, ['nats:', 'tls:']) ?? fileFault('ca', ca) ?? fileFault('credentials', credentials);
  if (fault !== undefined) return complain(fault, USAGE);
  return setForGroup(part, words, { url: nats, caFile: ca, credentialsFile: credentials }, args);
}

async function ingest({ values, flags }: Args): Promise<number> {
  const { nats, postgres, ca, credentials, grace } = values;
  if (nats === undefined || postgres === undefined) return complainUsage(fleetCommand.usage);
  const fault =
    urlFault('nats', nats, ['nats:', 'tls:']) ??
    urlFault('postgres', postgres, ['postgres:', 'postgresql:']) ??
    fileFault('ca', ca) ??
    fileFault('credentials', credentials);
  if (fault !== undefined) return complain(fault, USAGE);
  if (grace !== undefined && !/^\d{1,5}$/.test(grace))
    return complain(
      inLanguage({ sr: '--grace је цео број минута', en: '--grace is a whole number of minutes' }),
      USAGE,
    );
  const stopping = new AbortController();
  const stop = (): void => stopping.abort();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.once(signal, stop);
  const code = await import('./fleet/ingest.js');
  const done = await code.ingest({
    nats: { url: nats, caFile: ca, credentialsFile: credentials },
    ...{ postgres, once: flags.has('once'), signal: stopping.signal },
    ...(grace !== undefined && { graceMs: Number(grace) * MINUTE }),
    say: (line) => print(`${new Date().toISOString()} ${oneLine(line)}`),
  });
  return done.ok ? SUCCESS : complain(done.error);
}

type Decision = (postgres: string, alarm: number) => Promise<Result<string, Bilingual>>;

async function decide(alarm: string, { values: { postgres } }: Args, decision: Decision): Promise<number> {
  if (postgres === undefined) return complainUsage(fleetCommand.usage);
  if (!/^\d{1,15}$/.test(alarm))
    return complain(
      inLanguage({ sr: 'ALARM је број из: kasirbox fleet report', en: 'ALARM is a number of: kasirbox fleet report' }),
      USAGE,
    );
  const fault = urlFault('postgres', postgres, ['postgres:', 'postgresql:']);
  if (fault !== undefined) return complain(fault, USAGE);
  const done = await decision(postgres, Number(alarm));
  if (!done.ok) return complain(done.error);
  print(done.value);
  return SUCCESS;
}

const takeFork: Decision = async (postgres, alarm) => {
  const code = await import('./fleet/decide.js');
  const done = await code.takeFork(postgres, alarm);
  return done.ok
    ? ok(
        inLanguage({
          sr: `Записа са те гране: ${done.value}; ingest их сада преузима.`,
          en: `${done.value} records of the fork are taken in by the ingester now.`,
        }),
      )
    : done;
};

const closeAlarm: Decision = async (postgres, alarm) => {
  const code = await import('./fleet/decide.js');
  const done = await code.closeAlarm(postgres, alarm);
  if (!done.ok) return done;
  return done.value
    ? ok(inLanguage({ sr: `Аларм ${alarm} је затворен.`, en: `Alarm ${alarm} is closed.` }))
    : failed({ sr: `аларм ${alarm} није отворен`, en: `alarm ${alarm} is not open` });
};

async function report(args: Args): Promise<number> {
  const { postgres, by = 'day' } = args.values;
  if (postgres === undefined) return complainUsage(fleetCommand.usage);
  const today = localTime(Date.now()).slice(0, 10);
  const { to = today } = args.values;
  if (!isLocalDate(to))
    return complain(inLanguage({ sr: '--to је дан, као 2026-11-27', en: '--to is a day like 2026-11-27' }), USAGE);
  const from = args.values['from'] ?? new Date(Date.parse(to) - 6 * DAY).toISOString().slice(0, 10);
  if (!isLocalDate(from))
    return complain(inLanguage({ sr: '--from је дан, као 2026-11-27', en: '--from is a day like 2026-11-27' }), USAGE);
  const fault = urlFault('postgres', postgres, ['postgres:', 'postgresql:']);
  if (fault !== undefined) return complain(fault, USAGE);
  const read = readEnvironment(args);
  if (!read.ok) return complain(read.error, USAGE);
  const environment = read.value ?? 'production';
  const code = await import('./fleet/report.js');
  const column = code.REPORT_BY.find((known) => known === by);
  if (column === undefined)
    return complain(
      inLanguage({
        sr: `--by је једно од: ${code.REPORT_BY.join(', ')}`,
        en: `--by is one of ${code.REPORT_BY.join(', ')}`,
      }),
      USAGE,
    );
  const found = await code.report({ postgres, environment, from, to, by: column });
  if (!found.ok) return complain(found.error);
  print(`Turnover of ${environment} from ${from} to ${to} by ${column}, RSD`);
  printReport(found.value);
  return SUCCESS;
}

function printReport({ rows, boxes, alarms, openAlarms, inDoubt, missing }: FleetReport): void {
  const width = Math.max(14, ...rows.map(({ name }) => oneLine(name).length));
  for (const { name, receipts, amount, refunds, refunded } of rows) {
    const refund = refunds === 0 ? '' : `  (refunds: ${refunds}, ${formatSum(refunded)})`;
    print(
      `  ${oneLine(name).padEnd(width)}  ${String(receipts).padStart(9)}  ${formatSum(amount).padStart(18)}${refund}`,
    );
  }
  if (rows.length === 0) print('  nothing');
  print('Boxes');
  printRow('all', String(boxes.all));
  printRow('silent', `${boxes.silent} for more than an hour`);
  printRow('failing', String(boxes.failing));
  printRow('waiting', `${boxes.waiting} with records that wait for others`);
  printRow('in doubt', `${inDoubt} receipts`);
  printRow('missing', `${missing} PFR numbers`);
  print(`Alarms that are open: ${openAlarms}`);
  for (const { id, day, kind, box, shop, message, receipts } of alarms) {
    const where = box === null ? '' : ` ${shop ?? ''} ${box}`;
    const named =
      receipts.length === 0 ? '' : ` [${receipts.slice(0, 3).join(', ')}${receipts.length > 3 ? ', …' : ''}]`;
    print(`  ${oneLine(`${id} ${day} ${kind}${where}: ${message}${named}`)}`);
  }
}
