import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isRemote } from '../../../../src/processors/pfr/port.js';
import { type CardShop, inShop, type ShopOptions } from './shop.js';
import { Turns } from '../../../kit/turns.js';

/** Each polls a server over TLS many times. */
const turns = new Turns(2);

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Servers that break off after each signature, each in its way. */
const BREAKING: Readonly<Record<string, ShopOptions & { readonly fault?: boolean }>> = {
  'refuses the certificate by an alert': { isStranger: true },
  'turns the client away with 403': {
    ...{ isStranger: true, closesIdle: true },
    tls: { untrustedClients: '403', resumes: false },
  },
  'resets the connection once it is asked something': { fault: true },
};

async function breaking(name: string, use: (shop: CardShop) => Promise<void>): Promise<void> {
  const { fault = false, ...options } = BREAKING[name] ?? {};
  await inShop(async (shop) => {
    if (fault) shop.server.faults.add({ fault: 'drop', signs: false, on: 'status', standing: true });
    await use(shop);
  }, options);
}

for (const name of Object.keys(BREAKING)) {
  turns.test(`a server that ${name} costs few signatures, however often it is polled`, async () => {
    await breaking(name, async (shop) => {
      assert.is(await shop.polls(3, 2 * SECOND), 3);
      const words = shop.pfr.status().words.sr;
      // Every two seconds for an hour: after 30 s, 1, 2 and 4 minutes, then every 5.
      assert.is(await shop.polls(1800, 2 * SECOND), 3 + 14);
      assert.is(shop.pfr.status().words.sr, words, 'what is wrong stays what it was');
      assert.not.ok(shop.pfr.status().ok);
      const before = shop.signatures;
      assert.ok((await shop.polls(60, 2 * MINUTE)) - before <= 2 * 12, 'twelve an hour at most');
    });
  });
}

turns.test('such a server is tried for sales, ever less often, whatever was polled before', async () => {
  await breaking('refuses the certificate by an alert', async (shop) => {
    await shop.polls(300, 2 * SECOND);
    const before = shop.signatures;
    const tried: number[] = [];
    for (let second = 0; second <= 120; second += 1) {
      const { signatures } = shop;
      assert.not.equal(await shop.wanted(), '');
      if (shop.signatures > signatures) tried.push(second);
      shop.clock.pass(SECOND);
    }
    assert.equal(tried, [0, 1, 2, 7, 17, 37, 67, 97]);
    assert.is(await shop.polls(1, 0), before + tried.length, 'and the state is not asked for the sooner');
  });
});

turns.test(
  'a receipt that was lost is found half a minute after the end of the fault, however long that was',
  async () => {
    await breaking('resets the connection once it is asked something', async (shop) => {
      shop.server.faults.add({ fault: 'drop', signs: false, on: 'find', standing: true });
      const { pfr } = shop;
      if (!isRemote(pfr)) throw new Error('it is a V-PFR');
      const isAnswered = async (): Promise<boolean> => (await pfr.lookUpId('lost-1')).kind !== 'unclear';
      for (let second = 0; second < 600; second += 5) {
        await shop.pfr.refresh();
        await shop.wanted();
        assert.not.ok(await isAnswered());
        shop.clock.pass(5 * SECOND);
      }
      shop.server.faults.clear();
      let waited = 0;
      for (; !(await isAnswered()) && waited < 600; waited += 5) shop.clock.pass(5 * SECOND);
      assert.ok(waited <= 30, `${waited} s`);
    });
  },
);

turns.test('once it answers nobody waits any more', async () => {
  await breaking('resets the connection once it is asked something', async (shop) => {
    await shop.polls(10, 2 * SECOND);
    shop.server.faults.clear();
    assert.is(await shop.wanted(), '', 'the first sale finds it well');
    const { signatures } = shop;
    shop.server.faults.add({ fault: 'drop', signs: false, on: 'status', standing: true });
    assert.is(await shop.polls(10, 0), signatures + 3, 'and the next fault is as if there had been none before');
  });
});

turns.test('with the card put in again, or another setting, it is called at once', async () => {
  await breaking('refuses the certificate by an alert', async (shop) => {
    assert.is(await shop.polls(10, 0), 3);
    shop.insert();
    assert.is(await shop.polls(10, 0), 6);
    await shop.set(31);
    assert.is(await shop.polls(10, 0), 9);
  });
});

turns.test('a server that nobody reaches is called each time: that costs no signature', async () => {
  await inShop(async (shop) => {
    await shop.server.stop();
    assert.is(await shop.polls(20, 2 * SECOND), 0);
    await shop.server.up();
    await shop.pfr.refresh();
    assert.ok(shop.pfr.status().ok);
    assert.is(shop.signatures, 1);
  });
});

turns.test('one that resumes nothing costs a signature for each connection, which are counted', async () => {
  await inShop(
    async (shop) => {
      assert.is(await shop.polls(30, 0), 1, 'polls go over the connection that is kept');
      for (let day = 0; day < 3; day += 1) {
        shop.server.closeIdle();
        shop.clock.pass(20 * MINUTE);
        await shop.pfr.refresh();
      }
      assert.is(shop.signatures, 4);
      assert.equal(shop.processors.cardKey.signatures, { total: 4, lately: 3 });
      shop.clock.pass(HOUR);
      assert.equal(shop.processors.cardKey.signatures, { total: 4, lately: 0 });
      for (let poll = 0; poll < 5; poll += 1) {
        shop.server.closeIdle();
        assert.ok(await shop.pfr.refresh(), 'one that answers never has to wait');
      }
      assert.is(shop.signatures, 9);
    },
    { tls: { resumes: false } },
  );
});

test.run();
