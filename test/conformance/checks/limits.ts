import { setTimeout as delay } from 'node:timers/promises';
import { check, type Check, type Tools } from '../kit/check.js';
import type { Answer, Client } from '../kit/client.js';
import { matches, read, refused, same, status, that } from '../kit/expect.js';
import { mailed, me } from '../kit/shapes.js';
import { allRefused, type Till } from '../kit/till.js';
import { nowhere, parted, ROUTES } from './routes.js';

/** Calls within a window, and its length, s. */
const REQUESTS = 240;
const WINDOW = 60;
const MAILS = 30;

/** So many calls with one key, a few at a time. */
async function calls(client: Client, count: number, path: string, key: string): Promise<Answer[]> {
  const answers: Answer[] = [];
  while (answers.length < count) {
    const some = Array.from({ length: Math.min(8, count - answers.length) }, () => client.get(path, { key }));
    answers.push(...(await Promise.all(some)));
  }
  return answers;
}

/** Waits until a key may call again; the seconds that the installation's clock counted since `opened`. */
async function untilOpen(client: Client, till: Till, key: string, opened: number): Promise<number> {
  for (;;) {
    const { status: code } = await client.get('/me', { key });
    if (code !== 429) return (await till.seconds()) - opened;
    that((await till.seconds()) - opened <= 2 * WINDOW, 'the window ends');
    await delay(500);
  }
}

/** Makes the 240 calls of a window that are left to a key, and some that are refused. */
async function useUp({ client, till }: Tools, key: string, before: number): Promise<void> {
  const passed = [
    ...(await calls(client, 120 - before, '/tax-labels', key)),
    ...(await calls(client, 60, '/nothing', key)),
    ...(await calls(client, 59, nowhere('/invoices/{uuid}'), key)),
    await client.post('/invoices', {}, { key }),
  ];
  same([...new Set(passed.map(({ status: code }) => code))], [200, 404, 422], `the statuses of ${REQUESTS} calls`);
  const over = await client.get('/tax-labels', { key });
  matches(refused(over, 429, 'rate_limited'), /240/, 'the message');
  same(over.headers['retry-after'], undefined, 'Retry-After');
  const answers = [await client.get('/nothing', { key }), await client.post('/invoices', till.sale(), { key })];
  for (const [method, path] of ROUTES.map(parted)) answers.push(await client.call(method, nowhere(path), { key }));
  allRefused(answers, 429, 'rate_limited');
}

const REQUEST_LIMIT = [
  ...(['limits.requests', 'limits.requests.message', 'limits.requests.header', 'limits.requests.routes'] as const),
  ...(['limits.requests.counted', 'errors.429', 'enum.error.rate_limited', 'routes.429'] as const),
] as const;

/** With an operator a window is used up at the beginning of a run, and its end is awaited at the end. */
export const earlyLimitChecks: readonly Check[] = [
  check([...REQUEST_LIMIT, 'limits.requests.per-key'], async (tools) => {
    const [{ key }, other] = [await tools.operator.newKey(), await tools.operator.newKey()];
    const opened = await tools.till.seconds();
    await useUp(tools, key, 0);
    tools.usedUp = { key, opened };
    read(await tools.client.get('/me', { key: other.key }), 200, me);
  }),
];

/** The end of a window, and all of it where there is but one key. */
export const lateLimitChecks: readonly Check[] = [
  check([...REQUEST_LIMIT, 'limits.requests.window'], async (tools) => {
    const { client, till } = tools;
    if (tools.usedUp === undefined) {
      const key = await client.keys.take();
      // The window that the run has open is used up first; the next begins with the first call after it.
      while ((await client.get('/me', { key })).status !== 429);
      await untilOpen(client, till, key, await till.seconds());
      tools.usedUp = { key, opened: await till.seconds() };
      await useUp(tools, key, 1);
    }
    const { key, opened } = tools.usedUp;
    const late = (await till.seconds()) - opened;
    const waited = await untilOpen(client, till, key, opened);
    that(waited >= WINDOW - 2, `a window of ${WINDOW} s, is ${waited} s`);
    // A window that slides would have been kept shut by the calls that ask twice a second.
    that(
      waited <= Math.max(WINDOW, late) + 3,
      `a window that ends ${WINDOW} s after its first request, is ${waited} s`,
    );
  }),
];

/** The limit of mails, which needs its own key and a recipient that does not exist. */
export const mailLimitChecks: readonly Check[] = [
  check(
    ['limits.mails', 'limits.mails.separate', 'email.429', 'errors.429.mail'],
    async ({ client, operator, till, whileMailing }) => {
      const { key } = await operator.newKey();
      const path = `/invoices/${(await till.issue()).uuid}/email`;
      await whileMailing(async (to) => {
        for (let count = 0; count < MAILS; count += 1) read(await client.post(path, { to }, { key }), 200, mailed);
        const message = refused(await client.post(path, { to }, { key }), 429, 'rate_limited');
        matches(message, /mail/i, 'the message');
        status(await client.get('/me', { key }), 200);
      });
    },
  ),
];
