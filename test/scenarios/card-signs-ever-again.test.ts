import * as assert from 'uvu/assert';
import { cardScene } from './cardDesk.js';

cardScene(
  'a server that resumes no sessions has the card sign for each receipt, and the doctor warns of it',
  async (stage, desk) => {
    for (let number = 0; number < 21; number += 1) await stage.sold({ cashier: `Мира ${number}` });

    const checks = await stage.admin('doctor', {});
    const [found] = checks.filter(({ name }) => name === 'card');
    assert.is(found?.state, 'warning');
    const [, often] = /последњих сат времена (\d+) пута потписала/.exec(found?.found.sr ?? '') ?? [];
    // Each receipt asked for one, and what the box asks beside them for some.
    assert.ok(Number(often) > 20 && Number(often) <= desk.signatures, often);
  },
  { pfr: { kind: 'vpfr', tls: { resumes: false } } },
);
