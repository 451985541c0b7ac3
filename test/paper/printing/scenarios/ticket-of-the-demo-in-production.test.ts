import * as assert from 'uvu/assert';
import { foldHomoglyphs, readPiece } from '../../../kit/printer/reading.js';
import { scene } from './stage.js';

scene(
  'the ticket of a box in production without a processor says that it issues nothing',
  async (stage) => {
    const { printer } = stage.station;
    await stage.change({ ticket: true });
    await stage.box.set('environment', 'production');
    await stage.restart();
    await stage.until('the ticket of the start', () =>
      stage.logged('print.notice').some(({ state }) => state === 'printed'),
    );

    const [piece] = printer.pieces.slice(-1);
    assert.ok(piece);
    const read = readPiece(piece, printer.options).rows.map(({ text }) => foldHomoglyphs(text.trim()));
    assert.ok(
      read.some((row) => row.endsWith(foldHomoglyphs('НЕ ИЗДАЈЕ РАЧУНЕ'))),
      read.join('; '),
    );
    assert.ok(read.join(' ').includes(foldHomoglyphs('Фискални процесор (ПФР) није подешен')), read.join('; '));
    assert.not.ok(read.some((row) => row.endsWith(foldHomoglyphs('спреман за рад'))));
    await stage.box.set('environment', 'sandbox');
  },
  { speed: 1000, tears: true },
);
