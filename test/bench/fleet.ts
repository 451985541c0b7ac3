import type { Client } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { pipeline } from 'node:stream/promises';
import { Readable } from 'node:stream';
import { PARTITIONED } from '../../src/programs/fleet/postgres/migrations/all.js';
import { migrate } from '../../src/programs/fleet/postgres/migrate.js';
import { ChainBox, type SentRecord } from '../kit/fleet/box.js';
import { PostgresServer } from '../kit/fleet/postgres.js';
import { FleetScene, NO_SERVERS } from '../kit/fleet/scene.js';
import { cleanUp } from '../kit/process.js';
import type { Bench } from './bench.js';
import { count, judged, median, ms, quantile, type Row, timed } from './figures.js';

const BOXES = 50;
const PER_MESSAGE = 100;
const ROUNDS = 3;
const REACH = { share: 0.25, year: 300 };

/** What the server of an owner of many boxes does: taking in, and the turnover of a year. */
export async function fleetRows(bench: Bench): Promise<Row[]> {
  if (NO_SERVERS !== undefined) throw new Error(NO_SERVERS);
  const postgres = await PostgresServer.start([]);
  try {
    return [await ingestRow(bench, postgres), await yearRow(bench, postgres)];
  } finally {
    cleanUp();
  }
}

/** A receipt of three lines, as a kiosk sells. */
function receiptOf(box: ChainBox, n: number): SentRecord {
  const record = box.sell({ total: 1000 + (n % 5000) * 10, cashier: n % 3 === 0 ? 'Ана' : 'Вук' });
  const [item] = record.receipt?.['items'] as object[];
  const journal = `${'Артикал             Цена   Кол.   Укупно\r\n'.repeat(22)}${n}\r\n`;
  record.receipt = { ...record.receipt, items: [item, item, item], journal };
  return record;
}

async function ingestRow(bench: Bench, postgres: PostgresServer): Promise<Row> {
  const perRound = bench.size({ full: 20_000, quick: 5000 });
  const shares: number[] = [];
  const rates: { readonly ingest: number[]; readonly copy: number[] } = { ingest: [], copy: [] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    bench.say(`taking in ${count(perRound)} receipts, round ${round} of ${ROUNDS}`);
    const scene = await FleetScene.start(postgres, `ingest${round}`);
    const boxes = Array.from({ length: BOXES }, (_, number) => ChainBox.numbered(number));
    for (let sent = 0; sent < perRound; sent += PER_MESSAGE) {
      const box = boxes[(sent / PER_MESSAGE) % BOXES] ?? ChainBox.numbered(0);
      await scene.publisher.records(
        box,
        Array.from({ length: PER_MESSAGE }, (_, n) => receiptOf(box, sent + n)),
      );
    }
    let began = 0;
    const say = (line: string): void => {
      if (line.startsWith('connected')) began = performance.now();
    };
    await scene.takeIn({ say });
    const ingest = performance.now() - began;
    const bare = await bareCopy(await scene.connect(), await empty(postgres, `bare${round}`));
    await scene.end();
    if (round === 0) continue; // It warms the code up.
    shares.push(bare / ingest);
    rates.ingest.push(perRound / (ingest / 1000));
    rates.copy.push(perRound / (bare / 1000));
  }
  const share = median(shares);
  return {
    what: 'taking receipts from NATS into PostgreSQL, one ingester',
    reach: `≥ ${REACH.share} × bare`,
    reached: judged(`${count(median(rates.ingest))} receipts/s (${share.toFixed(2)} ×)`, share >= REACH.share),
    bare: `${count(median(rates.copy))} receipts/s by COPY`,
    note: `${count(perRound)} receipts of 3 lines from ${BOXES} boxes, ${PER_MESSAGE} in a message; bare: the same rows into the same tables with their indexes`,
  };
}

async function empty(postgres: PostgresServer, name: string): Promise<Client> {
  const client = await postgres.client(await postgres.createDatabase(name));
  await migrate(client);
  return client;
}

/** Copies what one database has of records and receipts into another, in one transaction; ms. */
async function bareCopy(from: Client, to: Client): Promise<number> {
  const { rows } = await from.query<{ month: string }>(
    "SELECT DISTINCT date_trunc('month', recorded_at AT TIME ZONE 'UTC')::date::text AS month FROM kasirbox.record",
  );
  for (const { month } of rows) await to.query('SELECT kasirbox.make_month($1)', [month]);
  const tables: { readonly name: string; readonly rows: Buffer[] }[] = [];
  for (const name of PARTITIONED) {
    const chunks: Buffer[] = [];
    for await (const chunk of from.query(copyTo(`COPY (SELECT * FROM kasirbox.${name}) TO STDOUT`))) {
      chunks.push(chunk as Buffer);
    }
    tables.push({ name, rows: chunks });
  }
  await from.end();
  const took = await timed(async () => {
    await to.query('BEGIN');
    for (const { name, rows: chunks } of tables) {
      await pipeline(Readable.from(chunks), to.query(copyFrom(`COPY kasirbox.${name} FROM STDIN`)));
    }
    await to.query('COMMIT');
  });
  await to.end();
  return took;
}

async function yearRow(bench: Bench, postgres: PostgresServer): Promise<Row> {
  const boxes = bench.size({ full: 1000, quick: 100 });
  const receipts = boxes * 10_000;
  bench.say(`sums of ${count(receipts)} receipts of ${count(boxes)} boxes in a year`);
  const client = await empty(postgres, 'year');
  await client.query(
    `INSERT INTO kasirbox.day_turnover (environment, day, box, shop, receipts, amount, refunds, refunded)
     SELECT 'production', day, box, 'SHOP' || box % 200, 27 + (box + i) % 2, 2700000 + (box * 7919 + i * 104729) % 1000000, 1, 5000
     FROM generate_series(1, $1::int) box,
       generate_series('2026-01-01'::date, '2026-12-31'::date, '1 day') WITH ORDINALITY AS t (day, i)`,
    [boxes],
  );
  await client.query('VACUUM ANALYZE kasirbox.day_turnover');
  const ask = (): Promise<unknown> =>
    client.query(
      `SELECT * FROM kasirbox.turnover_by_day
       WHERE environment = 'production' AND day BETWEEN '2026-01-01' AND '2026-12-31' ORDER BY day`,
    );
  const took: number[] = [];
  for (let n = 0; n < 22; n += 1) took.push(await timed(ask));
  const { rows } = await client.query<{ receipts: string }>(
    'SELECT sum(receipts) AS receipts FROM kasirbox.turnover_by_day',
  );
  await client.end();
  const asked = took.slice(2);
  return {
    what: `turnover of a year by day, ${count(boxes)} boxes`,
    reach: `≤ ${REACH.year} ms`,
    reached: judged(ms(median(asked)), median(asked) <= REACH.year),
    bare: '',
    note: `${count(Number(rows[0]?.receipts))} receipts; ${count(asked.length)} times, p95 ${ms(quantile(asked, 0.95))}; the view turnover_by_day over sums made in SQL`,
  };
}
