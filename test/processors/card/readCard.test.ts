import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readCard } from '../../../src/processors/card/readCard.js';
import { cardFindings } from '../../../src/processors/card/cardFindings.js';
import { newCard } from '../../kit/card/cards.js';
import { ChipReader } from '../../kit/card/chipReader.js';
import { credentialsWith, ODD_KEYS } from '../../kit/card/oddKeys.js';
import { must } from '../../kit/card/must.js';

for (const [name, options] of Object.entries(ODD_KEYS)) {
  test(`a card whose key for TLS is ${name} is read, and that key is of no use`, async () => {
    const reader = new ChipReader();
    reader.insert(await newCard({ pki: credentialsWith(options) }));
    const read = await readCard(must(await reader.connect()));
    assert.ok(read.ok);
    const card = read.value;
    assert.is(card.identity.jid, 'CARD0001');
    assert.equal(card.client, { ok: false, error: { kind: 'malformed', what: 'an RSA key of 2048 bits' } });
    const [found] = cardFindings(
      { kind: 'ready', card, pin: 'accepted', isKept: false },
      { now: null, rules: { knownCards: [], companyTin: null, environment: 'sandbox' }, isKeyUsed: true },
    );
    assert.match(found?.found.sr ?? '', /Кључ картице за В-ПФР/);
    assert.match(found?.action.sr ?? '', /В-ПФР може да ради и са датотеком сертификата/);
  });
}

test.run();
