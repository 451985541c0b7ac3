// turns: 2
import * as assert from 'uvu/assert';
import type { Slip } from '../../../../src/paper/slips/slip.js';
import { readPiece, foldHomoglyphs } from '../../../kit/printer/reading.js';
import { scene, type Stage } from './stage.js';

const slip = (...rows: readonly string[]): Slip => ({ parts: [{ kind: 'text', rows }] });

/** The first row of each piece that came out; an info slip has no other. */
function firstRows({ station }: Stage): string[] {
  return station.printer.pieces.map((piece) => readPiece(piece, station.printer.options).rows[0]?.text.trim() ?? '');
}

const ended = (stage: Stage): string[] =>
  stage.logged('print.notice').map(({ state, reason }) => `${String(state)} ${String(reason)}`);

scene(
  'an info slip is printed once, when its printer can, behind the receipts, and without a record',
  async (stage) => {
    const { printing, ledger } = stage.box.parts;
    const [printer, before] = [stage.station.printer, ledger.end.sequence];
    assert.equal(printing.printInfo(slip('One'), 'bar'), { ok: false, error: { kind: 'unknown' } });
    assert.ok(printing.printInfo(slip('Two')).ok, 'for the printer of new receipts');
    await stage.until('it is printed', () => ended(stage).length === 1);
    assert.equal(firstRows(stage), ['Two']);
    assert.ok(ledger.end.sequence <= before + 1, 'what the probe has found, and nothing else');

    printer.paper('out');
    assert.ok(printing.printInfo(slip('Three'), 'KASA').ok, 'by its name, in any case');
    await stage.seen('blocked paper');
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'blocked paper');
    printer.paper('ok');
    await stage.until('both are printed', () => ended(stage).length === 2);
    await stage.become(uuid, 'printed');
    const [, receipt, last] = firstRows(stage);
    assert.match(foldHomoglyphs(receipt ?? ''), new RegExp(foldHomoglyphs('ПРОБНИ РАЧУН')));
    assert.is(last, 'Three');

    printer.power(false);
    assert.ok(printing.printInfo(slip('Four')).ok);
    await stage.pass(605_000);
    printer.power(true);
    const next = await stage.sold();
    await stage.become(next.uuid, 'printed');
    assert.equal(ended(stage), ['printed null', 'printed null', 'cancelled age']);
    assert.is(firstRows(stage).length, 4, 'one that was given up is not printed');
  },
  { speed: 400, tears: true },
);
