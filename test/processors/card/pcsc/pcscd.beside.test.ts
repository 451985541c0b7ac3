// time limit: 60 s
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CardLink, CardReader } from '../../../../src/processors/card/link.js';
import { pcscBackend } from '../../../../src/processors/card/pcsc/pcscBackend.js';
import { must } from '../../../kit/card/must.js';
import { MirrorChip } from '../../../kit/card/mirrorChip.js';
import { Pcscd, testWithPcscd } from '../../../kit/card/pcscd.js';
import { ReaderEvents } from '../../../kit/card/readerEvents.js';
import { cleanUp } from '../../../kit/process.js';

test.after(cleanUp);

const SELECT = Buffer.from('00a4040002aabb00', 'hex');
const LONG = Buffer.concat([Buffer.from('00d6000000ea60', 'hex'), Buffer.alloc(60_000, 7)]);

async function opened(pcscd: Pcscd): Promise<CardReader> {
  return must(await pcscBackend({ socket: pcscd.socket }).open(Pcscd.READER));
}

async function connected(reader: CardReader): Promise<CardLink> {
  return must(await reader.connect());
}

testWithPcscd(
  'a card that is put in is told, takes commands of any length by T=1, and is told when it goes',
  async () => {
    const pcscd = await Pcscd.start();
    const reader = await opened(pcscd);
    const events = new ReaderEvents(reader);
    assert.is(reader.name, Pcscd.READER);
    assert.is(must(await reader.hasCard()), false);
    assert.equal(await reader.connect(), { ok: false, error: 'no card' });

    const chip = new MirrorChip();
    pcscd.insert(chip);
    assert.is(await events.next(), true);
    assert.is(must(await reader.hasCard()), true);
    const link = await connected(reader);
    assert.equal(link.atr, chip.atr);
    assert.is(link.protocol, 'T=1');
    assert.is(link.isExtended, true);
    assert.equal(must(await link.transmit(SELECT)), Buffer.concat([SELECT, Buffer.from('9000', 'hex')]));
    assert.equal(must(await link.transmit(LONG)), Buffer.concat([LONG, Buffer.from('9000', 'hex')]));

    pcscd.remove();
    assert.is(await link.ended, 'removed');
    assert.is(await events.next(), false);
    assert.equal(await link.transmit(SELECT), { ok: false, error: 'removed' });
    await reader.close();
    assert.is(await reader.gone, 'closed');
    await pcscd.stop();
  },
);

testWithPcscd("a card is the box's alone, is powered up anew for each link, and loses its power with it", async () => {
  const pcscd = await Pcscd.start();
  const [ours, theirs] = [await opened(pcscd), await opened(pcscd)];
  const events = new ReaderEvents(ours);
  const chip = new MirrorChip();
  pcscd.insert(chip);
  await events.next();
  const link = await connected(ours);
  assert.equal(await theirs.connect(), { ok: false, error: 'busy' });
  const before = chip.resets;
  const next = await connected(ours);
  assert.is(await link.ended, 'closed');
  assert.ok(chip.resets > before, 'the second link found a card that was not reset');
  const resets = chip.resets;
  await next.close();
  const other = await connected(theirs);
  // Power off by the first link; power on by the second, and off and on again to be sure.
  assert.is(chip.resets - resets, 4);
  assert.equal(await ours.connect(), { ok: false, error: 'busy' });
  await other.close();
  await pcscd.stop();
});

testWithPcscd(
  'a card that is pulled out under a command ends its link as removed, and the next one works',
  async () => {
    const pcscd = await Pcscd.start();
    const reader = await opened(pcscd);
    const events = new ReaderEvents(reader);
    pcscd.insert(new MirrorChip(), () => {
      pcscd.remove();
      return true;
    });
    await events.next();
    const link = await connected(reader);
    assert.equal(await link.transmit(SELECT), { ok: false, error: 'removed' });
    assert.is(await link.ended, 'removed');
    assert.is(await events.next(), false);
    pcscd.insert(new MirrorChip());
    assert.is(await events.next(), true);
    assert.ok((await (await connected(reader)).transmit(SELECT)).ok);
    await pcscd.stop();
  },
);

testWithPcscd(
  'pcscd that is killed under a command takes reader and link with it; started again, both are found again',
  async () => {
    const pcscd = await Pcscd.start();
    const way = pcscBackend({ socket: pcscd.socket });
    const reader = await opened(pcscd);
    const events = new ReaderEvents(reader);
    let stopped: Promise<void> | undefined;
    pcscd.insert(new MirrorChip(), () => {
      stopped = pcscd.stop();
      return true;
    });
    await events.next();
    const link = await connected(reader);
    assert.equal(await link.transmit(SELECT), { ok: false, error: 'driver' });
    assert.is(await link.ended, 'driver');
    assert.is(await reader.gone, 'driver');
    assert.equal(await reader.hasCard(), { ok: false, error: 'driver' });
    assert.equal(await reader.connect(), { ok: false, error: 'driver' });
    await stopped;
    assert.equal(await way.find(), { ok: false, error: 'driver' });

    await pcscd.restart();
    const [found] = must(await way.find());
    assert.equal(found, { id: Pcscd.READER, name: Pcscd.READER, way: 'pcsc' });
    const again = await opened(pcscd);
    const news = new ReaderEvents(again);
    pcscd.insert(new MirrorChip());
    await news.next();
    assert.ok((await (await connected(again)).transmit(SELECT)).ok);
    await pcscd.stop();
  },
);

testWithPcscd("programs of libpcsclite and the box see each other's hold on a card", async () => {
  const pcscd = await Pcscd.start();
  const reader = await opened(pcscd);
  const events = new ReaderEvents(reader);
  const chip = new MirrorChip();
  pcscd.insert(chip);
  await events.next();
  const ask = promisify(execFile);
  const { stdout } = await ask('opensc-tool', ['--atr'], { env: pcscd.env });
  assert.is(stdout.trim().replaceAll(':', ''), chip.atr.toString('hex'));
  const link = await connected(reader);
  const refused = await ask('opensc-tool', ['--send-apdu', '00:A4:04:00:01:A0'], { env: pcscd.env }).then(
    () => 'let in',
    (error: unknown) => String(error),
  );
  assert.match(refused, /Reader in use by another application/);
  assert.ok((await link.transmit(SELECT)).ok);
  await link.close();
  await pcscd.stop();
});

test('without pcscd no reader is found, and the reason is said', async () => {
  const way = pcscBackend({ socket: '/nowhere/pcscd.comm' });
  assert.equal(await way.find(), { ok: false, error: 'driver' });
  assert.equal(await way.open('any'), { ok: false, error: 'driver' });
});

test.run();
