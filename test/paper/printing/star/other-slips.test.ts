// turns: 2
import * as assert from 'uvu/assert';
import { foldHomoglyphs } from '../../../kit/printer/reading.js';
import { cutOff, rowsOf, starScene } from './stage.js';

starScene(
  'a Star printer is tested, prints info slips and the ticket of a start, and is asked nothing',
  async (stage, printer) => {
    const { printing } = stage.box.parts;
    const tested = await printing.test('star');
    assert.ok(tested.ok, JSON.stringify(tested));
    assert.is(tested.value.state, 'unconfirmed');
    assert.is(tested.value.printer.proof, 'none');
    await cutOff(stage, printer, 1);
    const language = rowsOf(printer.pieces[0], printer).find((row) =>
      row.startsWith(foldHomoglyphs('Језик штампача:')),
    );
    assert.match(language ?? '', / Star$/);

    assert.ok(printing.printInfo({ parts: [{ kind: 'text', rows: ['One'] }] }).ok);
    await cutOff(stage, printer, 2);
    assert.equal(rowsOf(printer.pieces[1], printer), ['One']);

    await stage.restart();
    await cutOff(stage, printer, 3);
    assert.ok(rowsOf(printer.pieces[2], printer).includes(foldHomoglyphs('ПОДАЦИ О УРЕЂАЈУ')));
    await stage.pass(120_000);
    assert.is(printer.pieces.length, 3, 'nothing else comes out while it rests');
  },
  { ticket: true },
);
