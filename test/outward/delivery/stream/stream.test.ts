// turns: 2
import { createServer } from 'node:net';
import { jetstream } from '@nats-io/jetstream';
import { nanos } from '@nats-io/transport-node';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { invoiceResponse } from '../../../../src/interfaces/api/invoice.js';
import { packed } from '../../../kit/fleet/packing.js';
import { Relay } from '../../../kit/nats/relay.js';
import { boxUser, NO_NATS } from '../../../kit/nats/server.js';
import { cleanUp } from '../../../kit/process.js';
import { testAuthority } from '../../../kit/smtp/certificate.js';
import { seededRandom } from '../../../kit/random.js';
import { type SentRecord, SHOP, StreamScene } from './scene.js';

test.after(cleanUp);
const random = seededRandom();
const real = (name: string, work: () => Promise<void>): void => {
  if (NO_NATS === undefined) test(name, work);
  else test.skip(name, work);
};

/** Each record names the previous published one. */
function isChain(records: readonly SentRecord[]): void {
  for (const [at, { after, hash, isChained }] of records.entries()) {
    assert.match(hash, /^[0-9a-f]{64}$/);
    assert.ok(isChained);
    const before = records[at - 1];
    if (before === undefined) assert.is(after, null);
    else assert.equal(after, { sequence: before.sequence, hash: before.hash.slice(0, 16) });
  }
}

const numbersIn = (records: readonly SentRecord[]): unknown[] =>
  records.flatMap(({ receipt }) => (receipt == null ? [] : [receipt.pfr['invoiceNumber']]));

real('each receipt comes once, whole and in order, and each record names the one before it', () =>
  StreamScene.during(random, async (scene) => {
    await scene.issue(60);
    await scene.told();
    await scene.issue(3);
    await scene.told();
    const records = await scene.records();
    isChain(records);
    assert.equal(
      numbersIn(records),
      scene.issued.map(({ signature }) => signature.invoiceNumber),
    );
    const [first] = scene.issued;
    assert.ok(first);
    const expected = invoiceResponse(first) as { pfr: Record<string, unknown> };
    const { verificationQRCode: _picture, ...pfr } = expected.pfr;
    const told = records.find(({ receipt }) => receipt?.uuid === first.uuid);
    assert.equal(told?.receipt, { ...expected, pfr });
    assert.equal(told?.events, [{ type: 'invoice.issued' }]);
    const { sequence, hash } = scene.ledger.end;
    const state = (await scene.messages()).find(({ subject }) => subject === `${scene.subject}.state`)?.json;
    assert.is(state?.['version'], '1.0');
    assert.ok(sequence >= Number(records.at(-1)?.sequence) && hash.length === 32);
  }),
);

real('a restart of the box, and of the server, repeats nothing and leaves nothing out', () =>
  StreamScene.during(random, async (scene) => {
    await scene.issue(5);
    await scene.told();
    await scene.restart(scene.image());
    await scene.issue(5);
    await scene.told();
    await scene.server.kill();
    await scene.issue(5);
    await scene.until('the failure is known', () => scene.report?.failure != null);
    assert.is(scene.report?.failure?.reason.kind, 'unreachable');
    assert.ok((scene.report?.behind ?? 0) >= 5);
    await scene.server.run();
    await scene.told();
    assert.is(scene.logged('stream.recovered').length, 1);
    const records = await scene.records();
    isChain(records);
    assert.equal(
      numbersIn(records),
      scene.issued.map(({ signature }) => signature.invoiceNumber),
    );
  }),
);

real('the loss of a server is noticed at once, and its return too, also while nothing is sold', () =>
  StreamScene.during(random, async (scene) => {
    await scene.issue(1);
    await scene.told();
    await scene.server.kill();
    await scene.until('the failure is known', () => scene.report?.failure?.reason.kind === 'unreachable', 0);
    await scene.server.run();
    await scene.until('it is back', () => scene.report?.failure === null);
    assert.is(scene.logged('stream.recovered').length, 1);
  }),
);

