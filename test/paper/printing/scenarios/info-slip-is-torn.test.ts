import * as assert from 'uvu/assert';
import { readPiece, foldHomoglyphs } from '../../../kit/printer/reading.js';
import { scene } from './stage.js';

const ROWS = Array.from({ length: 40 }, (_, row) => `Row ${row}`);

scene(
  'a torn info slip is not printed again, its paper says where it ends, and the receipts behind it are whole',
  async (stage) => {
    const { printer } = stage.station;
    const first = await stage.sold();
    await stage.become(first.uuid, 'printed');
    printer.at('processed', printer.printed + 4000, () => {
      printer.power(false);
      printer.power(true);
    });
    assert.ok(stage.box.parts.printing.printInfo({ parts: [{ kind: 'text', rows: ROWS }] }).ok);
    await stage.until('it ends', () => stage.logged('print.notice').length === 1);
    assert.is(stage.logged('print.notice')[0]?.['state'], 'unknown');

    const second = await stage.sold();
    await stage.become(second.uuid, 'printed');
    assert.equal(await stage.papers(), ['1', 'scrap', '2']);
    const [, torn] = printer.pieces;
    const read = torn && readPiece(torn, printer.options).rows.map(({ text }) => foldHomoglyphs(text.trim()));
    assert.ok(read?.includes(foldHomoglyphs('ПРЕКИНУТО')), read?.join('; '));
  },
  { tears: true },
);
