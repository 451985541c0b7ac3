// turns: 2
import * as assert from 'uvu/assert';
import { PtyFront } from '../../../kit/printer/fronts/pty.js';
import { StarPrinter } from '../../../kit/printer/star.js';
import { scene } from '../scenarios/stage.js';
import { cutOff, rowsOf, rowsOfJournal, starSetting } from './stage.js';

scene(
  'a slip waits for a Star printer that takes no more bytes, and is unconfirmed only when it has them all',
  async (stage) => {
    const printer = new StarPrinter();
    const front = await PtyFront.start(printer);
    try {
      await stage.box.set('printers', [starSetting(`serial://${front.path}?flow=none`)]);
      printer.stallAt(9000);
      const { uuid, journal } = await stage.sold();
      await stage.become(uuid, 'blocked offline');
      await stage.pass(30_000);
      assert.equal(await stage.states(uuid), ['blocked offline']);
      assert.is(printer.taken, 9000);

      printer.stallAt(Infinity);
      await stage.become(uuid, 'unconfirmed');
      await cutOff(stage, printer, 1);
      assert.equal(rowsOf(printer.pieces[0], printer), rowsOfJournal(journal));
      assert.equal(printer.errors, []);
    } finally {
      await front.stop();
    }
  },
  { isUnset: true, speed: 5 },
);
