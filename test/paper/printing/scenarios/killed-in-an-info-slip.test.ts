import * as assert from 'uvu/assert';
import { scene } from './stage.js';

/** GS V 66 without its last byte: a cut that waits for its feed. */
const HALF_A_CUT = Buffer.from([0x1d, 0x56, 0x42]);

scene(
  'a command that a former process has left half sent, without a record, is completed before the printer is asked anything',
  async (stage) => {
    const { printer } = stage.station;
    const first = await stage.sold();
    await stage.become(first.uuid, 'printed');
    await stage.restart(() => void printer.take(HALF_A_CUT));
    await stage.seen('idle');
    const second = await stage.sold();
    await stage.become(second.uuid, 'printed');
    assert.equal(await stage.papers(), ['1', 'scrap', '2']);
  },
  { tears: true },
);
