import * as assert from 'uvu/assert';
import { read } from '../../../kit/client.js';
import { withProcessor } from './processor.js';
import { scene } from './stage.js';

scene('a receipt that is found after its caller has gone is printed with the print option of the caller', (stage) =>
  withProcessor(stage, async (pfr) => {
    const kuhinja = await stage.newStation('kuhinja', {}, { autoPrint: false });
    await stage.use(stage.station, kuhinja);
    for (const [index, print] of [false, 'kuhinja', null].entries()) {
      pfr.faults.add({ fault: 'drop', signs: true }, { fault: 'drop', signs: false, on: 'find', standing: true });
      assert.is((await stage.sell({ print }, `prodaja-${index}`)).status, 409);
      assert.equal(stage.box.parts.printing.jobs().length, Math.max(0, index - 1), 'nothing is printed on suspicion');
      pfr.faults.clear();
      await stage.until(
        'it is found',
        () => stage.box.parts.invoicing.reconciliation.unresolved('sandbox').length === 0,
      );
    }
    const found = read('InvoiceList', 200, await stage.client.get('/invoices')).invoices.toReversed();
    const [none, named, usual] = found.map(({ uuid }) => uuid);
    await stage.become(named ?? '', 'printed');
    await stage.become(usual ?? '', 'printed');

    assert.equal(await stage.jobsOf(none ?? ''), []);
    assert.equal(await stage.papers(kuhinja), ['2']);
    assert.equal(await stage.papers(), ['3']);
  }),
);
