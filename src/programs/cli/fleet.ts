import { type Bilingual, failed, ok, oneLine, type Result } from '../../base/index.js';
import { type Args, type Command, complain, print, SUCCESS, USAGE } from './command.js';
import { notifyCommand } from './fleetNotify.js';
import { boxFault, SERVER_FORMS, SERVER_SUMMARY, urlFault } from './fleetServer.js';
import { reportCommand } from './fleetReport.js';
import { addressFault, STREAM_FORMS, STREAM_SUMMARY } from './fleetStream.js';
import { GROUP_FORMS, GROUP_SUMMARY } from './fleetGroup.js';
import { inLanguage } from './language.js';
import { commandOf } from './forms.js';

const MINUTE = 60_000;

export const fleetCommand: Command = commandOf({
  name: 'fleet',
  summary: {
    sr: `на серверу власника више уређаја. ingest преузима оно што уређаји шаљу из NATS-а (tls://HOST:4222) у PostgreSQL
      (postgresql://USER@HOST/DATABASE?sslmode=verify-full) док га SIGTERM не заустави; може их радити више одједном. CA: PEM
      издаваоца сертификата NATS сервера. GRACE: колико запис чека на претходни који недостаје (10 минута).
      --once: завршава кад је све преузето; ако неки сервер не ради, покушава док не проради.
      take-fork: уређај из овог аларма је враћен из копије, и оно што је од тада продао рачуна се од сада.
      report: излазни код 1 ако има отворених аларма, уређаја који се не јављају или не раде, или ако ништа не стиже.
      notify: шаље власнику новости из извештаја е-поштом и у ћаскање, по FILE {"mail":{…},"to":"АДРЕСА","notify":{…}};
      --summary: преглед. retire: уређај више није у раду, и не тражи се да се јавља.
      close-alarm: о њему више нема шта да се уради; поново се отвара ако стигне још истог.
      Не пишите лозинку у URL, где је други виде: PGPASSWORD, PGPASSFILE и ~/.pgpass раде као код psql.
      ${STREAM_SUMMARY.sr}
      ${SERVER_SUMMARY.sr}
      ${GROUP_SUMMARY.sr}`,
    en: `on the server of an owner of many boxes. ingest writes what they publish on NATS (tls://HOST:4222) to PostgreSQL
      (postgresql://USER@HOST/DATABASE?sslmode=verify-full) until SIGTERM; several may run at once. CA: PEM of the
      authority of the NATS server. GRACE: how long a record waits for a missing earlier one (10 minutes).
      --once: ends when everything is ingested; while a server is down, it retries.
      take-fork: the box of this alarm was restored, and its sales since then count from now on.
      report: exit 1 with open alarms, with silent or failing boxes, or when nothing arrives.
      notify: sends the owner new and ended findings of the report by e-mail and chat, using FILE
      {"mail":{…},"to":"ADDRESS","notify":{…}}; --summary: the whole report.
      retire: the box is out of service and no longer counts as silent.
      close-alarm: the alarm is handled; it opens again when more of the same arrives.
      Do not put a password in a URL, where others see it: PGPASSWORD, PGPASSFILE and ~/.pgpass work as with psql.
      ${STREAM_SUMMARY.en}
      ${SERVER_SUMMARY.en}
      ${GROUP_SUMMARY.en}`,
  },
  hasFolder: false,
  forms: {
    'ingest --nats URL --postgres URL [--ca FILE] [--credentials FILE] [--grace MINUTES] [--once]': ingest,
    'report --postgres URL [--by day|shop|box|label|payment|cashier] [--from DAY] [--to DAY] [--environment E] [--silent HOURS] [--server DIR] [--json]':
      reportCommand,
    'notify --postgres URL --config FILE [--state FILE] [--summary] [--environment E] [--silent HOURS] [--server DIR]':
      notifyCommand,
    'retire BOX --postgres URL': retire,
    'take-fork ALARM --postgres URL': (args, alarm = '') => decide(alarm, args, takeFork),
    'close-alarm ALARM --postgres URL': (args, alarm = '') => decide(alarm, args, closeAlarm),
    ...STREAM_FORMS,
    ...SERVER_FORMS,
    ...GROUP_FORMS,
  },
});

async function ingest({ values, flags }: Args): Promise<number> {
  const { nats = '', postgres = '', ca, credentials, grace } = values;
  const fault = addressFault({ values }) ?? urlFault('postgres', postgres, ['postgres:', 'postgresql:']);
  if (fault !== undefined) return complain(fault, USAGE);
  if (grace !== undefined && !/^\d{1,5}$/.test(grace))
    return complain({ sr: '--grace је цео број минута', en: '--grace must be a whole number of minutes' }, USAGE);
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

async function retire({ values: { postgres = '' } }: Args, id: string): Promise<number> {
  const fault = boxFault(id.toLowerCase()) ?? urlFault('postgres', postgres, ['postgres:', 'postgresql:']);
  if (fault !== undefined) return complain(fault, USAGE);
  const { retireBox } = await import('./fleet/fleet.js');
  const done = await retireBox(postgres, id.toLowerCase());
  if (!done.ok) return complain(done.error);
  if (!done.value) return complain({ sr: `${id} се никад није јавио`, en: `${id} has never reported` });
  print({ sr: `${id} више није у раду.`, en: `${id} is out of service.` });
  return SUCCESS;
}

type Decision = (postgres: string, alarm: number) => Promise<Result<string, Bilingual>>;

async function decide(alarm: string, { values: { postgres = '' } }: Args, decision: Decision): Promise<number> {
  if (!/^\d{1,15}$/.test(alarm))
    return complain(
      { sr: 'ALARM је број из: kasirbox fleet report', en: 'ALARM must be a number from: kasirbox fleet report' },
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
  const done = await code.acceptFork(postgres, alarm);
  return done.ok
    ? ok(
        inLanguage({
          sr: `Записа са те гране: ${done.value}; ingest их сада преузима.`,
          en: `${done.value} records of the fork are now being applied by the ingester.`,
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
