import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { pcscBackend } from '../../../../src/processors/card/pcsc/pcscBackend.js';
import type { PcscWaits } from '../../../../src/processors/card/pcsc/session.js';
import { MirrorChip } from '../../../kit/card/mirrorChip.js';
import { type FakeCommand, FakePcscd } from '../../../kit/card/fakePcscd.js';
import { must } from '../../../kit/card/must.js';
import { ReaderEvents } from '../../../kit/card/readerEvents.js';

const SELECT = Buffer.from('00a4040002aabb00', 'hex');
const EXTENDED = Buffer.from('8804040000000000', 'hex').subarray(0, 7);
/** Nothing is waited for long where an answer will not come. */
const SHORT: PcscWaits = { answer: 50, power: 50, transmit: 50 };

async function scene(waits?: PcscWaits) {
  const fake = await FakePcscd.start();
  const way = pcscBackend({ socket: fake.socket, ...(waits && { waits }) });
  return { fake, way };
}

async function linked() {
  const { fake, way } = await scene();
  fake.insert(new MirrorChip());
  const reader = must(await way.open(fake.reader));
  return { fake, way, reader, link: must(await reader.connect()) };
}

test('a daemon is offered the protocol 4:4, and 4:5 when it names that; others are not spoken', async () => {
  const { fake, way } = await scene();
  for (const [minors, asked] of [
    [[4], 1],
    [[4, 5], 1],
    [[4, 5, 6], 1],
    [[5], 2],
  ] as const) {
    fake.minors = minors;
    fake.asked.length = 0;
    assert.is(must(await way.find()).length, 1);
    assert.is(fake.asked.filter((name) => name === 'version').length, asked);
  }
  for (const minor of [3, 6, 7]) {
    fake.minors = [minor];
    assert.equal(await way.find(), { ok: false, error: 'unsupported' });
  }
  await fake.stop();
});

test('a daemon that hangs up before it says a word denies the box its readers', async () => {
  const { fake, way } = await scene();
  fake.spoil = () => 'hang up';
  assert.equal(await way.find(), { ok: false, error: 'denied' });
  await fake.stop();
});

test('what pcscd says of a card that is looked for has a name', async () => {
  const { fake, way } = await scene();
  fake.insert(new MirrorChip());
  const reader = must(await way.open(fake.reader));
  for (const [code, loss] of [
    [0x80100009, 'reader gone'],
    [0x8010000a, 'late'],
    [0x8010000b, 'busy'],
    [0x8010000c, 'no card'],
    [0x8010000f, 'unsupported'],
    [0x80100017, 'reader gone'],
    [0x80100066, 'mute'],
    [0x80100067, 'mute'],
    [0x80100069, 'no card'],
    [0x8010006a, 'denied'],
    [0x80100001, 'protocol'],
    [0xffffffff, 'protocol'],
  ] as const) {
    fake.codes = { connect: code };
    assert.equal(await reader.connect(), { ok: false, error: loss }, code.toString(16));
  }
  fake.codes = { reconnect: 0x80100066 };
  assert.equal(await reader.connect(), { ok: false, error: 'mute' });
  await fake.stop();
});

test('what pcscd says of a card in use ends its link under that name', async () => {
  for (const [code, loss] of [
    [0x80100068, 'busy'],
    [0x80100069, 'removed'],
    [0x8010000c, 'removed'],
    [0x80100017, 'reader gone'],
    [0x80100016, 'protocol'],
    [0x80100013, 'protocol'],
  ] as const) {
    const { fake, link } = await linked();
    fake.codes = { transmit: code };
    assert.equal(await link.transmit(SELECT), { ok: false, error: loss }, code.toString(16));
    assert.is(await link.ended, loss);
    fake.codes = {};
    assert.equal(await link.transmit(SELECT), { ok: false, error: loss });
    await fake.stop();
  }
});

test('a reader that is unplugged is gone with its link, though pcscd runs on', async () => {
  const { fake, way, reader, link } = await linked();
  fake.unplug();
  assert.is(await reader.gone, 'reader gone');
  assert.is(await link.ended, 'reader gone');
  assert.equal(must(await way.find()), []);
  assert.equal(await way.open(fake.reader), { ok: false, error: 'reader gone' });
  await fake.stop();
});

test('another card between two looks is told as taken out and put in, and the link of the first has ended', async () => {
  const { fake, reader, link } = await linked();
  const events = new ReaderEvents(reader);
  fake.remove();
  fake.insert(new MirrorChip());
  assert.is(await link.ended, 'removed');
  assert.equal([await events.next(), await events.next()], [false, true]);
  assert.ok((await must(await reader.connect()).transmit(SELECT)).ok);
  await fake.stop();
});

test('a driver that says it takes short commands only is given no others, and the link holds', async () => {
  const { fake, reader } = await linked();
  const question = 0x42330012;
  fake.controls.set(0x42000d48, Buffer.from('0604420006061204' + question.toString(16), 'hex'));
  for (const [properties, isExtended] of [
    ['0a0400000000', false],
    ['010100' + '0a0400010000', false],
    ['0a0400000100', true],
    ['0b0400000000', true],
    ['0a0300000000', true],
    ['0aff00', true],
    ['', true],
  ] as const) {
    fake.controls.set(question, Buffer.from(properties, 'hex'));
    const link = must(await reader.connect());
    assert.is(link.isExtended, isExtended, properties);
    const answer = await link.transmit(EXTENDED);
    assert.equal(answer.ok || answer.error, isExtended || 'too long');
    assert.ok((await link.transmit(SELECT)).ok);
  }
  await fake.stop();
});

