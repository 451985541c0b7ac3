import { mkdirSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAttached, findInNetworks, isClassAttached } from '../../../src/platform/devices/found.js';
import { membership, neighbours } from '../../../src/platform/devices/mdns/browse.js';
import { readAddress } from '../../../src/shop/settings/printerAddress.js';
import { newFolder } from '../../kit/folder.js';
import { FakeLan } from '../../kit/mdns/responder.js';
import { a, message, ptr, SERVICE, srv } from '../../kit/mdns/wire.js';

/** A machine with these files. */
function machine(files: Readonly<Record<string, string>>): string {
  const root = newFolder();
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(join(root, path, '..'), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  return root;
}

test('printers on USB are told by their class, serial ports by a name that stays, each by an address that can be set', async () => {
  const usb = 'sys/bus/usb/devices';
  const found = await findAttached(
    machine({
      [`${usb}/1-1:1.0/bInterfaceClass`]: '07\n',
      [`${usb}/1-1/idVendor`]: '04b8\n',
      [`${usb}/1-1/idProduct`]: '0e15\n',
      [`${usb}/1-1/serial`]: 'J4XF012345\n',
      [`${usb}/1-1/manufacturer`]: 'EPSON\n',
      [`${usb}/1-1/product`]: 'TM-T20II\n',
      [`${usb}/1-2:1.0/bInterfaceClass`]: '03\n',
      [`${usb}/1-2/idVendor`]: '046d\n',
      'dev/usb/lp0': '',
      'dev/usb/hiddev0': '',
      'dev/ttyUSB0': '',
      'dev/ttyS0': '',
      'dev/serial/by-id/usb-FTDI_FT232R-if00-port0': '',
    }),
  );
  assert.equal(found, [
    { address: 'usb://04b8:0e15/J4XF012345', kind: 'usb', name: 'EPSON TM-T20II' },
    { address: 'lp:///dev/usb/lp0', kind: 'lp', name: '' },
    {
      address: 'serial:///dev/serial/by-id/usb-FTDI_FT232R-if00-port0?baud=115200&flow=rtscts',
      kind: 'serial',
      name: 'usb FTDI FT232R if00 port0',
    },
  ]);
  for (const { address } of found) assert.ok(readAddress(address).ok, address);
  assert.equal(await findAttached(machine({})), []);
  const [bare] = await findAttached(machine({ 'dev/ttyACM1': '' }));
  assert.is(bare?.address, 'serial:///dev/ttyACM1?baud=115200&flow=rtscts');
});

test('a card reader is seen by the class of any of its interfaces, without anything being opened', async () => {
  const root = machine({
    'sys/bus/usb/devices/1-1/idVendor': '076b',
    'sys/bus/usb/devices/1-1/bInterfaceClass': '0b',
    'sys/bus/usb/devices/1-1:1.0/bInterfaceClass': '03',
    'sys/bus/usb/devices/1-1:1.1/bInterfaceClass': '0b\n',
    'sys/bus/usb/devices/usb1/idVendor': '1d6b',
  });
  assert.equal(await Promise.all(['0b', '03', '07'].map((usbClass) => isClassAttached(usbClass, root))), [
    true,
    true,
    false,
  ]);
  const whole = machine({ 'sys/bus/usb/devices/1-1/bInterfaceClass': '0b' });
  assert.is(await isClassAttached('0b', whole), false, 'a class is that of an interface');
  assert.is(await isClassAttached('0b', machine({})), false);
});

const OWN = { address: '127.0.0.1', prefix: 24 };

test('what takes connections and what announces itself are one row for each address, and nothing is sent to print', async () => {
  let received = 0;
  const server = createServer((socket) =>
    socket.on('data', ({ length }) => (received += length)).on('error', () => undefined),
  );
  await new Promise<void>((listening) => server.listen(0, '127.0.0.2', listening));
  const { port } = server.address() as AddressInfo;
  const silent = createServer((socket) => socket.on('error', () => undefined));
  await new Promise<void>((listening) => silent.listen(port, '127.0.0.3', listening));
  const [first, second] = [
    ['Kuhinja', ...SERVICE],
    ['Šank', ...SERVICE],
  ] as const;
  const host = ['printer', 'local'];
  const lan = await FakeLan.start({
    '127.0.0.2': ({ type }) =>
      type === 12
        ? [
            message({
              answers: [ptr(first), ptr(second), srv(first, host, port), srv(second, host, 9101), a(host, '127.0.0.2')],
            }),
          ]
        : [],
  });
  const found = await findInNetworks({
    networks: [OWN],
    rawPort: port,
    group: lan.group,
    wait: 60_000,
    mostDatagrams: 1,
  });
  assert.equal(found, [
    { address: `tcp://127.0.0.2:${port}`, kind: 'tcp', name: 'Kuhinja' },
    { address: `tcp://127.0.0.3:${port}`, kind: 'tcp', name: '' },
    { address: 'tcp://127.0.0.2:9101', kind: 'tcp', name: 'Šank' },
  ]);
  for (const { address } of found) assert.ok(readAddress(address).ok, address);
  await lan.close();
  await Promise.all([server, silent].map((one) => new Promise((closed) => one.close(closed))));
  assert.is(received, 0);
  assert.equal(await findInNetworks({ networks: [] }), []);
});

test('connections are tried in small networks only, each address once', () => {
  const tried = neighbours([OWN, { address: '127.0.0.9', prefix: 25 }, { address: '10.1.2.3', prefix: 16 }]);
  assert.is(tried.length, 254);
  assert.is(tried[0], '127.0.0.1');
  assert.is(tried.at(-1), '127.0.0.254');
});

test('an address belongs to a network by the bits of its prefix', () => {
  const isIn = membership({ address: '192.168.3.77', prefix: 23 });
  const asked = ['192.168.2.1', '192.168.3.255', '192.168.4.1', '8.8.8.8', 'fe80::1', ''];
  assert.equal(asked.map(isIn), [true, true, false, false, false, false]);
});

test.run();
