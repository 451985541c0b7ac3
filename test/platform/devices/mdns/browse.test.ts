import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { browse, type BrowseOptions } from '../../../../src/platform/devices/mdns/browse.js';
import type { Announced } from '../../../../src/platform/devices/mdns/responder.js';
import { type Answering, FakeLan } from '../../../kit/mdns/responder.js';
import {
  a,
  message,
  numbers,
  ptr,
  type ReadQuestion,
  SERVICE,
  srv,
  txt,
  type WireRecord,
} from '../../../kit/mdns/wire.js';
import { seededRandom } from '../../../kit/random.js';

const OWN = { address: '127.0.0.1', prefix: 24 };
/** Longer than any test runs: what ends a search is that as many datagrams came as were sent, ms. */
const LONG = 60_000;
const PTR = 12;

/** A printer that sends everything at once. */
function printer(label: string, address: string, { port = 9100, text = [] as readonly string[] } = {}): Buffer {
  const [instance, host] = [
    [label, ...SERVICE],
    [`host-${address.replaceAll('.', '-')}`, 'local'],
  ] as const;
  return message({
    answers: [ptr(instance)],
    additionals: [srv(instance, host, port), txt(instance, ...text), a(host, address)],
  });
}

/** Sends to each client that searches for printers. */
const always =
  (...datagrams: readonly Buffer[]): Answering =>
  ({ type }) =>
    type === PTR ? datagrams : [];

interface Searched {
  readonly found: readonly Announced[];
  readonly asked: readonly ReadQuestion[];
}

async function search(responders: Readonly<Record<string, Answering>>, options: BrowseOptions = {}): Promise<Searched> {
  const lan = await FakeLan.start(responders);
  const found = await browse(OWN, { group: lan.group, wait: LONG, ...options });
  const asked = await lan.asked();
  await lan.close();
  return { found, asked };
}

test('a printer that announces itself is found with address, port and model', async () => {
  const { found, asked } = await search(
    {
      '127.0.0.2': always(printer('Kuhinja', '127.0.0.2', { text: ['ty=EPSON TM-m30'] })),
      '127.0.0.3': always(printer('Šank v1.2', '127.0.0.3', { port: 9101, text: ['product=(TSP143IIILAN)', 'ty='] })),
      '127.0.0.4': always(printer('Šank v1.2', '127.0.0.4')),
    },
    { mostDatagrams: 3 },
  );
  assert.equal(
    [...found].sort((one, other) => one.host.localeCompare(other.host)),
    [
      { host: '127.0.0.2', port: 9100, name: 'EPSON TM-m30' },
      { host: '127.0.0.3', port: 9101, name: 'TSP143IIILAN' },
      { host: '127.0.0.4', port: 9100, name: 'Šank v1.2' },
    ],
  );
  assert.equal(asked, [{ id: 0, name: SERVICE, type: PTR, class: 0x8001 }]);
});

test('what an answer leaves out is asked for once: the service, then the address of its host', async () => {
  const instance = ['Star TSP100 v1.2', ...SERVICE];
  const host = ['Star', 'local'];
  const parts: Readonly<Record<number, WireRecord>> = {
    12: ptr(instance),
    33: srv(instance, host),
    16: txt(instance, 'ty=Star'),
    1: a(host, '127.0.0.2'),
  };
  const { found, asked } = await search(
    { '127.0.0.2': ({ type }) => [message({ answers: [parts[type]!] })] },
    { mostDatagrams: 4 },
  );
  assert.equal(found, [{ host: '127.0.0.2', port: 9100, name: 'Star' }]);
  assert.equal(
    asked.map(({ name, type }) => [type, ...name]),
    [
      [12, ...SERVICE],
      [33, ...instance],
      [16, ...instance],
      [1, ...host],
    ],
  );
});

test('addresses outside of the network are left out, and so is what came from outside or from another port', async () => {
  const instance = ['P', ...SERVICE];
  const far = message({
    answers: [ptr(instance), srv(instance, ['h', 'local'])],
    additionals: [a(['h', 'local'], '8.8.8.8'), a(['h', 'local'], '127.0.1.9'), a(['h', 'local'], '127.0.0.9')],
  });
  const { found } = await search(
    {
      '127.0.0.2': always(far),
      '127.0.1.2': always(printer('Outside', '127.0.0.7')),
      '127.0.0.3:0': always(printer('No responder', '127.0.0.3')),
    },
    { mostDatagrams: 3 },
  );
  assert.equal(found, [{ host: '127.0.0.9', port: 9100, name: 'P' }]);
});

test('a name has nothing in it that a terminal would obey', async () => {
  const { found } = await search(
    {
      '127.0.0.2': always(
        printer('x', '127.0.0.2', { text: ['ty=\u001b[2J TM\r\n\u0000-m30 \u202e\u200b\u009b7m ' + 'y'.repeat(90)] }),
      ),
    },
    { mostDatagrams: 1 },
  );
  assert.is(found[0]?.name, `[2J TM -m30 7m ${'y'.repeat(45)}`);
});

