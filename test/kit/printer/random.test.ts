import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { seededRandom } from '../random.js';
import { FakePrinter } from './core.js';
import { MODELS } from './options.js';
import { band } from './samples.js';

const ESC = 0x1b;
const GS = 0x1d;
const CUT = [GS, 0x56, 0x41, 0];

const random = seededRandom();

test('what comes out does not depend on how the bytes were cut, on the buffer, or on stops for paper', () => {
  for (let round = 0; round < 200; round += 1) {
    const parts = Array.from({ length: random.int(1, 8) }, () =>
      random.pick([band(random.int(1, 30)), Buffer.from('line\n'), Buffer.from(CUT), Buffer.from([ESC, 0x61, 1])]),
    );
    const bytes = Buffer.concat(parts);
    const whole = new FakePrinter();
    whole.take(bytes);
    const other = new FakePrinter({ bufferBytes: random.int(45, 100) });
    for (let stops = random.int(0, 3); stops > 0; stops -= 1) {
      other.at('processed', random.int(0, bytes.length - 1), (printer) => printer.paper('out'));
    }
    let sent = 0;
    while (sent < bytes.length) {
      const taken = other.take(bytes.subarray(sent, sent + random.int(1, 60)));
      if (taken === 0) other.paper('ok');
      sent += taken;
    }
    while (other.printed < bytes.length) other.paper('ok');
    assert.equal(other.pieces, whole.pieces);
    assert.equal(other.errors, []);
  }
});

test('random bytes and random handling never bring it down, and it keeps within its bounds', () => {
  for (let round = 0; round < 300; round += 1) {
    const model = random.pick(Object.values(MODELS));
    const bufferBytes = random.int(45, 500);
    const printer = new FakePrinter({ ...model, bufferBytes, printsUnknownGsH: random.oneIn(2) });
    for (let step = 0; step < 20; step += 1) {
      const bytes = random.bytes(random.int(0, 300));
      if (random.oneIn(2)) bytes[0] = random.pick([0x10, ESC, 0x1c, GS]);
      const taken = printer.take(bytes);
      assert.ok(taken <= bytes.length);
      random.pick([
        () => printer.power(random.oneIn(2)),
        () => printer.paper(random.pick(['ok', 'near end', 'out'])),
        () => printer.cover(random.pick(['open', 'closed'])),
        () => printer.cutterJam(random.oneIn(2)),
        () => printer.offline(random.oneIn(2)),
        () => printer.feedButton(),
      ])();
      assert.ok(printer.printed <= printer.received);
      assert.ok(printer.isIdle);
    }
    for (const mark of printer.pieces.flatMap(({ marks }) => marks)) {
      const width = mark.kind === 'text' ? Array.from(mark.text).length * 9 : mark.width;
      assert.ok(mark.x >= 0 && mark.x + width <= model.dots);
    }
  }
});

test.run();
