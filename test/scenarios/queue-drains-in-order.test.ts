import * as assert from 'uvu/assert';
import { allowQueue, drained, entry, queued, waiting, WAITS } from './queueing.js';
import { line } from '../sales/invoicing/bodies.js';
import { scene } from './stage.js';

const KEYS = ['prodaja-1', 'prodaja-2', 'prodaja-3'];
const sale = (index: number) => ({ items: [line({ quantity: index + 1 })] });

scene('what was asked for while the processor was off is issued in its order when it is back', async (stage) => {
  await allowQueue(stage);
  await stage.pfr.stop();

  const answers = [];
  for (const [index, key] of KEYS.entries()) answers.push(await queued(stage, key, sale(index)));
  assert.equal(
    answers.map(({ clientRequestId, position }) => [clientRequestId, position]),
    KEYS.map((key, index) => [key, index + 1]),
  );
  assert.equal(Object.keys(answers[0] ?? {}), ['queued', 'clientRequestId', 'position', 'queuedAt']);
  assert.equal(await queued(stage, 'prodaja-2', sale(1)), answers[1], 'a repeat is told where it stands');
  const listed = await waiting(stage);
  assert.equal(
    listed.map((each) => ({ ...each, queuedAt: '' })),
    KEYS.map((clientRequestId, index) => ({
      ...{ clientRequestId, number: index + 1, state: 'queued', position: index + 1, queuedAt: '' },
      ...{ uuid: null, reason: null, total: 150 * (index + 1) },
    })),
  );
  assert.equal(
    listed.map(({ queuedAt }) => queuedAt),
    answers.map(({ queuedAt }) => queuedAt),
  );
  assert.equal(await entry(stage, 'prodaja-3'), listed[2]);
  assert.is(stage.signed.length, 1, 'only the sale of before');

  await stage.pfr.up();
  await drained(stage);
  assert.equal(await waiting(stage), []);
  for (const [index, key] of KEYS.entries()) {
    const invoice = await stage.replayed({ ...WAITS, ...sale(index) }, key);
    assert.is(invoice.pfr.invoiceCounter, `${index + 2}/${index + 2}ПП`);
    assert.is(invoice.total, 150 * (index + 1));
    assert.equal(await entry(stage, key), {
      ...listed[index],
      ...{ state: 'issued', position: null, uuid: invoice.uuid },
    });
  }
  assert.is(stage.signed.length, 4);
});
