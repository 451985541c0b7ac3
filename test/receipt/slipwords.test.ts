import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { centre } from '../../src/base/text.js';
import { REPEAT, TORN } from '../../src/receipt/slipwords.js';

test('what stands below a heading, which is centred on the paper, stands in the middle too', () => {
  for (const parts of [REPEAT, TORN]) {
    assert.equal(
      parts.map(({ kind }) => kind),
      ['large', 'text'],
    );
    const lines = parts.flatMap((part) => (part.kind === 'text' ? part.lines : []));
    assert.equal(
      lines,
      lines.map((line) => centre(line.trim())),
    );
  }
});

test.run();
