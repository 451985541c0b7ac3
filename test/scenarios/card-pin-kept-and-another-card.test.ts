import { existsSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { knownCard, newCard } from '../kit/card/cards.js';
import { DEFAULTS } from '../kit/pfr/options.js';
import { cardScene } from './cardDesk.js';

cardScene(
  'a PIN that is kept is given to no other card of the shop, and not to this one once a try is lost',
  async (stage, desk) => {
    await desk.keepPin();
    const holder = { uid: 'CARD0002', environment: 'sandbox', tin: DEFAULTS.company.tin } as const;
    const other = await newCard({}, holder);
    await stage.box.set('cards', [...stage.box.parts.settings.now.cards, knownCard(holder)]);
    assert.equal(await desk.restart(other), ['needed', 0]);
    assert.ok(existsSync(desk.pinFile));

    desk.card.pki.pin.left = 4;
    assert.equal(await desk.restart(), ['needed', 0]);

    desk.card.pki.pin.left = 5;
    assert.is((await desk.restart())[0], 'accepted');
    await stage.sold();
  },
);
