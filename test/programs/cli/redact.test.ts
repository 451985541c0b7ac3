import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { redact } from '../../../src/programs/cli/files/supportEntries.js';

test('secrets of messages to the owner, and secrets in quoted JSON, are removed', () => {
  for (const [text, left] of [
    ['POST https://api.telegram.org/bot8412:AAt_7-x/sendMessage', 'POST https://api.telegram.org/(hidden)/sendMessage'],
    ['by whsec_dGFq+b/mljYSB6YQ==;', 'by (hidden);'],
    [String.raw`{"body":"{\"password\":\"tajna\",\"a\":1}"}`, String.raw`{"body":"{\"password\":(hidden)\",\"a\":1}"}`],
    ['robot8 has 3 papers, pin: none', 'robot8 has 3 papers, pin: none'],
  ] as const) {
    assert.is(redact(text), left);
  }
});

test.run();
