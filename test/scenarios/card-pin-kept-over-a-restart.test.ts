import { existsSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { cardScene } from './cardDesk.js';

cardScene(
  'a PIN that the owner wants kept sells after a restart without a person, and is forgotten when he does not',
  async (stage, desk) => {
    await stage.sold();
    await desk.keepPin();

    for (let morning = 0; morning < 3; morning += 1) {
      assert.is((await desk.restart())[0], 'accepted');
      await stage.sold({ cashier: `Мира ${morning}` });
      assert.ok(existsSync(desk.pinFile), 'for the next morning');
    }

    await stage.admin('settings.set', { name: 'cardPin', value: 'ask' });
    await stage.until('the file is gone', () => !existsSync(desk.pinFile));
    assert.equal(await desk.restart(), ['needed', 0]);
    assert.match(await stage.refused(), /Картица чека ПИН/);
    assert.equal(
      stage.box.log.flatMap(({ event, step }) => (event === 'card.kept_pin' ? [step] : [])),
      ['kept', ...Array.from({ length: 3 }, () => ['taken', 'kept']).flat(), 'forgotten'],
    );
  },
);
