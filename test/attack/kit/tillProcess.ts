import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { TillOrder, TillReport } from './till.js';

/** The other end of `Till`: sells one receipt after the other, as a stall on a good day, some of them over a new connection. */
const BETWEEN = 30;
const NEW_CONNECTION_EACH = 8;
/** A buyer leaves after this time, ms. */
const PATIENCE = 30_000;

const BODY = { items: [{ name: 'Хлеб бели', quantity: 1, unitPrice: 75, label: 'Ђ' }] };

/** Aborted by the word to stop. */
let stopping = new AbortController();
const took: number[] = [];
const worked: number[] = [];
const refused: string[] = [];

function sell({ port, keys, localAddress }: TillOrder, agent: Agent, key: string): Promise<string | undefined> {
  const body = JSON.stringify({ ...BODY, clientRequestId: randomUUID() });
  const headers = {
    Authorization: `Bearer ${key}`,
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
  };
  return new Promise((resolve) => {
    const to = { host: '127.0.0.1', port, localAddress, agent, headers, method: 'POST', path: '/api/v1/invoices' };
    const call = request(to, (response) => {
      const { statusCode } = response;
      response
        .resume()
        .on('end', () => resolve(statusCode === 201 ? undefined : `${statusCode} of ${keys.length} keys`));
      response.on('error', (error) => resolve(error.message));
    });
    call.setTimeout(PATIENCE, () => call.destroy(new Error('no answer')));
    call.on('error', (error) => resolve(error.message)).end(body);
  });
}

/** CPU time that the main thread of a process has had (sched-stats of the kernel), ms; 0 where there is no process or no such figure. */
function workOf(pid: number | undefined): number {
  if (pid === undefined) return 0;
  try {
    return Number(readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6;
  } catch {
    return 0;
  }
}

async function work(order: TillOrder): Promise<TillReport> {
  stopping = new AbortController();
  took.length = refused.length = worked.length = 0;
  const newAgent = (): Agent => new Agent({ keepAlive: true, maxSockets: 1, ca: order.ca });
  let agent = newAgent();
  for (let sale = 0; !stopping.signal.aborted; sale += 1) {
    if (sale % NEW_CONNECTION_EACH === 0) {
      agent.destroy();
      agent = newAgent();
    }
    const started = performance.now();
    const before = workOf(order.pid);
    const fault = await sell(order, agent, order.keys[sale % order.keys.length] ?? '');
    if (fault === undefined) {
      took.push(performance.now() - started);
      worked.push(workOf(order.pid) - before);
    } else refused.push(fault);
    if (sale === 0) process.send?.({ kind: 'begun' });
    await pause(BETWEEN);
  }
  agent.destroy();
  return { took, refused, worked };
}

process.on('message', (message: TillOrder | 'stop') => {
  if (message === 'stop') stopping.abort();
  else void work(message).then((value) => process.send?.({ kind: 'report', value }));
});
process.on('disconnect', () => process.exit());
