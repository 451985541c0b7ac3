import * as assert from 'uvu/assert';
import { collapseBlanks, hasPiledUpMarks } from '../../../src/base/unicode.js';
import { validateItemChange } from '../../../src/shop/catalogue/validate.js';
import { buildDraft } from '../../../src/sales/invoicing/draft/draft.js';
import { validateShape } from '../../../src/sales/invoicing/draft/validate.js';
import { imitationIn } from '../../../src/paper/journal/printedJournal.js';
import { itemRows } from '../../../src/paper/journal/journalRows.js';
import { cellRows } from '../../../src/paper/printing/escpos/drawing.js';
import type { Draft } from '../../../src/contract/index.js';
import { TAX_LABELS } from '../../shop/catalogue/items.js';
import type { Target } from '../target.js';

const NAMES = [
  'Кафа',
  'Čokolada  85 %',
  `a${'\u0301\u0316'.repeat(8)}`,
  'ОВОНИЈЕФИСКАЛНИРАЧУН',
  `x${' \u00a0\u3000\u2800\u3164\u034f'.repeat(20)}======== ОВО НИЈЕ ФИСКАЛНИ РАЧУН =======`,
  '\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069',
  '❤️ 1️⃣ 👩‍🍳 Ủy ban अपना สวัสดี',
  '\u200b\u200c\u200d\u2060\ufeff\u00ad\ufff0\u{e0001}\u{e0100}',
];

/** What a run of characters that draw nothing must not be part of, so that no text makes a row of its own by blanks. */
const RUN = /[\p{Z}\s\u2800\u3164\uffa0\u115f\u1160]{2}/u;

function draftOf(body: object): { readonly ok: false } | { readonly ok: true; readonly value: Draft } {
  const request = validateShape(body);
  return request.ok ? buildDraft(request.value, { taxLabels: TAX_LABELS, simplifiedCash: false, now: 0 }) : request;
}

/** Names of items in any characters: an accepted one is one row, and cannot pass for the processor's text. */
export const names: Target = {
  name: 'names',
  share: 200,
  async open() {
    return {
      corpus: NAMES.map((name) => Buffer.from(name)),
      read(input) {
        const name = input.toString();
        const collapsed = collapseBlanks(name);
        assert.is(collapseBlanks(collapsed), collapsed);
        const item = validateItemChange({ name }, TAX_LABELS);
        const line = { name, quantity: 1, unitPrice: 1, label: 'Ђ' };
        // What the catalogue refuses, cannot be sold without it either.
        if (!item.ok) assert.not.ok(draftOf({ items: [line] }).ok);
        const draft = draftOf({ items: [line], cashier: name.slice(0, 50), adText: name });
        if (!draft.ok) return;
        const [sold] = draft.value.lines;
        if (sold === undefined || !item.ok) throw new Error('the line is missing');
        assert.is(sold.name, item.value.name);
        assert.not.match(sold.name, RUN);
        assert.not.ok(hasPiledUpMarks(sold.name));
        assert.is(imitationIn(draft.value), undefined);
        const paper = cellRows(itemRows(sold, 'Sale')).join('\n');
        assert.not.match(paper, /ОВО НИЈЕ ФИСКАЛНИ РАЧУН/);
      },
    };
  },
};