real('a message whose answer is lost is not put on the stream again', () =>
  StreamScene.during(random, async (scene) => {
    await scene.issue(2);
    await scene.told();
    scene.server.signal('SIGSTOP');
    await scene.issue(2);
    await scene.until('no answer comes', () => scene.report?.failure?.reason.kind === 'late');
    scene.server.signal('SIGCONT');
    await scene.issue(1);
    await scene.told();
    const records = await scene.records();
    isChain(records);
    assert.equal(
      numbersIn(records),
      scene.issued.map(({ signature }) => signature.invoiceNumber),
    );
  }),
);

real('a foreign message makes the box look up its position, and continue there', () =>
  StreamScene.during(random, async (scene) => {
    await scene.issue(2);
    await scene.told();
    await scene.server.asOwner(async (_, connection) => {
      await jetstream(connection).publish(scene.subject, packed({ records: [] }));
    });
    await scene.issue(2);
    await scene.told();
    const records = await scene.records();
    isChain(records);
    assert.equal(
      numbersIn(records),
      scene.issued.map(({ signature }) => signature.invoiceNumber),
    );
  }),
);

real('records that the stream has dropped are not published again: the ledger knows the position', () =>
  StreamScene.during(random, async (scene) => {
    await scene.issue(5);
    await scene.told();
    scene.clock.pass(25 * 60 * 60_000);
    await scene.told();
    await scene.server.asOwner((manager) => manager.streams.purge('KASIRBOX'));
    await scene.restart(scene.image());
    await scene.issue(2);
    await scene.told();
    assert.equal(
      numbersIn(await scene.records()),
      scene.issued.slice(-2).map(({ signature }) => signature.invoiceNumber),
    );
  }),
);

real(
  'a restored box publishes again what it has since the last known position, so that both branches are visible',
  () =>
    StreamScene.during(random, async (scene) => {
      await scene.issue(3);
      await scene.told();
      const backup = scene.image();
      await scene.issue(4);
      await scene.told();
      await scene.restart(backup);
      await scene.issue(2);
      await scene.told();
      assert.is(scene.logged('stream.cursor_unknown').length, 1);
      const numbers = numbersIn(await scene.records());
      const first = scene.issued.slice(0, 7).map(({ signature }) => signature.invoiceNumber);
      assert.equal(numbers.slice(0, 7), first);
      // The number of the fourth was given twice: by the box as it was, and by the restored one.
      assert.equal(numbers.slice(7), [
        ...first.slice(0, 3),
        ...scene.issued.slice(-2).map(({ signature }) => signature.invoiceNumber),
      ]);
      const again = (await scene.records()).filter(({ receipt }) => receipt?.pfr['invoiceNumber'] === first[0]);
      assert.is(new Set(again.map(({ hash }) => hash)).size, 1, 'a repeat has the hash of before');
    }),
);

real('without personal data nothing of a receipt names its buyer, and of one without buyer all is there', () =>
  StreamScene.during(
    random,
    async (scene) => {
      await scene.issue(1, { buyerId: '10:123456789' });
      await scene.issue(1);
      await scene.told();
      const [named, other] = (await scene.records()).flatMap(({ receipt }) => (receipt == null ? [] : [receipt]));
      assert.not.match(JSON.stringify(await scene.messages()), /123456789/);
      for (const member of ['buyerId', 'journal']) assert.is(Object.hasOwn(named ?? {}, member), false, member);
      assert.is(named?.pfr['verificationUrl'], undefined);
      assert.ok(other && Object.hasOwn(other, 'journal') && other.pfr['verificationUrl'] !== undefined);
    },
    { setting: { personalData: false } },
  ),
);

real('a server that does not trust the box, or that the box does not trust, gets nothing', () =>
  StreamScene.during(random, async (scene) => {
    const stranger = boxUser(SHOP, scene.boxId);
    await scene.set({ credentials: stranger.seed });
    await scene.issue(1);
    await scene.until('it is refused', () => scene.report?.failure?.reason.kind === 'refused');
    const [own] = scene.server.users;
    await scene.set({
      credentials: own?.seed,
      ca: (await testAuthority()).ca,
    });
    await scene.until('it is not trusted', () => scene.report?.failure?.reason.kind === 'insecure');
    assert.equal(await scene.records(), []);
    await scene.set({ credentials: own?.seed });
    await scene.told();
    assert.is(numbersIn(await scene.records()).length, 1);
  }),
);

