import * as assert from 'uvu/assert';
import { scene } from './stage.js';

scene(
  'one of two equal lost orders was signed: nobody guesses which; when a person has entered it, the other is free',
  async (stage) => {
    await stage.sellsOn();
    stage.pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false });
    await stage.refused({}, 'prodaja-1');
    await stage.refused({}, 'prodaja-2');

    await stage.sellsOn();
    const states = (): string => stage.unsettled.map(({ state }) => state).join();
    await stage.until('both are in doubt', () => states() === 'doubt,doubt');
    await stage.sellsOn();

    const [, lost] = stage.signed;
    await stage.findOnPortal(lost);
    await stage.settled();
    assert.is((await stage.replayed({}, 'prodaja-1')).pfr.invoiceNumber, lost);
    await stage.sold({}, 'prodaja-2');
  },
  { pfr: { kind: 'vpfr', kept: 0 } },
);
