import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { chargedTo } from '../../../src/base/disk.js';
import { TestBox } from '../../kit/box.js';

/** More changes than the ledger leaves to the next start to read: it saves its views when it closes. */
const CHANGES = 1001;

test('the flash that the ledger writes while it closes is charged before the usage of the day is noted', () =>
  TestBox.during(async (box) => {
    const before = box.parts;
    const { id } = await box.newKey();
    await chargedTo(before.dailyQuota.account(id), () =>
      Promise.all(
        Array.from({ length: CHANGES }, (_, n) =>
          before.ledger.put({ type: 'setting', name: 'companyName', value: JSON.stringify(`Radnja ${n}`) }),
        ),
      ),
    );
    await box.restart();
    const written = ({ parts }: TestBox): number | undefined =>
      parts.dailyQuota.today().find(({ key }) => key === id)?.written;
    assert.is(written(box), before.dailyQuota.today().find(({ key }) => key === id)?.written);
  }));

test.run();
