// turns: 2
import * as assert from 'uvu/assert';
import { line } from '../../../sales/invoicing/bodies.js';
import { readCode } from '../../../kit/printer/independent.js';
import { drawPiece } from '../../../kit/printer/paper.js';
import { writePng } from '../../../kit/printer/png.js';
import { foldHomoglyphs } from '../../../kit/printer/reading.js';
import { cutOff, rowsOf, rowsOfJournal, starScene } from './stage.js';

/** Lines without an image that bring the last row out to where it is torn off. */
const TEAR_ROWS = 4;

starScene(
  'a Star printer prints a receipt row by row as it was issued, opens the drawer and cuts; the job is unconfirmed',
  async (stage, printer) => {
    const { uuid, journal, pfr } = await stage.sold({
      items: [line({ name: 'Чај Žuti đumbir Ђоковић Љиг' })],
    });
    await stage.become(uuid, 'unconfirmed');
    await cutOff(stage, printer, 1);
    const [piece] = printer.pieces;
    assert.equal(rowsOf(piece, printer), rowsOfJournal(journal));
    assert.is(piece?.end, 'partial', 'it is cut off');
    assert.is(piece && readCode(writePng(drawPiece(piece, printer.options), 203)), pfr.verificationUrl);
    assert.equal(printer.driven, [1], 'it was paid in cash');
    const shown = await stage.printer('star');
    assert.equal([shown.state, shown.reason, shown.proof], ['idle', null, 'none']);

    assert.ok((await stage.again(uuid)).repeat);
    await stage.become(uuid, 'unconfirmed', 'unconfirmed');
    await cutOff(stage, printer, 2);
    assert.ok(rowsOf(printer.pieces[1], printer).some((row) => row.includes(foldHomoglyphs('ПОНОВЉЕНА'))));
  },
  { drawer: 'pin2' },
);

starScene(
  'on 58 mm without a cutter, with the drawer on pin 5',
  async (stage, printer) => {
    const { uuid, journal } = await stage.sold();
    await stage.become(uuid, 'unconfirmed');
    await stage.until('it is fed out', () => printer.lineFeeds === TEAR_ROWS);
    const [piece] = printer.pieces;
    assert.equal(rowsOf(piece, printer), rowsOfJournal(journal));
    assert.is(piece?.end, 'open', 'it is torn off by hand');
    assert.equal(await stage.box.parts.printing.openDrawer('star'), { ok: true, value: undefined });
    await stage.until('it opens', () => printer.driven.length === 2);
    assert.equal(printer.driven, [2, 2]);
    assert.is(printer.pieces.length, 1, 'the drawer takes no paper');
  },
  { width: 58, cutter: 'none', drawer: 'pin5' },
);
