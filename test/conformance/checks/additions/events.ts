import { check } from '../../kit/check.js';
import { read, refused, same, that } from '../../kit/expect.js';
import { flag, list, object, optional, text } from '../../kit/shape.js';
import type { Till } from '../../kit/till.js';

const page = object({
  events: list(object({ type: text, cursor: text, uuid: optional(text) })),
  cursor: text,
  more: flag,
});

/** All events after a cursor, and where they end. */
async function after(till: Till, cursor: string): Promise<{ readonly events: string[][]; readonly cursor: string }> {
  const events: string[][] = [];
  for (let at = cursor; ;) {
    const answer = read(await till.client.get(`/events?after=${at}&limit=100`), 200, page);
    events.push(...answer.events.map(({ type, uuid = '' }) => [type, uuid]));
    at = answer.cursor;
    if (!answer.more) return { events, cursor: at };
  }
}

async function now({ client }: Till): Promise<string> {
  const { events, cursor } = read(await client.get('/events?after=now'), 200, page);
  same(events, [], 'events after now');
  return cursor;
}

/** What happened, read on from where one was. */
export const eventChecks = [
  check('added.events.page', async ({ till, client }) => {
    const start = await now(till);
    const sale = await till.issue(till.sale({ buyerId: '10:123456789' }));
    const middle = (await after(till, start)).cursor;
    const answer = await client.post(`/invoices/${sale.uuid}/refund`, {});
    const { uuid } = read(answer, 201, object({ uuid: text }));
    const invoices = (all: string[][]): string[][] => all.filter(([type = '']) => type.startsWith('invoice.'));
    const [sold, refunded] = [
      ['invoice.issued', sale.uuid],
      ['invoice.refunded', uuid],
    ];
    same(invoices((await after(till, start)).events), [sold, refunded], 'events since the start');
    same(invoices((await after(till, middle)).events), [refunded], 'events since the sale');
    const one = read(await client.get('/events?limit=1'), 200, page);
    that(one.events.length <= 1, 'one event at most');
  }),
  check('added.events.malformed', async ({ client }) => {
    for (const query of ['after=x', 'limit=0', 'limit=1001', 'wait=31', 'after=now&after=now']) {
      refused(await client.get(`/events?${query}`), 422, 'validation');
    }
  }),
  check('added.events.wait', async ({ till, client }) => {
    const start = await now(till);
    const waiting = client.get(`/events?after=${start}&wait=20`);
    const sale = await till.issue();
    const { events } = read(await waiting, 200, page);
    that(
      events.some(({ uuid }) => uuid === sale.uuid),
      'the sale that was made meanwhile',
    );
  }),
];
