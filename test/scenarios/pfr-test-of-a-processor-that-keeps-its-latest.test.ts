import * as assert from 'uvu/assert';
import { doctorSays, learned, testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene(
  'a processor is tried by a Training sale and its refund, and the box remembers it over a restart',
  async (stage) => {
    assert.is(
      await doctorSays(stage),
      'warning: The processor has never been tested. Before the first buyer, test the processor under Settings, page “Processor and environment” (in a terminal: kasirbox pfr test).',
    );

    const { report, remarks, said } = await testProcessor(stage);

    assert.ok(report.passed);
    assert.equal(remarks, []);
    assert.match(said('look-up'), /^Only the latest receipt is found/);
    assert.equal(report.receipts, ['FAKE7PFR-FAKE7PFR-1', 'FAKE7PFR-FAKE7PFR-2']);
    assert.equal(await stage.numbers(), report.receipts.toReversed());
    const [refund, sale] = await stage.box.parts.ledger.invoices({ environment: 'sandbox', skip: 0, limit: 2 });
    assert.equal(
      [sale, refund].map((receipt) => [
        receipt?.draft.invoiceType,
        receipt?.draft.transactionType,
        receipt?.draft.cashier,
      ]),
      [
        ['Training', 'Sale', 'Провера'],
        ['Training', 'Refund', 'Провера'],
      ],
    );
    assert.is(refund?.draft.referentNumber, sale?.signature.invoiceNumber);
    // The box looks after its processor meanwhile too.
    const { asked } = stage;
    assert.equal(
      asked.filter((call) => call !== 'status'),
      ['invoice', 'invoice', 'find', 'find', 'find'],
    );
    assert.equal([asked[asked.indexOf('invoice') - 1], asked.at(-1)], ['status', 'status']);
    const { at: _, signingTime, ...profile } = report.profile ?? {};
    assert.type(signingTime, 'number');
    assert.equal(profile, {
      ...{ mode: 'lpfr', uid: 'FAKE7PFR', keepsAnswers: 'latest', unknownId: 'absent', quirks: [] },
      versions: {
        ...{ make: 'kasirbox', model: 'fake L-PFR', softwareVersion: '1.0.0' },
        ...{ hardwareVersion: '1.0', protocolVersion: '1.0.0.0', secureElementVersion: '3.2.5' },
      },
    });

    await stage.restart();
    assert.equal(learned(stage), report.profile);
    assert.match(
      await doctorSays(stage),
      /^ok: The processor was tested on [\d :-]{19}: it stores a lost response only until the next receipt\.$/,
    );
    assert.is((await stage.sold()).pfr.invoiceNumber, 'FAKE7PFR-FAKE7PFR-3');
  },
);
