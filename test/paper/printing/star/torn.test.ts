// turns: 2
import * as assert from 'uvu/assert';
import { foldHomoglyphs } from '../../../kit/printer/reading.js';
import { PtyFront } from '../../../kit/printer/fronts/pty.js';
import { StarPrinter } from '../../../kit/printer/star.js';
import { scene } from '../scenarios/stage.js';
import { cutOff, rowsOf, rowsOfJournal, starSetting } from './stage.js';

scene(
  'a slip torn inside an image ends with zeros, which a Star printer takes as white dots and discards, and says that it is no receipt',
  async (stage) => {
    const printer = new StarPrinter();
    const front = await PtyFront.start(printer);
    try {
      await stage.box.set('printers', [starSetting(`serial://${front.path}?flow=none`)]);
      printer.stallAt(9000);
      const torn = await stage.sold();
      await stage.become(torn.uuid, 'blocked offline');
      assert.not(printer.isBetweenCommands, 'the tear is inside a command');

      await stage.restart(() => printer.stallAt(Infinity));
      assert.equal(await stage.states(torn.uuid), ['unknown restart']);
      const next = await stage.sold();
      await stage.become(next.uuid, 'unconfirmed');
      await cutOff(stage, printer, 2);
      assert.equal(await stage.states(torn.uuid), ['unknown restart'], 'it is not printed again by itself');
      const [scrap, whole] = printer.pieces;
      assert.ok(rowsOf(scrap, printer).includes(foldHomoglyphs('ПРЕКИНУТО')));
      assert.equal(rowsOf(whole, printer), rowsOfJournal(next.journal));
      assert.ok(printer.zeros > 0);
      assert.equal(printer.errors, [], 'no question of ESC/POS came');
    } finally {
      await front.stop();
    }
  },
  { isUnset: true, speed: 5 },
);
