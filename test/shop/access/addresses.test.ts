import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { Addresses, plainAddress } from '../../../src/shop/access/addresses.js';
import { DAY_MS, NOON } from '../../kit/ledger.js';
import { Random } from '../../kit/random.js';

const MONTH_MS = 30 * DAY_MS;

/** An IPv6 address of eight groups, in full or with some of its zeros left out. */
function spelled(groups: readonly string[], random: Random): string {
  const zeros = [...groups.keys()].filter((at) => groups[at] === '0');
  if (zeros.length === 0 || random.oneIn(2)) return groups.join(':');
  const from = random.pick(zeros);
  let to = from + 1;
  while (groups[to] === '0') to += 1;
  return `${groups.slice(0, from).join(':')}::${groups.slice(to).join(':')}`;
}

test('two IPv6 addresses are of one device when their first four groups are the same, however they are written', () => {
  const random = new Random(1);
  for (let round = 0; round < 2000; round += 1) {
    const [one, other] = [0, 1].map(() => Array.from({ length: 8 }, () => random.pick(['0', '0', '1', '11'])));
    const network = (groups: readonly string[] = []): string => groups.slice(0, 4).join(':');
    const seen = new Addresses();
    const [first, second] = [spelled(one ?? [], random), spelled(other ?? [], random)];
    seen.note(first, NOON);
    assert.is(seen.note(second, NOON), network(one) !== network(other), `${first} and ${second}`);
  }
});

test('only an address of the link is a device of its own, and only an address mapped as a whole is one of IPv4', () => {
  for (const [one, other, isOther] of [
    ['fe80::1', 'fe80::2', true],
    ['FEBF::1', 'febf::2', true],
    ['fec0::1', 'fec0::2', false],
    ['2001:db8:fe80:1::1', '2001:db8:fe80:1::2', false],
    ['10.0.0.1', '10.0.0.2', true],
  ] as const) {
    const seen = new Addresses();
    seen.note(one, NOON);
    assert.is(seen.note(other, NOON), isOther, `${one} and ${other}`);
  }
  assert.equal(['::FFFF:10.0.0.1', '1::ffff:10.0.0.1', '::ffff:1:2', 'fe80::1%eth0'].map(plainAddress), [
    '10.0.0.1',
    '1::ffff:10.0.0.1',
    '::ffff:1:2',
    'fe80::1',
  ]);
});

test('an address is known for thirty days after its last use, then it is new and there is one of it', () => {
  const other = { address: '10.0.0.2', firstAt: NOON, lastAt: NOON + DAY_MS };
  for (const recorded of [[], [other]]) {
    const seen = new Addresses([{ address: '10.0.0.1', firstAt: NOON, lastAt: NOON }, ...recorded]);
    const last = NOON + MONTH_MS - 1;
    assert.is(seen.lately(last).length, 1 + recorded.length);
    assert.is(seen.lately(last + 1).length, recorded.length);
    assert.is(seen.note('10.0.0.1', last), false);
    assert.equal(seen.lately(last)[0], { address: '10.0.0.1', firstAt: NOON, lastAt: last });
    const again = last + MONTH_MS;
    assert.is(seen.note('10.0.0.1', again), true);
    assert.is(seen.note('10.0.0.1', again + 1), false);
    assert.equal(seen.lately(again + 1), [{ address: '10.0.0.1', firstAt: again, lastAt: again + 1 }]);
  }
});

test('of sixteen addresses the one that was not used for longest goes, first of those that were first used within a day', () => {
  const established = (at: number) => ({
    ...{ address: `10.0.0.${at}`, firstAt: NOON - DAY_MS },
    lastAt: NOON - ((at * 7) % 15) - 1,
  });
  const fresh = (at: number) => ({ ...established(at), firstAt: NOON - DAY_MS + 1, lastAt: NOON - at });
  for (const [count, gone] of [
    // (2 * 7) % 15 is the highest.
    [0, '10.0.0.2'],
    [1, '10.0.0.15'],
    [3, '10.0.0.15'],
  ] as const) {
    const all = Array.from({ length: 16 }, (_, at) => (at < 16 - count ? established(at) : fresh(at)));
    const seen = new Addresses(all);
    assert.is(seen.note('10.0.1.1', NOON), true);
    const now = seen.lately(NOON).map(({ address }) => address);
    assert.is(now.length, 16);
    assert.equal(
      all.map(({ address }) => address).filter((address) => !now.includes(address)),
      [gone],
    );
  }
});

test.run();
