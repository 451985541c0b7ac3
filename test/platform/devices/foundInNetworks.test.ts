import { type AddressInfo, createServer } from 'node:net';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findInNetworks } from '../../../src/platform/devices/foundInNetworks.js';
import { membership, neighbours } from '../../../src/platform/devices/ownNetworks.js';
import { readAddress } from '../../../src/shop/settings/printerAddress.js';
import { FakeLan } from '../../kit/mdns/responder.js';
import { a, message, ptr, SERVICE, srv } from '../../kit/mdns/wire.js';

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