test('a hostile device spoils nothing for its neighbour: loops, torn messages, 64 KB, a thousand of printers', async () => {
  const good = printer('Good', '127.0.0.2');
  const loop = Buffer.concat([numbers(0, 0x8400, 0, 1, 0, 0), numbers(0xc00c, PTR, 1, 0, 10, 2, 0xc00c)]);
  const records = Array.from({ length: 200 }, (_, at) => ptr([`many ${at}`, ...SERVICE]));
  const ways = Array.from({ length: 100 }, (_, at) => [
    srv([`many ${at}`, ...SERVICE], ['h', 'local'], 1000 + at),
    srv([`many ${at}`, ...SERVICE], ['h', 'local'], 2000 + at),
  ]).flat();
  const hostile = [
    loop,
    good.subarray(0, -3),
    Buffer.alloc(0),
    Buffer.concat([good, Buffer.alloc(65_507 - good.length)]),
    message({ answers: records }),
    message({ answers: ways }),
    message({ answers: Array.from({ length: 200 }, (_, at) => a(['h', 'local'], `127.0.0.${at + 10}`)) }),
  ];
  const { found, asked } = await search(
    { '127.0.0.66': always(...hostile), '127.0.0.2': always(good) },
    { mostDatagrams: hostile.length + 1 },
  );
  assert.ok(found.some(({ host, name }) => host === '127.0.0.2' && name === 'Good'));
  assert.ok(found.length <= 1 + 16, `${found.length} found`);
  assert.ok(asked.length <= 1 + 32, `${asked.length} asked`);
});

test('a flood ends the search, and of its device only the beginning is read', async () => {
  const early = Array.from({ length: 100 }, (_, at) => printer(`P${at}`, `127.0.0.${at + 3}`));
  const { found } = await search({ '127.0.0.66': always(...early) }, { mostDatagrams: 60 });
  assert.is(found.length, 16);
  const junk = Array.from({ length: 31 }, () => Buffer.from('junk'));
  const [first, late] = [printer('First', '127.0.0.3'), printer('Late', '127.0.0.4')];
  const read = await search({ '127.0.0.66': always(...junk, first, late) }, { mostDatagrams: 33 });
  assert.equal(
    read.found.map(({ name }) => name),
    ['First'],
  );
});

test('what one device, and how many devices, can have kept is bounded', async () => {
  const instance = ['P', ...SERVICE];
  const ports = Array.from({ length: 9 }, (_, at) => srv(instance, ['h', 'local'], 9100 + at));
  const several = message({ answers: [ptr(instance), ...ports, a(['h', 'local'], '127.0.0.2')] });
  const { found } = await search({ '127.0.0.2': always(several) }, { mostDatagrams: 1 });
  assert.is(found.length, 4);
  const idle = Array.from({ length: 128 }, (_, at) => a([`idle ${at}`], '127.0.0.2'));
  const late = await search({ '127.0.0.2': always(message({ answers: idle }), several) }, { mostDatagrams: 2 });
  assert.equal(late.found, []);
  const hosts = Array.from({ length: 130 }, (_, at) => `127.0.0.${at + 2}`);
  const devices = Object.fromEntries(hosts.map((host) => [host, always(printer(host, host))]));
  assert.is((await search(devices, { mostDatagrams: 130 })).found.length, 128);
});

test('a silent network is left after the wait, and one that is gone at once', async () => {
  const { found, asked } = await search({}, { wait: 30 });
  assert.equal(found, []);
  assert.equal(
    asked.map(({ name, type }) => [type, ...name]),
    [
      [PTR, ...SERVICE],
      [PTR, ...SERVICE],
    ],
    'a question may get lost',
  );
  assert.equal(await browse({ address: '192.0.2.1', prefix: 24 }, { wait: LONG }), []);
});

test('whatever devices send, the search ends with what they said within bounds', async () => {
  const random = seededRandom();
  const whole = printer('Fuzzed', '127.0.0.2', { text: ['ty=Fuzzed'] });
  const datagrams = Array.from({ length: 80 }, () => {
    const bytes = Buffer.from(whole);
    for (let change = random.int(1, 5); change > 0; change -= 1)
      bytes[random.int(0, bytes.length - 1)] = random.int(0, 255);
    return bytes.subarray(0, random.int(0, bytes.length));
  });
  const senders = Array.from({ length: 10 }, (_, at) => [
    `127.0.0.${at + 2}`,
    always(...datagrams.slice(8 * at, 8 * at + 8)),
  ]);
  const { found } = await search(Object.fromEntries(senders) as Record<string, Answering>, { mostDatagrams: 80 });
  for (const { host, port, name } of found) {
    assert.match(host, /^127\.0\.0\.\d+$/);
    assert.ok(port >= 0 && port <= 0xffff && name.length <= 60);
  }
});

test.run();