test('a card by T=0 takes short commands only, and one by another protocol none', async () => {
  const { fake, reader } = await linked();
  fake.protocol = 1;
  const link = must(await reader.connect());
  assert.is(link.protocol, 'T=0');
  assert.is(link.isExtended, false);
  fake.protocol = 4;
  assert.equal(await reader.connect(), { ok: false, error: 'unsupported' });
  await fake.stop();
});

test('an answer that does not come ends what waits for it', async () => {
  const silent = async (name: FakeCommand) => {
    const { fake, way } = await scene(SHORT);
    fake.insert(new MirrorChip());
    const isSilent = (command: FakeCommand) => command === name;
    if (name === 'version' || name === 'establish' || name === 'wait') {
      fake.spoil = (answer, command) => (isSilent(command) ? undefined : answer);
      assert.equal(await way.open(fake.reader), { ok: false, error: 'late' }, name);
    } else {
      const reader = must(await way.open(fake.reader));
      fake.spoil = (answer, command) => (isSilent(command) ? undefined : answer);
      const link = await reader.connect();
      const late = link.ok ? await link.value.transmit(SELECT) : link;
      assert.equal(late, { ok: false, error: 'late' }, name);
    }
    await fake.stop();
  };
  for (const name of ['version', 'establish', 'wait', 'connect', 'reconnect', 'control', 'states', 'transmit'] as const)
    await silent(name);
});

test('a reader that cannot be opened leaves no connection open, whatever the reason', async () => {
  const only =
    (name: FakeCommand, spoilt: (answer: Buffer) => Buffer | undefined): FakePcscd['spoil'] =>
    (answer, command) =>
      command === name ? spoilt(answer) : answer;
  const cases: readonly [string, (fake: FakePcscd) => void][] = [
    ['late', (fake) => (fake.spoil = only('wait', () => undefined))],
    ['protocol', (fake) => (fake.spoil = only('wait', (states) => states.fill('x', 0, 128)))],
    ['driver', (fake) => (fake.spoil = (answer, command) => (command === 'wait' ? 'hang up' : answer))],
    ['protocol', (fake) => (fake.codes = { establish: 0x80100001 })],
    ['unsupported', (fake) => (fake.minors = [7])],
    ['reader gone', (fake) => (fake.hasReader = false)],
  ];
  for (const [loss, prepare] of cases) {
    const { fake, way } = await scene(loss === 'late' ? SHORT : undefined);
    prepare(fake);
    assert.equal(await way.open(fake.reader), { ok: false, error: loss });
    assert.is(await fake.connections(), 0, loss);
    await fake.stop();
  }
});

test('bytes that nobody asked for end the link before they can be taken for an answer', async () => {
  const { fake, link } = await linked();
  fake.spoil = (answer, command) => (command === 'transmit' ? Buffer.concat([answer, answer]) : answer);
  assert.ok((await link.transmit(SELECT)).ok);
  assert.equal(await link.transmit(SELECT), { ok: false, error: 'protocol' });
  await fake.stop();
});

test('a daemon that pours out bytes is hung up on, though nobody asks it anything', async () => {
  const { fake, link } = await linked();
  fake.spoil = (answer, command) => (command === 'transmit' ? Buffer.concat([answer, Buffer.alloc(200_000)]) : answer);
  await link.transmit(SELECT);
  assert.is(await link.ended, 'protocol');
  await fake.stop();
});

test('a state from before the card came is no news of it', async () => {
  const { fake, way } = await scene();
  const reader = must(await way.open(fake.reader));
  fake.chip = new MirrorChip();
  fake.changes += 1;
  assert.is(must(await reader.hasCard()), false);
  const link = must(await reader.connect());
  assert.ok((await link.transmit(SELECT)).ok);
  await fake.stop();
});

test('readers that cannot be are a fault: a name without an end, an answer to reset that is too long', async () => {
  const { fake, way } = await scene();
  const damages: ((states: Buffer) => void)[] = [
    (states) => states.fill('x', 0, 128),
    (states) => states.fill('x', 0, 184),
    (states) => states.writeUInt32LE(34, 176),
    (states) => states.writeUInt32LE(0xffffffff, 176),
  ];
  for (const damage of damages) {
    fake.spoil = (answer, command) => {
      if (command === 'states') damage(answer);
      return answer;
    };
    assert.equal(await way.find(), { ok: false, error: 'protocol' });
  }
  await fake.stop();
});

test('a link that is closed under a command ends it at once', async () => {
  const { fake, link } = await linked();
  fake.spoil = (answer, command) => (command === 'transmit' ? undefined : answer);
  const answer = link.transmit(SELECT);
  await link.close();
  assert.equal(await answer, { ok: false, error: 'closed' });
  await fake.stop();
});

test.run();
