import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { request } from 'node:https';
import { resolve } from 'node:path';
import { BASE_PATH } from '../../src/interfaces/api/router.js';
import type { Bench } from './bench.js';
import { count, judged, median, ms, quantile, type Row, times } from './figures.js';
import { copyOf, type History, historyOf } from './history.js';
import { Service } from './service.js';

const DIST = resolve(import.meta.dirname, '../../dist');

interface Subject {
  readonly history: History;
  readonly folder: string;
  readonly took: number[];
  replayed: number;
}

export interface FirstAnswer {
  /** ms. */
  readonly took: number;
  readonly replayed: number;
}

/** From the start of the process to the first answer of `GET /status`, boxes of two sizes in turn. */
export async function startRows(bench: Bench): Promise<Row[]> {
  const [small, large] = [await subjectOf(bench, 10_000), await subjectOf(bench, 100_000)];
  const bare: number[] = [];
  const starts = bench.size({ full: 11, quick: 5 });
  for (let start = 0; start <= starts; start += 1) {
    bench.say(`start to first answer, ${start} of ${starts}`);
    for (const subject of start % 2 === 0 ? [small, large] : [large, small]) {
      const { took, replayed } = await firstAnswer(subject);
      subject.replayed = replayed;
      // The first start makes the certificates.
      if (start > 0) subject.took.push(took);
    }
    const started = performance.now();
    spawnSync(process.execPath, ['-e', '0']);
    bare.push(performance.now() - started);
  }
  const [reached, against] = [median(large.took), median(small.took)];
  return [
    {
      what: 'start to first answer, 100,000 receipts against 10,000',
      reach: '≤ 1.2 ×',
      reached: judged(`${times(reached / against)} (${ms(reached)})`, reached / against <= 1.2),
      bare: `${ms(against)} at 10,000`,
      note: [
        `median of ${starts} after a clean stop, p90 ${ms(quantile(large.took, 0.9))} and ${ms(quantile(small.took, 0.9))}`,
        `${large.replayed} and ${small.replayed} records read from the log`,
        `an empty Node.js takes ${ms(median(bare))}`,
      ].join('; '),
    },
    bundleRow(),
  ];
}

async function subjectOf(bench: Bench, size: number): Promise<Subject> {
  const history = await historyOf(size, (line) => bench.say(line));
  return { history, folder: copyOf(history, bench.folder()), took: [], replayed: 0 };
}

/** What the start of a box takes until it has answered `GET /status`, and the records that it read from the log. */
export async function firstAnswer({ folder, history }: Pick<Subject, 'folder' | 'history'>): Promise<FirstAnswer> {
  const started = performance.now();
  const service = await Service.start(folder);
  try {
    await getStatus(service, history.keys[0] ?? '');
    return { took: performance.now() - started, replayed: service.replayed };
  } finally {
    await service.stop();
  }
}

export function getStatus({ port, ca }: Service, key: string): Promise<void> {
  const headers = { Authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    const sent = request(
      { host: '127.0.0.1', port, ca, path: `${BASE_PATH}/status`, headers, agent: false },
      (response) => {
        response.resume();
        response.on('end', () => (response.statusCode === 200 ? resolve() : reject(new Error('no status'))));
      },
    );
    sent.on('error', reject);
    sent.end();
  });
}

function bundleRow(): Row {
  const kilobytes = (name: string): string => count(statSync(resolve(DIST, name)).size / 1000);
  return {
    what: 'size of the bundle',
    reach: '',
    reached: `${kilobytes('box.cjs')} KB`,
    bare: '',
    note: `${kilobytes('kasirbox.cjs')} KB for a command to a running service; and ${kilobytes('sql-wasm.wasm')} KB of sql.js`,
  };
}
