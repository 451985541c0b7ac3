import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { processorChange } from '../../../../src/interfaces/web/client/screens/settings/draft.js';

const LPFR = { mode: 'lpfr', url: 'http://192.168.1.20:7555' };

test('the demo forgets the address of a processor, and leaves its queue standing', () => {
  assert.equal(processorChange(LPFR, { mode: 'demo' }, 2), { forgets: LPFR.url, standing: 2 });
  assert.equal(processorChange(LPFR, { mode: 'lpfr' }, 2), { forgets: undefined, standing: 0 });
  assert.equal(processorChange(LPFR, { mode: 'vpfr' }, 2), { forgets: undefined, standing: 0 });
  assert.equal(processorChange({ mode: 'demo' }, { mode: 'demo' }, 2), { forgets: undefined, standing: 0 });
});

test.run();
