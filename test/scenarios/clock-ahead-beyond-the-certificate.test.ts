import * as assert from 'uvu/assert';
import { Machine } from '../kit/machine.js';
import { scene } from './stage.js';

const DAY = 86_400_000;
const BUILD = Date.now() - 30 * DAY;
/** Beyond the end of any server certificate that is issued today. */
const AHEAD = 1000 * DAY;

// The client of a stage speaks real TLS, trusts only ca.pem, and checks certificates by the real time.
for (const [what, machine] of [
  ['that nothing vouches for', new Machine()],
  ['with a battery', new Machine().rtc('1', Date.now() + AHEAD)],
] as const) {
  scene(
    `a clock ${what}, ahead beyond the end of the certificate, locks no tablet out, before, meanwhile or afterwards`,
    async (stage) => {
      const clock = async (): Promise<string> => {
        const checks = await stage.admin('doctor', {});
        return checks.find(({ name }) => name === 'clock')?.found.en ?? '';
      };
      await stage.sold();
      stage.box.clockOffset = AHEAD;
      await stage.restart();
      await stage.sold();
      assert.match(
        await clock(),
        /^The clock shows .*, but the last receipt that the processor signed is from .* at the earlier time\.$/,
      );
      stage.box.clockOffset = 0;
      await stage.restart();
      await stage.sold();
      assert.match(await clock(), /^(The clock shows|Nothing confirms|The clock was set)/);
      assert.not.match(await clock(), /is behind/);
      assert.equal(
        stage.logged('tls.issued').map(({ reason }) => reason),
        ['none-yet'],
      );
    },
    { pfr: { now: Date.now }, machine: { root: machine.root, buildTime: BUILD } },
  );
}
