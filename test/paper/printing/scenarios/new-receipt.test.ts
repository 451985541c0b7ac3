import * as assert from 'uvu/assert';
import { readPiece, foldHomoglyphs } from '../../../kit/printer/reading.js';
import { SANDBOX } from './papers.js';
import { scene } from './stage.js';

scene('a new receipt is printed by itself, as a person can read it', async (stage) => {
  const { uuid, journal } = await stage.sold();
  await stage.become(uuid, 'printed');

  const [piece] = stage.station.printer.pieces;
  assert.ok(piece);
  assert.is(piece.end, 'partial', 'it is cut off');
  const { rows, qr, pictures } = readPiece(piece, stage.station.printer.options);
  const read = rows.map(({ text }) => foldHomoglyphs(text));
  const issued = journal.split('\r\n').map((line) => foldHomoglyphs(line.trim()));
  const mark = SANDBOX.map(foldHomoglyphs);
  assert.equal(read, [...mark, ...issued.filter((line) => line !== ''), ...mark]);
  assert.ok(qr ?? pictures[0], 'and a code');

  const [job] = await stage.jobsOf(uuid);
  assert.equal(
    { ...job, createdAt: '', updatedAt: '' },
    {
      ...{ id: 1, uuid, printer: 'kasa', state: 'printed', reason: null, message: null, nextStep: null, repeat: false },
      ...{ createdAt: '', updatedAt: '' },
    },
  );
  assert.equal(await stage.printer(), { ...(await stage.printer()), state: 'idle', reason: null, proof: 'process-id' });
});
