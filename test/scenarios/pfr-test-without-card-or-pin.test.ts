import * as assert from 'uvu/assert';
import { testProcessor } from './processorTesting.js';
import { scene } from './stage.js';

scene(
  'without its card or its PIN a processor is not asked to sign, and the test says which of them is missing',
  async (stage) => {
    stage.pfr.pfr.change('card-out');
    const withoutCard = await testProcessor(stage);
    stage.pfr.pfr.change('card-in');
    const withoutPin = await testProcessor(stage);

    assert.match(withoutCard.said('signing'), /\(card\) is not in the reader.*\(1300\).*Insert the card/);
    assert.match(withoutPin.said('signing'), /The PIN of the card is needed\. \(1500\).*kasirbox pfr pin/);
    for (const { report, remarks } of [withoutCard, withoutPin]) {
      assert.equal([report.passed, remarks], [false, ['signing: fails']]);
    }
    assert.not.ok(stage.asked.includes('invoice'));

    stage.pfr.pfr.card.isOpen = true;
    assert.ok((await testProcessor(stage)).report.passed);
  },
);