real('a server that offers no TLS learns nothing of the box', () =>
  StreamScene.during(random, async (scene) => {
    const info = { server_id: 'X', version: '2.9.10', proto: 1, headers: true, max_payload: 1_048_576, nonce: 'abc' };
    const heard: Buffer[] = [];
    const server = createServer((socket) => {
      socket.on('error', () => undefined).on('data', (bytes) => heard.push(bytes));
      socket.write(`INFO ${JSON.stringify(info)}\r\n`);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as { readonly port: number };
    await scene.set({ url: `tls://127.0.0.1:${port}`, credentials: scene.server.users[0]?.seed });
    await scene.issue(1);
    await scene.until('it is left', () => scene.report?.failure != null);
    assert.equal(heard, []);
    server.close();
  }),
);

real('a connection that comes about after the end is closed', () =>
  StreamScene.during(random, async (scene) => {
    const relay = await Relay.start(scene.server.port);
    relay.isHeld = true;
    const [user] = scene.server.users;
    await scene.set({ url: `tls://127.0.0.1:${relay.port}`, credentials: user?.seed });
    await scene.until('it connects', () => relay.open > 0);
    await scene.restart(scene.image());
    await scene.until('it connects again', () => relay.open > 2);
    relay.release();
    await scene.issue(1);
    await scene.told();
    await scene.until('the first one is closed', () => relay.open === 2);
    relay.stop();
  }),
);

real('a credential has no right to the subject of another shop', () =>
  StreamScene.during(
    random,
    async (scene) => {
      await scene.issue(1);
      await scene.until('it is refused', () => scene.report?.failure != null);
      assert.equal(await scene.records(), []);
    },
    { userOf: 'another-shop' },
  ),
);

real('what the stream has forgotten is told again, also where the server still knows the message by its id', () =>
  StreamScene.during(random, async (scene) => {
    await scene.server.asOwner((manager) => manager.streams.update('KASIRBOX', { duplicate_window: nanos(2000) }));
    await scene.issue(3);
    await scene.told();
    await scene.server.asOwner((manager) => manager.streams.purge('KASIRBOX'));
    await scene.restart(scene.image());
    await scene.until('it is told', () => scene.report?.behind === 0);
    const records = await scene.records();
    isChain(records);
    assert.equal(
      numbersIn(records),
      scene.issued.map(({ signature }) => signature.invoiceNumber),
    );
  }),
);

real('sales during a message go together in the next round', () =>
  StreamScene.during(random, async (scene) => {
    await scene.issue(1);
    await scene.told();
    // The loop of the group sleeps beside that of the stream.
    const atRest = scene.clock.sleeping;
    scene.server.signal('SIGSTOP');
    await scene.issue(1);
    const first = scene.ledger.events.lastSequence;
    await scene.until('it is under way', () => scene.clock.sleeping < atRest);
    await scene.issue(1);
    scene.server.signal('SIGCONT');
    while ((await scene.records()).at(-1)?.sequence !== first);
    await scene.issue(2);
    await scene.told();
    const sent = (await scene.messages()).filter(({ subject }) => subject === scene.subject);
    assert.equal(
      sent.map(({ json }) => (json['records'] as readonly unknown[]).length),
      [1, 1, 3],
    );
  }),
);

real('what is recorded while the last records are read is sent, too', () =>
  StreamScene.during(random, async (scene) => {
    await scene.issue(1);
    await scene.told();
    const { events } = scene.ledger;
    const read = events.records.bind(events);
    let isFirst = true;
    events.records = async (query) => {
      const page = await read(query);
      if (isFirst) {
        isFirst = false;
        await scene.issue(1);
      }
      return page;
    };
    await scene.issue(1);
    await scene.told();
    assert.not.ok(isFirst, 'the third receipt came in between');
    assert.equal(
      numbersIn(await scene.records()),
      scene.issued.map(({ signature }) => signature.invoiceNumber),
    );
  }),
);

test.run();
