import * as assert from 'uvu/assert';
import { failed } from '../../../../src/base/result.js';
import { scene } from './stage.js';

const SERIAL = { name: 'kasa', address: 'serial:///dev/ttyUSB0', width: 80, dpi: 203, mode: 'raster', autoPrint: true };

scene(
  'a box without the package for a device sells on, and says what is missing',
  async (stage) => {
    await stage.box.set('printers', [SERIAL]);
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked driver');

    const { state, reason } = await stage.printer();
    assert.equal({ state, reason }, { state: 'offline', reason: 'driver' });
    await stage.sold();
  },
  { isUnset: true, drivers: { serialPorts: async () => failed('driver'), usbBus: async () => failed('driver') } },
);
