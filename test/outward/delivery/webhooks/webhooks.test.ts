import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { eventResponse } from '../../../../src/interfaces/api/event.js';
import { webhookRequest } from '../../../../src/outward/delivery/post.js';
import { ChatServer } from '../../../kit/chat/server.js';
import { settled } from '../../../kit/handClock.js';
import { NOON } from '../../../kit/ledger.js';
import { seededRandom } from '../../../kit/random.js';
import { testAuthority } from '../../../kit/smtp/certificate.js';
import { HOUR, MINUTE, opened, Scene, SECOND, SECRET, told } from './scene.js';

const random = seededRandom();

/** With a server over plain HTTP on the machine itself. */
const beside = (work: (scene: Scene, server: ChatServer) => Promise<void>, post = {}): Promise<void> =>
  ChatServer.during({}, (server) => Scene.during(random, (scene) => work(scene, server), post));

test('the signature is that of the example of Standard Webhooks', () => {
  const url = 'https://example.rs/';
  const secret = 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw';
  const id = 'msg_p5jXN8AQM9LWM0D4loKWxJek';
  const { headers } = webhookRequest({ url, secret }, id, '{"test": 2432232314}', 1_614_265_330_999);
  assert.equal(headers, {
    'webhook-id': id,
    'webhook-timestamp': '1614265330',
    'webhook-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  });
});

test('the program of the documentation accepts signed requests, and no others', () => {
  const guide = readFileSync('docs/api.md', 'utf8');
  const [, program = ''] = /^```js\n([^]*?)^```$/m.exec(guide.slice(guide.indexOf('## Webhooks'))) ?? [];
  const body = '{"type":"invoice.issued","data":{"name":"Кафа"}}';
  const sign = (at: number, text = body) =>
    webhookRequest({ url: 'https://a.rs', secret: SECRET }, '7-255-ab', text, at).headers;
  const headers = sign(Date.now());
  const signature = String(headers['webhook-signature']);
  const cases = [
    [headers, body, SECRET],
    [{ ...headers, 'webhook-signature': `v1,AAAA v2,x ${signature}` }, body, SECRET],
    [sign(Date.now(), `${body} `), body, SECRET],
    [sign(Date.now() - 10 * MINUTE), body, SECRET],
    [{ ...headers, 'webhook-id': '8-255-ab' }, body, SECRET],
    [{ ...headers, 'webhook-timestamp': String(Math.floor(Date.now() / 1000) + 60) }, body, SECRET],
    [{ ...headers, 'webhook-signature': 'v1,' }, body, SECRET],
    [{}, body, SECRET],
    [headers, body, `whsec_${'A'.repeat(32)}`],
  ];
  const ask = 'console.log(JSON.stringify(JSON.parse(process.argv[1]).map((one) => eventOf(...one) ?? null)));';
  const run = [`--input-type=module`, '--eval', `${program}\n${ask}`, JSON.stringify(cases)];
  const said: unknown = JSON.parse(execFileSync(process.execPath, run, { encoding: 'utf8' }));
  const event: unknown = JSON.parse(body);
  assert.equal(said, [event, event, null, null, null, null, null, null, null]);
});

test('a new webhook gets events from now on, over HTTPS, signed, each once, in order and in the form of the API', async () => {
  const authority = await testAuthority();
  const certificate = await authority.server('127.0.0.1');
  await ChatServer.during({ certificate }, (server) =>
    Scene.during(
      random,
      async (scene) => {
        await scene.issue(3);
        await scene.set({ to: server });
        const after = scene.ledger.events.now;
        await scene.pass(SECOND);
        await scene.issue(25);
        await scene.pass(SECOND);
        const taken = server.taken.map(opened);
        const page = await scene.ledger.events.page({
          ...{ after, limit: 100, accepts: () => true },
          give: (event): object => JSON.parse(JSON.stringify(eventResponse(event))) as object,
          slice: async (work) => work(),
        });
        assert.equal(
          taken.map(({ data }) => data),
          page.ok ? page.value.events : undefined,
        );
        assert.equal(
          taken.map(({ data }) => data['number']),
          scene.issued.slice(3),
        );
        assert.is(new Set(taken.map(({ id }) => id)).size, 25);
        assert.is(server.taken[0]?.path, '/kasa?key=1');
        assert.is(server.taken[0]?.json['timestamp'], new Date(NOON).toISOString());
        await scene.pass(HOUR);
        assert.is(server.requests.length, 25);
        assert.equal(scene.report(), { name: 'shop', waitingSince: null, failure: null, isPaused: false });
      },
      { ca: authority.ca },
    ),
  );
});

test('a receiver that is down is asked less and less often, then gets everything in order', () =>
  beside(async (scene, server) => {
    await scene.set({ to: server });
    server.faults.push({ status: 503 });
    server.isLasting = true;
    await scene.issue(3);
    const asked: number[] = [];
    for (let second = 0; second < 3600; second += 5) {
      const before = server.requests.length;
      await scene.pass(5 * SECOND);
      if (server.requests.length > before) asked.push(second);
    }
    assert.equal(asked, [0, 5, 15, 35, 75, 155, 315, 635, 1275, 2175, 3075]);
    assert.is(scene.report()?.failure?.reason.status, 503);
    assert.is(scene.report()?.waitingSince, NOON, 'when it was recorded');
    assert.is(scene.count('webhook.failed'), 1, 'one line for one trouble');
    server.isLasting = false;
    server.faults.splice(0);
    await scene.issue();
    await scene.pass(15 * MINUTE);
    assert.equal(told(server), scene.issued);
    assert.is(scene.report()?.failure, null);
    assert.is(scene.count('webhook.recovered'), 1);
  }));

test('an event that may have arrived is sent again with the same id, and an endless answer is not awaited', () =>
  beside(async (scene, server) => {
    await scene.set({ to: server });
    for (const fault of ['drop', 'garbage', { status: 500 }, { status: 400 }, { status: 302 }] as const) {
      server.faults.push(fault);
      await scene.issue();
      await scene.pass(SECOND);
      await scene.pass(5 * SECOND);
    }
    const ids = server.requests.map((request) => opened(request).id);
    assert.is(ids.length, 10);
    for (let at = 0; at < 10; at += 2) assert.is(ids[at], ids[at + 1]);
    assert.is(new Set(ids).size, 5);
    server.faults.push('endless');
    await scene.issue();
    await scene.pass(SECOND);
    assert.is(server.requests.length, 11);
    await server.until(() => server.open === 0);
    assert.is(scene.report()?.failure, null);
  }));

test('a receiver that hangs is given up, and holds up no other', () =>
  beside(
    (scene, hanging) =>
      ChatServer.during({}, async (other) => {
        await scene.set({ to: hanging }, { to: other, name: 'books' });
        hanging.faults.push('silence');
        await scene.issue(3);
        scene.clock.pass(SECOND);
        await other.until(() => other.taken.length === 3);
        assert.equal(told(other), scene.issued);
        await scene.idle();
        assert.is(scene.report()?.failure?.reason.kind, 'late');
        await scene.pass(5 * SECOND);
        assert.equal(told(hanging), scene.issued);
      }),
    { wholeMs: 100 },
  ));

test('410 pauses a webhook until the setting is set again', () =>
  beside(async (scene, server) => {
    await scene.set({ to: server });
    server.faults.push({ status: 410 });
    await scene.issue();
    await scene.pass(SECOND);
    assert.is(scene.report()?.isPaused, true);
    await scene.issue();
    for (let hour = 0; hour < 24; hour += 1) await scene.pass(HOUR);
    assert.is(server.requests.length, 1);
    await scene.set({ to: server });
    await scene.pass(SECOND);
    assert.equal(told(server), scene.issued);
    assert.is(scene.report()?.isPaused, false);
  }));

test('a requested pause is obeyed, for an hour at most', () =>
  beside(async (scene, server) => {
    await scene.set({ to: server });
    for (const [seconds, kept] of [
      [35, 35],
      [86_400, 3600],
    ] as const) {
      server.faults.push({ status: 429, headers: { 'Retry-After': `${seconds}` } });
      await scene.issue();
      await scene.pass(SECOND);
      const before = server.requests.length;
      await scene.pass((kept - 1) * SECOND);
      assert.is(server.requests.length, before);
      await scene.pass(SECOND);
      assert.equal(told(server), scene.issued);
    }
  }));

test('each gets the types it wants, of the active environment', () =>
  beside((scene, server) =>
    ChatServer.during({}, async (other) => {
      await scene.set({ to: server, events: ['problem.*'] }, { to: other, name: 'all' });
      const alarm = { kind: 'alarm', at: scene.clock.now(), check: 'pfr', isOn: true } as const;
      await scene.issue(2);
      await scene.ledger.put({ type: 'event', event: alarm });
      await scene.pass(SECOND);
      assert.equal(
        server.taken.map((request) => opened(request).type),
        ['problem.began'],
      );
      assert.equal(
        other.taken.map((request) => opened(request).type),
        ['invoice.issued', 'invoice.issued', 'problem.began'],
      );
      assert.ok((await scene.settings.set('environment', 'production')).ok);
      await scene.issue();
      await scene.ledger.put({ type: 'event', event: { ...alarm, isOn: false } });
      await scene.pass(SECOND);
      assert.equal(opened(other.taken[3]!).type, 'problem.ended', 'the receipt is of the other environment');
      assert.is(other.taken.length, 4);
      assert.ok((await scene.settings.set('environment', 'sandbox')).ok);
      await scene.pass(SECOND);
      assert.equal(
        other.taken.slice(4).map((request) => opened(request).type),
        ['invoice.issued'],
        'it has waited, and nothing is told twice',
      );
    }),
  ));

test('another address continues at the position of the webhook; a removed one starts again', () =>
  beside((scene, server) =>
    ChatServer.during({}, async (moved) => {
      await scene.set({ to: server });
      await scene.issue(2);
      await scene.pass(SECOND);
      server.faults.push({ status: 500 });
      await scene.issue(2);
      await scene.pass(SECOND);
      await scene.set({ to: moved });
      await scene.pass(SECOND);
      assert.equal([...told(server), ...told(moved)], scene.issued);
      await scene.set();
      await scene.issue();
      await scene.set({ to: moved });
      await scene.issue();
      await scene.pass(SECOND);
      assert.equal(told(moved).slice(2), scene.issued.slice(-1));
    }),
  ));

test('a new webhook gets what is sold while the requests of the others are being ended', () =>
  beside((scene, hanging) =>
    ChatServer.during({}, async (other) => {
      await scene.set({ to: hanging });
      hanging.faults.push('silence');
      await scene.issue();
      scene.clock.pass(SECOND);
      await hanging.until(() => hanging.requests.length === 1);
      const set = scene.set({ to: hanging }, { to: other, name: 'books' });
      while (scene.settings.now.webhooks.length < 2) await settled();
      await scene.issue();
      await set;
      await scene.pass(SECOND);
      assert.equal(told(other), scene.issued.slice(-1));
    }),
  ));

test('after a stop nothing is sent twice; after a power cut at most the events of the last minute, with the same ids', () =>
  beside(async (scene, server) => {
    await scene.set({ to: server });
    await scene.issue(3);
    await scene.pass(SECOND);
    await scene.restart('stop');
    await scene.pass(SECOND);
    assert.equal(told(server), scene.issued);
    await scene.issue(2);
    await scene.pass(SECOND);
    await scene.pass(MINUTE);
    await scene.restart('cut');
    await scene.pass(SECOND);
    assert.equal(told(server), scene.issued, 'saved in time');
    await scene.issue(2);
    await scene.pass(SECOND);
    await scene.restart('cut');
    await scene.pass(SECOND);
    assert.equal(told(server), [...scene.issued, ...scene.issued.slice(-2)]);
    const ids = server.taken.map((request) => opened(request).id);
    assert.equal(ids.slice(-2), ids.slice(-4, -2));
  }));

test('a webhook that is set just before a power cut has its place', () =>
  beside(async (scene, server) => {
    await scene.set({ to: server });
    server.faults.push({ status: 500 });
    await scene.issue(2);
    await scene.restart('cut');
    await scene.pass(MINUTE);
    assert.equal(told(server), scene.issued);
  }));

test('the flash gets one write for the events of a minute, and none while nothing happens', () =>
  beside(async (scene, server) => {
    await scene.set({ to: server });
    const notes = (): number => scene.ledger.end.sequence - scene.issued.length;
    const before = notes();
    for (let part = 0; part < 12; part += 1) {
      await scene.issue(4);
      await scene.pass(5 * SECOND);
    }
    assert.is(server.taken.length, 48);
    assert.ok(notes() - before <= 1, `${notes() - before} notes`);
    await scene.pass(MINUTE);
    const after = notes();
    for (let minute = 0; minute < 60; minute += 1) await scene.pass(MINUTE);
    assert.is(notes(), after);
    assert.ok(after - before <= 2);
  }));

test('a position that the ledger does not know is logged, and the webhook continues from now', () =>
  beside(async (scene, server) => {
    await scene.set({ to: server });
    const other = scene.ledger.main.notifyCursor.hooks?.['sandbox/shop'] ?? '';
    await scene.webhooks.stop();
    for (const place of ['no-cursor', `${other.slice(0, -2)}AA`]) {
      const { main } = scene.ledger;
      const hooks = { ...main.notifyCursor.hooks, 'sandbox/shop': place };
      assert.ok((await scene.ledger.put({ type: 'notice', cursor: { ...main.notifyCursor, hooks } })).ok);
      await scene.issue(2);
      await scene.restart('cut');
      await scene.pass(SECOND);
      await scene.restart('cut');
      await scene.issue();
      await scene.pass(SECOND);
      assert.is(told(server).at(-1), scene.issued.at(-1));
      await scene.webhooks.stop();
    }
    assert.is(server.taken.length, 2);
    assert.is(scene.count('webhook.cursor_unknown'), 2, 'the new place is saved at once');
  }));

test('no sale waits for a receiver that hangs, and one request at a time is under way', () =>
  beside(async (scene, server) => {
    await scene.set({ to: server });
    server.faults.push('silence');
    await scene.issue();
    scene.clock.pass(SECOND);
    await server.until(() => server.requests.length === 1);
    await scene.issue(50);
    await settled();
    assert.is(server.requests.length, 1);
    assert.is(server.open, 1);
    await scene.restart('stop');
    await scene.pass(SECOND);
    assert.equal(told(server), scene.issued);
  }));

test('whatever fails in whatever order, each event arrives, in order, and repeats have its id', async () => {
  const faults = ['drop', 'garbage', { status: 500 }, { status: 429 }, { status: 404 }] as const;
  for (let round = 0; round < 15; round += 1) {
    await beside(async (scene, server) => {
      await scene.set({ to: server, events: ['invoice.*'] });
      for (let step = 0; step < 12; step += 1) {
        if (random.int(0, 2) > 0) await scene.issue(random.int(1, 4));
        if (random.int(0, 2) === 0) server.faults.push(random.pick(faults));
        if (random.int(0, 5) === 0) await scene.restart(random.pick(['stop', 'cut'] as const));
        if (random.int(0, 7) === 0) await scene.set({ to: server, events: ['invoice.*', 'problem.*'] });
        await scene.pass(random.pick([SECOND, 10 * SECOND, 10 * MINUTE]));
      }
      server.faults.splice(0);
      await scene.pass(HOUR);
      assert.equal([...new Set(told(server))], scene.issued, `SEED=${random.seed}`);
      const pairs = new Set(server.taken.map(opened).map(({ id, data }) => `${id} ${String(data['number'])}`));
      assert.is(pairs.size, scene.issued.length, `SEED=${random.seed}`);
    });
  }
});

test('nothing that is logged or reported holds a secret', () =>
  beside(async (scene, server) => {
    await scene.set({ to: server });
    server.faults.push({ status: 500, body: 'tajna' });
    await scene.issue();
    await scene.pass(SECOND);
    const said = JSON.stringify([scene.log, scene.webhooks.reports]);
    for (const secret of [SECRET, 'key=1', 'tajna']) assert.not.ok(said.includes(secret));
  }));

test('what is recorded while the last page is read is sent by the next look', () =>
  ChatServer.during({}, (server) =>
    Scene.during(random, async (scene) => {
      await scene.set({ to: server });
      const { events } = scene.ledger;
      const read = events.page.bind(events);
      let isFirst = true;
      events.page = async (query) => {
        const page = await read(query);
        if (page.ok && !page.value.more && page.value.events.length > 0 && isFirst) {
          isFirst = false;
          await scene.issue();
        }
        return page;
      };
      await scene.issue();
      await scene.pass(SECOND);
      assert.not.ok(isFirst, 'the second receipt came in between');
      await scene.pass(SECOND);
      assert.is(server.taken.length, 2);
      assert.is(scene.report()?.failure, null);
    }),
  ));

test.run();
