import * as assert from 'uvu/assert';
import { line } from '../../../sales/invoicing/bodies.js';
import { readPiece, textFrom } from '../../../kit/printer/reading.js';
import { MODELS } from '../../../kit/printer/options.js';
import { SANDBOX } from './papers.js';
import { scene } from './stage.js';

scene(
  'a printer in text mode gets both alphabets in one row, and no character that its code pages lack',
  async (stage) => {
    const { printer } = stage.station;
    const { uuid, journal } = await stage.sold({ items: [line({ name: 'Чај Žuti đumbir Ђоковић Љиг' })] });
    await stage.become(uuid, 'printed');
    const [piece] = printer.pieces;
    assert.ok(piece);
    const read = readPiece(piece, printer.options).rows.map((one) => textFrom(0, one).trim());
    const issued = journal.split('\r\n').map((one) => one.trim());
    assert.equal(read, [...SANDBOX, ...issued.filter((one) => one !== ''), ...SANDBOX]);
    assert.ok(piece.marks.some(({ kind }) => kind === 'text'));

    const strange = await stage.sold({ items: [line({ name: 'Ødegård ₽' })] });
    await stage.become(strange.uuid, 'printed');
    const [, second] = printer.pieces;
    assert.ok(
      second?.marks.every(({ kind }) => kind === 'bitmap'),
      'drawn',
    );
  },
  { printer: MODELS.zjiang, setting: { mode: 'text', codePages: 'zjiang' } },
);
