import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessorTestReport } from '../../../src/sales/invoicing/processorTest/report.js';
import { makePfx } from '../../kit/pfr/certificates.js';
import { DEFAULTS } from '../../kit/pfr/options.js';
import { FakePfrServer, type ServerOptions } from '../../kit/pfr/server.js';
import { type CommandOptions, kasirbox } from '../../kit/command.js';
import { cleanUp, type Ended, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';
import { onTerminal } from '../../kit/terminal.js';
import { Turns } from '../../kit/turns.js';

const ENGLISH = { LC_ALL: 'C.UTF-8' };
const SERBIAN = { LC_ALL: 'sr_RS.UTF-8' };
test.after(stopServices);
test.after(cleanUp);

/** Each starts a processor, most of them a service. */
const turns = new Turns(2);

/** All that it says of a good processor, up to what differs from run to run. */
const GOOD_ROWS = [
  'signing          ok        Both Training receipts are signed',
  'look-up          ok        Only the latest receipt is found',
  'unknown id       ok        For an unknown request it clearly says that there is none.',
  'numbers          ok        The numbers follow each other without a gap',
  'last number      ok        ',
  'rates            ok        Tax labels: 4; the receipts go by them.',
  'language         ok        The receipts are in Serbian.',
  'time             ok        Status ',
  'clock            ok        The clock of the processor differs from that of the box by ',
  'quirks           ok        Nothing unusual.',
];

interface Scene {
  readonly folder: string;
  readonly fake: FakePfrServer;
  readonly run: (args: readonly string[], options?: CommandOptions) => Promise<Ended>;
}

/** Commands on a new folder, with or without a service, and a processor without a PIN. */
async function during(
  work: (scene: Scene) => Promise<void>,
  { isServed = true, ...options }: ServerOptions & { readonly isServed?: boolean } = {},
): Promise<void> {
  const fake = await FakePfrServer.start({ pin: null, ...options });
  const folder = join(temporaryFolder(), 'data');
  const box = isServed ? await ServiceHere.start({ folder }) : undefined;
  try {
    const run: Scene['run'] = (args, given) => kasirbox([...args, '--data', folder], { env: ENGLISH, ...given });
    await work({ folder, fake, run });
  } finally {
    await box?.stop();
    await fake.stop();
  }
}

/** `isPatient`: no answer is given up, however slow this machine is. */
async function useLpfr({ run, fake }: Scene, { environment = 'sandbox', isPatient = true } = {}): Promise<void> {
  const limits = isPatient ? { timeout: 60 } : { timeout: 1, signingLimit: 1 };
  const setting = JSON.stringify({ mode: 'lpfr', url: fake.url, ...limits });
  assert.is((await run(['settings', 'set', `pfr.${environment}`, setting])).code, 0);
}

function assertGood({ code, stdout, stderr }: Ended, heading: string): void {
  assert.is(code, 0, stdout + stderr);
  const [first, ...rows] = stdout.trimEnd().split('\n');
  assert.is(first, heading);
  assert.equal(
    rows.map((row, at) => row.trim().startsWith(GOOD_ROWS[at] ?? '-')),
    GOOD_ROWS.map(() => true),
    stdout,
  );
  assert.equal(stderr.trimEnd().split('\n'), [
    'Asking the processor for its state…',
    'Tax labels: Ђ, Е, Г, А',
    'Having a Training sale signed…',
    'Having a Training refund signed…',
    'Looking the receipts up by their request ids…',
  ]);
}

for (const isServed of [true, false]) {
  const where = isServed ? 'in a running service' : 'without a service';

  turns.test(`an L-PFR is tried step by step and ends in a table, ${where}; doctor knows it`, () =>
    during(
      async (scene) => {
        await useLpfr(scene);
        const before = await scene.run(['doctor']);
        assert.match(
          before.stdout,
          /^pfr-test +warning +The processor was never tested\. Before the first buyer run: kasirbox pfr test$/m,
        );
        assertGood(await scene.run(['pfr', 'test']), 'sandbox: lpfr FAKE7PFR');
        assert.is(scene.fake.pfr.signed.length, 2);
        const after = await scene.run(['doctor']);
        assert.is(after.code, isServed ? 0 : 1);
        assert.match(
          after.stdout,
          /^pfr-test +ok +The processor was tested on .* latest answer\. \[lpfr FAKE7PFR; signing \d+ ms; unknown id: absent\]$/m,
        );
        const serbian = await scene.run(['pfr', 'test'], { env: SERBIAN });
        assert.match(serbian.stdout, /^ {2}потписивање {6}у реду {4}Оба рачуна за обуку су потписана/m);
        assert.match(serbian.stderr, /^Питам процесор за стање…$/m);
      },
      { isServed },
    ),
  );

  turns.test(`an answer that is lost is told, the command ends, and the receipt stays to be settled, ${where}`, () =>
    during(
      async (scene) => {
        await useLpfr(scene, { isPatient: false });
        scene.fake.faults.add(
          { fault: 'drop', signs: true },
          { on: 'find', fault: 'answer', signs: false, status: 503, body: '', standing: true },
        );
        const { code, stdout } = await scene.run(['pfr', 'test']);
        assert.is(code, 1);
        const [, id = ''] =
          /^ {2}signing +fails +.*not known \(request ([0-9a-f]{32})\).*kasirbox pfr settle$/m.exec(stdout) ?? [];
        assert.match(
          (await scene.run(['pfr', 'settle'])).stdout,
          new RegExp(`^${id.slice(0, 12)}  asking .*10,00 RSD$`, 'm'),
        );
      },
      { isServed },
    ),
  );
}

turns.test('a V-PFR is tried over TLS with the certificate that was installed', () =>
  during(
    async ({ run, fake, folder }) => {
      const { authority } = fake;
      assert.ok(authority);
      const { jid, company, pac } = DEFAULTS;
      const put = (name: string, content: string | Buffer): string => {
        const path = join(folder, '..', name);
        writeFileSync(path, content);
        return path;
      };
      const pfx = makePfx(await authority.client({ jid, company, environment: 'sandbox' }), { password: 'FAKE2026' });
      const sandbox = ['--environment', 'sandbox'];
      const install = ['certificate', 'install', put('a.p12', pfx), ...sandbox];
      assert.is((await run(['certificate', 'trust', put('ca.pem', authority.pem), ...sandbox])).code, 0);
      assert.is((await run(install, { input: 'FAKE2026\n' })).code, 0);
      const setting = JSON.stringify({ mode: 'vpfr', url: fake.url, pac, timeout: 5 });
      assert.is((await run(['settings', 'set', 'pfr.sandbox', setting])).code, 0);
      assertGood(await run(['pfr', 'test']), 'sandbox: vpfr FAKE7PFR');
    },
    { kind: 'vpfr' },
  ),
);

turns.test('--json gives the same to programs, and the exit code', () =>
  during(async (scene) => {
    await useLpfr(scene);
    const { code, stdout } = await scene.run(['pfr', 'test', '--json']);
    assert.is(code, 0);
    const report = JSON.parse(stdout) as ProcessorTestReport;
    assert.equal([report.passed, report.receipts.length, report.profile?.keepsAnswers], [true, 2, 'latest']);
    assert.ok(report.rows.every(({ state, found }) => state === 'ok' && found.sr !== '' && found.en !== ''));
    await scene.fake.stop();
    const off = await scene.run(['pfr', 'test', '--json']);
    assert.is(off.code, 1);
    const [row] = (JSON.parse(off.stdout) as ProcessorTestReport).rows;
    assert.equal([row?.name, row?.state], ['signing', 'fails']);
    assert.match(row?.action?.en ?? '', /Check that the program of the processor runs/);
  }),
);

test('the demo processor needs no test', async () => {
  const args = ['pfr', 'test', '--data', join(temporaryFolder(), 'data')];
  const sentence = 'The demo processor is a part of the box and needs no test.\n';
  assert.equal(await kasirbox(args, { env: ENGLISH }), { code: 0, stdout: sentence, stderr: '' });
  const { code, stdout } = await kasirbox([...args, '--json', '--environment', 'production']);
  assert.equal([code, JSON.parse(stdout)], [1, { environment: 'production', mode: 'demo', passed: false }]);
  const told = await kasirbox([...args, '--environment', 'production'], { env: ENGLISH });
  assert.is(told.code, 1);
  assert.match(
    told.stdout,
    /^No fiscal processor \(PFR\) is set.* Run: kasirbox settings set pfr\.production '\{…\}'\n$/,
  );
});

turns.test('in production it asks first, since the two receipts are reported; --yes does without', () =>
  during(
    async (scene) => {
      const { run, fake, folder } = scene;
      await useLpfr(scene, { environment: 'production' });
      const args = ['pfr', 'test', '--environment', 'production'];
      const unsure = await run(args, { input: 'yes\n' });
      assert.is(unsure.code, 2, 'there is no terminal to ask on');
      assert.match(unsure.stderr, /not fiscal, but they take running numbers\nand are reported.*give --yes/s);
      const no = await onTerminal([...args, '--data', folder], 'Type yes: ', 'no\r');
      assert.is(no.code, 1);
      assert.match(no.shown, /Nothing was tested/);
      assert.is(fake.pfr.signed.length, 0);
      const yes = await onTerminal([...args, '--data', folder], 'Type yes: ', 'yes\r');
      assert.is(yes.code, 0, yes.shown);
      assert.is((await run([...args, '--yes'])).code, 0);
      assert.is(fake.pfr.signed.length, 4);
    },
    { environment: 'production' },
  ),
);

turns.test('of two at once the second is told to wait, and the processor signs for the first only', () =>
  during(async (scene) => {
    const { run, fake } = scene;
    await useLpfr(scene);
    fake.faults.add({ fault: 'hang', signs: 'now' });
    const first = run(['pfr', 'test']);
    while (fake.hangingCalls === 0) await new Promise(setImmediate);
    const second = await run(['pfr', 'test']);
    assert.equal([second.code, second.stdout], [1, '']);
    assert.match(second.stderr, /A test of this processor is running already; wait for its end\./);
    fake.release();
    assert.is((await first).code, 0);
    assert.is(fake.pfr.signed.length, 2);
  }),
);

turns.test('the texts of a processor cannot drive the terminal', () =>
  during(async (scene) => {
    await useLpfr(scene);
    const body = '{"message":"\\u001b[2Jno\\u0007"}';
    scene.fake.faults.add({ fault: 'answer', signs: false, status: 400, body });
    const { code, stdout } = await scene.run(['pfr', 'test']);
    assert.is(code, 1);
    assert.match(stdout, /^ {2}signing +fails +The Training sale was not signed/m);
    assert.not.match(stdout, /[\u0000-\u0009\u000b-\u001f]/);
  }),
);

test.run();
