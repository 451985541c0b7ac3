import { cpSync, existsSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { TestBox } from '../kit/box.js';
import { ChipWay } from '../kit/card/chipBackend.js';
import { newFolder } from '../kit/folder.js';
import { cardScene } from './cardDesk.js';

const VERIFY = 0x20;

cardScene(
  'a box that is killed while it tries the PIN that it has kept asks a person for it after that',
  async (stage, desk) => {
    await desk.keepPin();
    const { given } = desk.card.pki.pin;
    const left = newFolder();
    desk.card.watch = (command) => {
      if (command?.ins !== VERIFY || existsSync(left)) return;
      // What a process that is killed at this moment leaves.
      cpSync(stage.box.folder, left, { recursive: true, filter: (path) => !path.endsWith('.sock') });
    };
    assert.equal([(await desk.restart())[0], existsSync(left)], ['accepted', true]);
    desk.card.watch = undefined;
    await stage.box.stop();
    const before = given.length;

    const way = new ChipWay();
    way.plug().chip = desk.card;
    await TestBox.during(
      async ({ parts: { cards, settings } }) => {
        const state = await cards.settled();
        assert.is(settings.now.cardPin, 'keep');
        assert.ok(state.kind === 'ready' && state.pin === 'needed' && !state.isKept);
        assert.is(given.length, before, 'nobody has entered it');
        assert.equal(await cards.enterPin({ pin: '1234' }), { kind: 'accepted' });
      },
      { folder: left, readers: { usb: way } },
    );
    await desk.restart();
  },
);
