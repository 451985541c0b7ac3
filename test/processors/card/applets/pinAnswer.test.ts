import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { elementPin, isPin, pkiPin } from '../../../../src/processors/card/applets/pinAnswer.js';

test('a PIN has four digits; the secure element takes their values, the other applet their characters', () => {
  assert.is(isPin('0279'), true);
  for (const text of ['', '027', '02790', '027x', 'x0279', '0279 ', '-279', '\u0660279'])
    assert.is(isPin(text), false, text);
  assert.equal(elementPin('0279'), Buffer.from([0, 2, 7, 9]));
  assert.equal(pkiPin('0279'), Buffer.from([0x30, 0x32, 0x37, 0x39]));
});

test.run();
