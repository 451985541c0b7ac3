import * as assert from 'uvu/assert';
import { CardDesk } from './cardDesk.js';
import { scene, type Stage } from './stage.js';

const desk = new CardDesk();

/** What the doctor says of the card in the reader of the box. */
async function saidOfCard(stage: Stage): Promise<string[]> {
  const checks = await stage.admin('doctor', {});
  return checks.flatMap(({ name, state, found }) => (name === 'card' ? [`${state}: ${found.sr} ${found.en}`] : []));
}

scene(
  'beside an L-PFR that holds its own card it is said which card is where, also when it was one and the same',
  async (stage) => {
    await desk.begin(stage);
    await stage.sold();

    assert.equal(await saidOfCard(stage), [
      'ok: Картица FAKE7PFR је у читачу овог уређаја, а Л-ПФР је последњи пут потписивао њом. ' +
        'The card FAKE7PFR is in the reader of this box; the L-PFR last signed with it.',
    ]);

    stage.pfr.pfr.change('card-out');
    stage.pfr.pfr.change({ card: 'OTHER777' });
    assert.is(await stage.enterPin('1234'), '');
    await stage.sold({ cashier: 'Мира' });

    assert.equal(await saidOfCard(stage), [
      'ok: Картица FAKE7PFR је у читачу овог уређаја; Л-ПФР потписује картицом OTHER777 у свом читачу. ' +
        'The card FAKE7PFR is in the reader of this box; the L-PFR signs with the card OTHER777 in its own reader.',
    ]);
    assert.is(desk.signatures, 0);
  },
  { readers: { usb: desk.way } },
);
