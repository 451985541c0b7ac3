import * as assert from 'uvu/assert';
import { SALE } from '../../kit/process.js';
import type { Trick } from '../kit/trick.js';

/** ESC p opens a cash drawer, ESC ] names a window, U+202E turns what follows round. */
const CHARACTERS = [
  '\u001bp\u0000',
  '\u001b]0;x\u0007',
  '\u009b2J',
  '\u202e',
  '\u2066',
  '\u200b',
  '\u0000',
  '\ud800',
  '\u2028',
];

export const trick: Trick = {
  name: 'a text that gives orders to a printer, a terminal or the eye',
  async run(box, key) {
    for (const character of CHARACTERS) {
      for (const change of [{ items: [{ ...SALE.items[0], name: `a${character}b` }] }, { cashier: `a${character}b` }]) {
        const { status, text } = await box.send('POST', '/invoices', key, { ...SALE, ...change });
        if (status === 422) continue;
        assert.is(status, 201, text);
        const { journal } = JSON.parse(text) as { journal: string };
        assert.not.ok(journal.includes(character), JSON.stringify(character));
      }
    }
  },
};
