import * as assert from 'uvu/assert';
import { scene } from './stage.js';

const PIN = '7391';

scene(
  'a PIN that is sent back by whatever stands at the address is shown nowhere',
  async (stage) => {
    const shown: string[] = [];
    for (const body of [PIN, `"${PIN}"`, `["${PIN}"]`, `{"gsc":["${PIN}"]}`, `{"message":"PIN ${PIN}"}`]) {
      for (const status of [200, 400]) {
        stage.pfr.faults.add({ fault: 'answer', on: 'pin', signs: false, status, body });
        shown.push(await stage.enterPin(PIN));
      }
    }

    assert.is(stage.asked.filter((call) => call === 'pin').length, shown.length);
    assert.equal(shown.includes(''), false, 'none of them is taken for a yes');
    const { pfr, problems } = await stage.status();
    const lines = stage.box.lines.filter((line) => line.includes('"pfr.'));
    shown.push(JSON.stringify([pfr, problems]), ...(await stage.complaints()), ...lines);
    assert.equal(
      shown.filter((text) => text.includes(PIN)),
      [],
    );
  },
  { isOpen: false },
);
