import { type Bilingual, failed, ok, oneLine, type Result } from '../../base/index.js';
import { type Args, type Command, complain, complainUsage, print, SUCCESS, USAGE } from './command.js';
import { notifyCommand, NOTIFY_TAKES } from './fleetNotify.js';
import {
  boxFault,
  fileFault,
  SERVER_OPTIONS,
  SERVER_SUMMARY,
  SERVER_USAGE,
  serverCommand,
  urlFault,
} from './fleetServer.js';
import { REPORT_TAKES, reportCommand } from './fleetReport.js';
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

const MINUTE = 60_000;

export const fleetCommand: Command = {
  usage: [
    'fleet ingest --nats URL --postgres URL [--ca FILE] [--credentials FILE] [--grace MINUTES] [--once]',
    'fleet report --postgres URL [--by day|shop|box|label|payment|cashier] [--from DAY] [--to DAY] [--environment E] [--silent HOURS] [--server DIR] [--json]',
    'fleet notify --postgres URL --config FILE [--state FILE] [--summary] [--environment E] [--silent HOURS] [--server DIR]',
    'fleet retire BOX --postgres URL',
    'fleet take-fork ALARM --postgres URL',
    'fleet close-alarm ALARM --postgres URL',
    ...STREAM_USAGE,
    ...SERVER_USAGE,
    ...FLEET_GROUP_USAGE,
  ],
  summary: {
    sr: `на серверу власника више уређаја. ingest преузима оно што уређаји шаљу из NATS-а (tls://HOST:4222) у PostgreSQL
      (postgresql://USER@HOST/DATABASE?sslmode=verify-full) док га SIGTERM не заустави; може их радити више одједном. CA: PEM
      издаваоца сертификата NATS сервера. GRACE: колико запис чека на претходни који недостаје (10 минута).
      take-fork: уређај из овог аларма је враћен из копије, и оно што је од тада продао рачуна се од сада.
      report: излазни код 1 ако има отворених аларма, уређаја који се не јављају или не раде, или ако ништа не стиже.
      notify: шаље власнику новости из извештаја е-поштом и у ћаскање, по FILE {"mail":{…},"to":"АДРЕСА","notify":{…}};
      --summary: преглед. retire: уређај више није у раду, и не тражи се да се јавља.
      close-alarm: о њему више нема шта да се уради; поново се отвара ако стигне још истог.
      Не пишите лозинку у URL, где је други виде: PGPASSWORD, PGPASSFILE и ~/.pgpass раде као код psql.
      ${STREAM_SUMMARY.sr}
      ${SERVER_SUMMARY.sr}
      ${FLEET_GROUP_SUMMARY.sr}`,
    en: `on the server of an owner of many boxes. ingest writes what they publish on NATS (tls://HOST:4222) to PostgreSQL
      (postgresql://USER@HOST/DATABASE?sslmode=verify-full) until SIGTERM; several may run at once. CA: PEM of the
      authority of the NATS server. GRACE: how long a record waits for a missing earlier one (10 minutes).
      take-fork: the box of this alarm was restored, and its sales since then count from now on.
      report: exit 1 with open alarms, with silent or failing boxes, or when nothing arrives.
      notify: sends the owner new and ended findings of the report by mail and chat, by FILE
      {"mail":{…},"to":"ADDRESS","notify":{…}}; --summary: the whole report.
      retire: the box is out of service and no longer counts as silent.
      close-alarm: the alarm is handled; it opens again when more of the same arrives.
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
    'silent',
    'config',
    'state',
    ...STREAM_OPTIONS,
    ...SERVER_OPTIONS,
    ...FLEET_GROUP_OPTIONS,
  ],
  flags: ['once', 'json', 'summary', ...FLEET_GROUP_FLAGS],
  async run(args) {
    const [verb, ...rest] = args.words;
    const given = [...Object.keys(args.values), ...args.flags];
    const takes = (names: readonly string[]): boolean => given.every((name) => names.includes(name));
    if (rest.length === 0 && verb === 'ingest' && takes(['nats', 'postgres', 'ca', 'credentials', 'grace', 'once'])) {
      return ingest(args);
    }
    const { postgres, config } = args.values;
    if (rest.length === 0 && verb === 'report' && postgres !== undefined && takes(REPORT_TAKES))
      return reportCommand(args);
    if (
      rest.length === 0 &&
      verb === 'notify' &&
      postgres !== undefined &&
      config !== undefined &&
      takes(NOTIFY_TAKES)
    ) {
      return notifyCommand(args);
    }
    const [box] = rest;
    if (verb === 'retire' && box !== undefined && rest.length === 1 && takes(['postgres'])) return retire(box, args);
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
  const code = await import('./fleet/fleet.js');
  const done = await code.ingest({
    nats: { url: nats, caFile: ca, credentialsFile: credentials },
    ...{ postgres, once: flags.has('once'), signal: stopping.signal },
    ...(grace !== undefined && { graceMs: Number(grace) * MINUTE }),
    say: (line) => print(`${new Date().toISOString()} ${oneLine(line)}`),
  });
  return done.ok ? SUCCESS : complain(done.error);
}

async function retire(id: string, { values: { postgres } }: Args): Promise<number> {
  if (postgres === undefined) return complainUsage(fleetCommand.usage);
  const fault = boxFault(id.toLowerCase()) ?? urlFault('postgres', postgres, ['postgres:', 'postgresql:']);
  if (fault !== undefined) return complain(fault, USAGE);
  const { retireBox } = await import('./fleet/fleet.js');
  const done = await retireBox(postgres, id.toLowerCase());
  if (!done.ok) return complain(done.error);
  if (!done.value) return complain({ sr: `${id} се никад није јавио`, en: `${id} was never heard` });
  print({ sr: `${id} више није у раду.`, en: `${id} is out of service.` });
  return SUCCESS;
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
  const code = await import('./fleet/fleet.js');
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
  const code = await import('./fleet/fleet.js');
  const done = await code.closeAlarm(postgres, alarm);
  if (!done.ok) return done;
  return done.value
    ? ok(inLanguage({ sr: `Аларм ${alarm} је затворен.`, en: `Alarm ${alarm} is closed.` }))
    : failed({ sr: `аларм ${alarm} није отворен`, en: `alarm ${alarm} is not open` });
};
