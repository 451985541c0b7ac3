// proof: fuzz
// time limit: 200 s
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect } from 'node:tls';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { cases } from '../kit/cases.js';
import { BoxProcess, cleanUp } from '../kit/process.js';
import { seededRandom } from '../kit/random.js';
import { shortest } from '../kit/shrink.js';
import { type Piped, pieces, pipeline } from './framing.js';

const PIPELINES = cases('PIPELINES', { ci: 60, all: 1000 });
const MAX_REQUESTS = 8;
/** Enough keys that none reaches its limit of calls, and one to read the receipts. */
const KEYS = Math.ceil(PIPELINES / 17) + 1;
/** Above the box's own limits for a slow request, ms. */
const HANG = 60_000;

const random = seededRandom();
test.after(cleanUp);

let box: BoxProcess;
let ca: Buffer;

/** All that the box answers to a pipeline, to its last answer or the end of the connection. */
async function answered(pipe: readonly Piped[]): Promise<string> {
  const socket = connect({ host: '127.0.0.1', port: box.port, ca });
  let text = '';
  const gone = new Promise<void>((resolve) => {
    const late = setTimeout(() => socket.destroy(), HANG);
    socket
      .on('error', () => undefined)
      .on('close', () => {
        clearTimeout(late);
        resolve();
      });
  });
  const wanted = pipe.length;
  const isWrong = pipe.at(-1)?.status === undefined;
  socket.setEncoding('utf8').on('data', (piece: string) => {
    text += piece;
    if (!isWrong && statuses(text).length === wanted && /\r\n\r\n(?:$|\{.*\}\n?$)/s.test(text)) socket.destroy();
  });
  await Promise.race([once(socket, 'secureConnect'), gone]);
  for (const piece of pieces(random, Buffer.concat(pipe.map(({ bytes }) => bytes)))) {
    if (socket.writable && !socket.write(piece)) await Promise.race([once(socket, 'drain'), gone]);
  }
  await gone;
  return text;
}

const statuses = (text: string): number[] =>
  [...text.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status));

/** What is wrong with the answers to a pipeline; undefined: nothing. */
async function faultOf(pipe: readonly Piped[]): Promise<string | undefined> {
  const text = await answered(pipe);
  const got = statuses(text);
  const expected = pipe.flatMap(({ status }) => status ?? []);
  const isWrong = pipe.at(-1)?.status === undefined;
  const heads = got.slice(0, expected.length);
  const differs = expected.some((status, at) => heads[at] !== status && !isReplay(status, heads[at]));
  if (differs || heads.length < expected.length) return `${got.join()} instead of ${expected.join()}`;
  const rest = got.slice(expected.length);
  if (!isWrong) return rest.length === 0 ? undefined : `${rest.join()} too many`;
  if (rest.length > 1 || rest.some((status) => status < 400 || status >= 500))
    return `${rest.join()} behind a wrong framing`;
  const hidden = pipe.at(-1)?.saleId ?? '';
  return text.includes(hidden) ? `${hidden} was issued` : undefined;
}

/** A sale that is sent again while a failing pipeline is made shorter is answered by 200. */
const isReplay = (expected: number, got: number | undefined): boolean => expected === 201 && got === 200;

test('pipelined requests in any pieces are answered each once and in order, and nothing is read behind a wrong framing', async () => {
  box = await BoxProcess.start();
  ca = readFileSync(box.caFile);
  const keys = await box.keys(KEYS);
  const hidden: string[] = [];
  for (let sent = 0; sent < PIPELINES; sent += 1) {
    // A key serves a run of pipelines, and then another does.
    const from = Math.floor((sent / PIPELINES) * (KEYS - 1));
    const pipe = pipeline(random, keys.slice(from, from + 1), MAX_REQUESTS);
    const fault = await faultOf(pipe);
    if (fault !== undefined) {
      const smallest = await shortest(pipe, async (some) => (await faultOf(some)) !== undefined);
      throw new Error(`${fault}: ${smallest.map(({ bytes }) => JSON.stringify(bytes.toString('latin1'))).join('\n')}`);
    }
    const last = pipe.at(-1);
    if (last?.status === undefined && last?.saleId !== undefined) hidden.push(last.saleId);
  }
  const issued = new Set((await box.receipts(keys.at(-1) ?? '')).map(({ clientRequestId }) => clientRequestId));
  assert.equal(
    hidden.filter((id) => issued.has(id)),
    [],
    'sales that nobody asked for',
  );
  assert.ok(hidden.length > PIPELINES / 10);
  assert.not.match((await box.stop()).stdout, /"event":"request\.failed"/);
});

test.run();
