import * as assert from 'uvu/assert';
import { scene } from './stage.js';

/** Initializes a printer, opens the drawer, rings, clears a terminal, turns text around, ends a header of a mail. */
const WILD = '\u001b@\u001bp\u0000\u0019\u0007\u009b2J\u202e\u2066\ud800\rX-Spam: no\u2028';
const UNPRINTABLE = /(?!\r?\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u;

scene(
  'control characters in a journal leave by no way: neither to callers nor into ledger, mail or paper',
  async (stage) => {
    const journal = `=== ФИСКАЛНИ${WILD} РАЧУН ===\r\nКафа\r\n=== КРАЈ${WILD} ===\r\n`;
    stage.pfr.faults.add({ fault: 'alter', fields: { journal, businessName: `Пекара${WILD}`, messages: WILD } });

    const sold = await stage.sold();

    const shown = sold.journal;
    assert.match(shown, /^=== ФИСКАЛНИ@p2J\r\nX-Spam: no\r\n РАЧУН ===\r\nКафа\r\n/);
    assert.not.match(shown, UNPRINTABLE);
    const { text } = await stage.client.get(`/invoices/${sold.uuid}/journal`);
    assert.is(text, shown);
    const [recorded] = await stage.box.parts.ledger.invoices({ environment: 'sandbox', skip: 0, limit: 1 });
    for (const kept of [recorded?.signature.journal, recorded?.signature.company.name]) {
      assert.not.match(kept ?? '', UNPRINTABLE);
    }
    assert.not.match(JSON.stringify(recorded?.signature.extra), /\\u/);
    assert.ok(stage.logged('pfr.quirk').some(({ quirk }) => quirk === 'controls'));
    assert.not(stage.asked.includes('find'), 'nothing was lost');
  },
);
