import * as assert from 'uvu/assert';
import { cardScene } from './cardDesk.js';

cardScene(
  'without its card a V-PFR is not asked at all; with the card back and its PIN entered it is',
  async (stage, desk) => {
    await stage.sold({}, 'prodaja-1');
    desk.way.reader.remove();
    await desk.shows('no card');
    const before = stage.asked.length;

    assert.match(await stage.refused({}, 'prodaja-2'), 'У читачу нема картице. Ставите картицу у читач');
    assert.is(stage.box.parts.processors.active.status().findings[0]?.code, '1300');
    assert.is(stage.asked.length, before);
    assert.is(stage.unsettled.length, 0);

    await desk.insert();
    await desk.shows('ready');
    assert.match(await stage.refused({}, 'prodaja-2'), 'Картица чека ПИН.');
    assert.is(await desk.enterPin('9999'), 'wrong');
    assert.match(await stage.refused({}, 'prodaja-2'), 'Преостало покушаја: 4.');
    assert.is(await desk.enterPin(), 'accepted');
    await stage.sold({}, 'prodaja-2');
    desk.card.pki.pin.given.splice(desk.card.pki.pin.given.indexOf('39393939'), 1);
    assert.is(stage.signed.length, 2);

    desk.way.unplug();
    await desk.shows('no reader');
    assert.match(await stage.refused({}, 'prodaja-3'), 'Читач картице није прикључен.');
  },
);
