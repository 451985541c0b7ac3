import { test } from 'uvu';
import * as assert from 'uvu/assert';
import {
  describeFault,
  LOSS_TEXTS,
  lost,
  malformed,
  foreign,
  refused,
} from '../../../../src/processors/card/applets/fault.js';
import { CARD_LOSSES } from '../losses.js';

test('a fault is told in both languages, with the number of its status word, which the documents of the applet explain', () => {
  for (const [{ error }, en, sr] of [
    [
      refused('element', 0x6305),
      'refused: the amount limit is reached: an audit is needed before the next signature (6305)',
      'картица одбија (6305)',
    ],
    [refused('pki', 0x00ab), 'refused: unknown status word 00AB (00AB)', 'картица одбија (00AB)'],
    [foreign('element', 0x6a82), 'foreign: not found (6A82)', 'страна картица (6A82)'],
    [malformed('an invoice'), 'malformed: an invoice', 'неправилан одговор картице'],
  ] as const)
    assert.equal(describeFault(error), { sr, en });
});

test('each way to lose a card is told by its code in English, and in Serbian by words of its own', () => {
  for (const loss of CARD_LOSSES)
    assert.equal(describeFault(lost(loss).error), { sr: LOSS_TEXTS[loss], en: `lost: ${loss}` });
  const words = Object.values(LOSS_TEXTS);
  assert.is(new Set(words).size, CARD_LOSSES.length);
  for (const sr of words) assert.match(sr, /^[\u0400-\u04ff ]+(?: pcscd|APDU)?$/);
});

test.run();
