// turns: 2
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { wrongPac } from '../../../../src/processors/pfr/accessTexts.js';
import { TlsThread } from '../../../../src/processors/pfr/http/externalKey/thread.js';
import { another, inShop } from './shop.js';

test('a missing GnuTLS is told before there is a card, and again when it is asked for', async () => {
  const tlsThread = new TlsThread({ library: 'libgnutls-that-is-not-there.so.30' });
  await inShop(
    async (shop) => {
      shop.pull();
      assert.match(shop.pfr.status().words.en, /no card in the reader/, 'nobody has looked yet');
      await shop.pfr.refresh();
      for (const insert of [() => undefined, () => shop.insert()]) {
        insert();
        await shop.pfr.refresh();
        const { ok, words, findings } = shop.pfr.status();
        assert.not.ok(ok);
        assert.match(words.sr, /GnuTLS/);
        assert.match(words.en, /GnuTLS.*nothing was sent.*libgnutls-that-is-not-there\.so\.30/);
        assert.match(findings[0]?.action.en ?? '', /apt-get install libgnutls30/);
        assert.match(shop.processors.cardKey.fault?.found.sr ?? '', /GnuTLS/);
        assert.match(await shop.wanted(), /GnuTLS.*libgnutls30/);
      }
      assert.is(shop.signatures, 0);
      assert.is(shop.pfr.reach, 'faulty', 'it is asked for ever more rarely, and not as one that is out of reach');
    },
    { tlsThread },
  );
});

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

test('a processor that was replaced is forgotten once nothing of it is under way, and stopped with the others before', async () => {
  await inShop(async (shop) => {
    const replaced: WeakRef<object>[] = [];
    await (async () => {
      for (let change = 0; change < 5; change += 1) {
        replaced.push(new WeakRef(shop.pfr));
        await shop.pfr.refresh();
        await shop.set(31 + change);
      }
    })();
    shop.server.closeIdle();
    const left = (): number => replaced.filter((one) => one.deref() !== undefined).length;
    await shop.pfr.refresh();
    for (let turn = 0; left() > 0 && turn < 500; turn += 1) {
      await new Promise(setImmediate);
      collect();
    }
    assert.is(left(), 0);
  });
});

test('what is under way at one that was replaced ends with the others', async () => {
  await inShop(async (shop) => {
    shop.server.faults.add({ fault: 'hang', signs: 'never', on: 'status' });
    const wanted = shop.wanted();
    while (shop.server.hangingCalls === 0) await new Promise(setImmediate);
    await shop.set(31);
    shop.processors.stop();
    assert.not.equal(await wanted, '');
  });
});

test('a card that stays in its reader signs once for a whole day, each of its connections a new one, and once when it is put in again', async () => {
  await inShop(
    async (shop) => {
      const hour = 3_600_000;
      assert.is(await shop.polls(24, hour), 1);
      assert.is(await shop.polls(24, hour), 2);
      shop.insert();
      await shop.set(31);
      assert.is(await shop.polls(8, hour), 3);
    },
    { closesIdle: true },
  );
});

test('a wrong PAC is that of the card', async () => {
  await inShop(async (shop) => {
    const { url } = shop.server;
    const done = await shop.settings.set('pfr.sandbox', { mode: 'vpfr', key: 'card', url, pac: 'WRONG1' });
    assert.ok(done.ok);
    await shop.pfr.refresh();
    assert.equal(shop.pfr.status().findings, [wrongPac({ mode: 'vpfr', environment: 'sandbox', isByCard: true })]);
  });
});

test('an authority that is installed or removed counts from the next call on, and otherwise the processor stays', async () => {
  const other = (await another).pem;
  await inShop(async (shop) => {
    const right = shop.trusted;
    const first = shop.pfr;
    assert.is(await shop.wanted(), '');
    assert.is(shop.pfr, first, 'nothing has changed');
    for (const [trusted, isReady] of [
      [other, false],
      [right, true],
      [undefined, false],
      [right, true],
    ] as const) {
      const before = shop.pfr;
      shop.trusted = trusted;
      assert.is.not(shop.pfr, before);
      assert.is((await shop.wanted()) === '', isReady, trusted === undefined ? 'none' : trusted.slice(-80));
    }
  });
});

test.run();
