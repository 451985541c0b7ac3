import * as assert from 'uvu/assert';
import { credentialsWith, ODD_KEYS } from '../kit/card/oddKeys.js';
import { cardScene } from './cardDesk.js';

cardScene(
  'a card whose key for TLS cannot sign is refused in words that say so, and nothing is asked of it',
  async (stage, desk) => {
    assert.match(await stage.refused(), /Кључ картице за В-ПФР не може да се прочита.*са датотеком сертификата/);
    assert.equal([stage.asked, stage.unsettled.length, desk.signatures], [[], 0, 0]);
    assert.is(desk.card.pki.pin.given.length, 0, 'no try is spent on it');
    const checks = await stage.admin('doctor', {});
    assert.ok(checks.some(({ name, state, found }) => name === 'card' && state === 'failure' && /key/.test(found.en)));
  },
  { pki: credentialsWith(ODD_KEYS['on an elliptic curve'] ?? []), entered: 'no key' },
);
