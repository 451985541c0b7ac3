import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { centreText } from '../../../src/base/text.js';
import { REPEAT, SANDBOX, TORN_SLIP_ENDING } from '../../../src/paper/slips/slip.js';

test('what stands below a heading, which is centred on the paper, stands in the middle too', () => {
  for (const parts of [REPEAT, SANDBOX, TORN_SLIP_ENDING]) {
    assert.equal(
      parts.map(({ kind }) => kind),
      ['large', 'text'],
    );
    const lines = parts.flatMap((part) => (part.kind === 'text' ? part.rows : []));
    assert.equal(
      lines,
      lines.map((line) => centreText(line.trim())),
    );
  }
});

test.run();
