import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { MIGRATIONS } from '../../../../src/programs/fleet/postgres/migrations/all.js';
import { ChainBox } from '../../../kit/fleet/box.js';
import { type FleetScene, withServers } from '../../../kit/fleet/scene.js';

const onServers = withServers(test);
const NUMBER = MIGRATIONS.findIndex(({ name }) => name === 'taxes per unit') + 1;

function taxes(scene: FleetScene): Promise<object[]> {
  return scene.rows(
    'SELECT sequence::int, label, rate::float, per_unit FROM kasirbox.receipt_tax ORDER BY sequence, position',
  );
}

onServers('a tax per unit is stored as such, and not as a percentage', async (scene) => {
  const box = ChainBox.numbered(1);
  await scene.publisher.records(box, [box.sell({ total: 12_000, bagTax: 2.5 })]);
  await scene.takeIn();
  const [vat, bags] = [
    { label: 'Ђ', rate: 20, per_unit: false },
    { label: 'К', rate: 2.5, per_unit: true },
  ];
  const first = [
    { sequence: 1, ...vat },
    { sequence: 1, ...bags },
  ];
  assert.equal(await taxes(scene), first);

  // As the release before had left the tables: the partitions of the months take the column from the migration, too.
  await scene.rows('ALTER TABLE kasirbox.receipt_tax DROP COLUMN per_unit');
  await scene.rows(`DELETE FROM kasirbox.migration WHERE number >= ${NUMBER}`);
  await scene.publisher.records(box, [box.sell({ total: 12_000, bagTax: 2.5 })]);
  await scene.takeIn();
  assert.equal(await taxes(scene), [
    ...first.map((row) => ({ ...row, per_unit: null })),
    { sequence: 2, ...vat },
    { sequence: 2, ...bags },
  ]);
});

test.run();
