import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { findAttached, isClassAttached } from '../../../src/platform/devices/found.js';
import { readAddress } from '../../../src/shop/settings/printerAddress.js';
import { newFolder } from '../../kit/folder.js';

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

test.run();
