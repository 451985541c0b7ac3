import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const PAGE = '<html><head><title>303 See Other</title></head><body>See <a href="/login">here</a>.</body></html>';

scene(
  '303 with a page is a lost answer: while the look-up fails the key stays open, and then it has its one receipt',
  async (stage) => {
    stage.pfr.faults.add(
      { fault: 'answer', signs: true, status: 303, body: PAGE },
      { fault: 'answer', on: 'find', signs: false, status: 303, body: PAGE, standing: true },
    );
    assert.not.match(await stage.refused({}, 'prodaja-1'), /See|here|<|3\d\d/);
    assert.not.match(await stage.refused({}, 'prodaja-1'), /See|here|<|3\d\d/);
    assert.is(stage.unsettled.length, 1);

    stage.pfr.faults.clear();
    await stage.settled();
    const replayed = await stage.replayed({}, 'prodaja-1');

    assert.equal(stage.signed, [replayed.pfr.invoiceNumber]);
  },
);
