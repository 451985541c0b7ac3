import { english } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAddress } from '../../../src/shop/settings/printerAddress.js';
import { inEnglish } from '../../kit/inEnglish.js';

test('a printer is reached by a serial line, by USB, by the network or by a device file of the kernel', () => {
  const addresses = {
    'serial:///dev/ttyUSB0?baud=9600&flow=none': { kind: 'serial', path: '/dev/ttyUSB0', baud: 9600, flow: 'none' },
    'serial:///dev/ttyS0?flow=xonxoff': { kind: 'serial', path: '/dev/ttyS0', baud: 115_200, flow: 'xonxoff' },
    'serial:///dev/serial/by-path/pci-0000:00:14.0-usb-0:1:1.0-port0': {
      kind: 'serial',
      path: '/dev/serial/by-path/pci-0000:00:14.0-usb-0:1:1.0-port0',
      baud: 115_200,
      flow: 'rtscts',
    },
    'usb://04b8:0E15/J4XF012345': { kind: 'usb', vendor: 0x04b8, product: 0x0e15, serial: 'J4XF012345' },
    'usb://0416:5011': { kind: 'usb', vendor: 0x0416, product: 0x5011, serial: null },
    'usb://0416:5011/a%2Fb%20%D0%96': { kind: 'usb', vendor: 0x0416, product: 0x5011, serial: 'a/b Ж' },
    '192.168.1.50': { kind: 'tcp', host: '192.168.1.50', port: 9100 },
    '[fe80::1]:9101': { kind: 'tcp', host: 'fe80::1', port: 9101 },
    'fe80::1': { kind: 'tcp', host: 'fe80::1', port: 9100 },
    'kuhinja:9100': { kind: 'tcp', host: 'kuhinja', port: 9100 },
    'kuhinja.local:9101': { kind: 'tcp', host: 'kuhinja.local', port: 9101 },
    'tcp://192.168.1.50': { kind: 'tcp', host: '192.168.1.50', port: 9100 },
    'tcp://kuhinja.local:9101': { kind: 'tcp', host: 'kuhinja.local', port: 9101 },
    'tcp://[fe80::1]:9100': { kind: 'tcp', host: 'fe80::1', port: 9100 },
    'lp:///dev/usb/lp0': { kind: 'lp', path: '/dev/usb/lp0' },
  };
  for (const [text, value] of Object.entries(addresses))
    assert.equal(inEnglish(readAddress(text)), { ok: true, value }, text);
});

test('what is no address of a printer is refused with a right one', () => {
  const refused = {
    '': /like serial:\/\/\/dev\/ttyUSB0.*, usb:.*, tcp:.*, lp:/,
    '/dev/usb/lp0': /like serial:/,
    'http://192.168.1.50:9100': /like serial:/,
    'TCP://192.168.1.50': /like serial:/,
    [`lp:///dev/${'a'.repeat(300)}`]: /like serial:/,
    'serial://dev/ttyUSB0': /must be below \/dev, like serial:\/\/\/dev\/ttyUSB0/,
    'serial:///dev/../etc/passwd': /below \/dev/,
    'serial:///dev/./x': /below \/dev/,
    'serial:///dev//x': /below \/dev/,
    'serial:///dev/': /below \/dev/,
    'serial:///dev/tty USB0': /below \/dev/,
    'serial:///dev/ttyUSB0\n': /below \/dev/,
    'serial:///dev/ttyUSB0?': /only baud and flow/,
    'serial:///dev/ttyUSB0?parity=even': /only baud and flow/,
    'serial:///dev/ttyUSB0?baud=9601': /baud must be one of 1200, .* 921600, like/,
    'serial:///dev/ttyUSB0?baud=09600': /baud must be one of/,
    'serial:///dev/ttyUSB0?baud=9600&baud=9600': /baud may appear only once/,
    'serial:///dev/ttyUSB0?baud=9600=1': /baud must be one of/,
    'serial:///dev/ttyUSB0?baud=9600?flow=none': /baud must be one of/,
    'serial:///dev/ttyUSB0?flow=none?baud=9600': /flow must be one of/,
    'serial:///dev/ttyUSB0?flow=hard': /flow must be one of rtscts, xonxoff, none/,
    'usb://04b8': /four hexadecimal digits, like usb:\/\/04b8:0e15/,
    'usb://4b8:e15/1': /four hexadecimal digits/,
    'usb://04b8:0e15/': /serial number must be/,
    'usb://04b8:0e15/a/b': /serial number must be/,
    'usb://04b8:0e15/a%': /serial number must be/,
    'usb://04b8:0e15/%FF': /serial number must be/,
    'usb://04b8:0e15/a%00': /serial number must be/,
    'tcp://': /host must be a name or an address/,
    'tcp://192.168.1.500': /host must be/,
    '192.168.1.500': /host must be/,
    'tcp://192.168.1': /host must be/,
    'tcp://fe80::1': /host must be/,
    'tcp://[192.168.1.50]': /host must be/,
    'tcp://user@192.168.1.50': /host must be/,
    'tcp://192.168.1.50/': /host must be/,
    'tcp://192.168.1.50:': /host must be/,
    'tcp://192.168.1.50:0': /port must be 1 to 65535, like tcp:\/\/192.168.1.50:9100/,
    'tcp://192.168.1.50:65536': /port must be/,
    'lp:///etc/passwd': /below \/dev, like lp:\/\/\/dev\/usb\/lp0/,
    'lp:///dev/usb/lp0?baud=9600': /below \/dev/,
    'lp:///dev/usb/../../etc/passwd': /below \/dev/,
  };
  for (const [text, sentence] of Object.entries(refused)) {
    const read = readAddress(text);
    assert.is(read.ok, false, text);
    if (!read.ok) assert.match(english(read.error), sentence, text);
  }
});

test.run();
