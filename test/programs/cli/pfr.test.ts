import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'uvu';
import * as assert from 'uvu/assert';
import type { ProcessorTestReport } from '../../../src/sales/invoicing/processorTest/testReport.js';
import { makePfx } from '../../kit/pfr/certificates.js';
import { DEFAULTS } from '../../kit/pfr/options.js';
import { FakePfrServer, type ServedCall, type ServerOptions } from '../../kit/pfr/server.js';
import { type CommandOptions, kasirbox } from '../../kit/command.js';
import { cleanUp, type Ended, SALE, temporaryFolder } from '../../kit/process.js';
import { ServiceHere, stopServices } from '../../kit/serviceHere.js';
import { onTerminal } from '../../kit/terminal.js';
import { Turns } from '../../kit/turns.js';

const ENGLISH = { LC_ALL: 'C.UTF-8' };
test.after(stopServices);
test.after(cleanUp);

/** Each starts a service and a processor. */
const turns = new Turns(2);

/** A service with an L-PFR in its sandbox whose PIN is not given yet. */
class Scene {
  private constructor(
    readonly box: ServiceHere,
    readonly fake: FakePfrServer,
    /** Every call that reached the processor. */
    private readonly calls: readonly ServedCall[],
    readonly key: string,
  ) {}

  static async during(work: (scene: Scene) => Promise<void>): Promise<void> {
    const calls: ServedCall[] = [];
    const fake = await FakePfrServer.start({ onCall: (call) => calls.push(call) });
    const box = await ServiceHere.start();
    try {
      const [key = ''] = await box.keys(1);
      const setting = JSON.stringify({ mode: 'lpfr', url: fake.url, timeout: 1, signingLimit: 1, settlingSale: false });
      assert.is((await box.command(['settings', 'set', 'pfr.sandbox', setting])).code, 0);
      await work(new Scene(box, fake, calls, key));
    } finally {
      await box.stop();
      await fake.stop();
    }
  }

  /** `kasirbox pfr ARGS`. */
  run(args: readonly string[], input = '') {
    return this.box.command(['pfr', ...args], { input, env: ENGLISH });
  }

  /** A receipt whose answer is lost, and which cannot be looked up. */
  async lose(signs: boolean): Promise<void> {
    this.fake.faults.clear();
    this.fake.faults.add(
      { fault: 'drop', signs },
      { on: 'find', fault: 'answer', signs: false, status: 503, body: '', standing: true },
    );
    const reply = await this.box.send('POST', '/invoices', this.key, SALE, { 'Idempotency-Key': `lost-${signs}` });
    assert.is(reply.status, 409, reply.text);
  }

  /** Ids and states of what `pfr settle` lists. */
  async open(): Promise<string[][]> {
    const { code, stdout } = await this.run(['settle']);
    assert.is(code, 0);
    return Array.from(stdout.matchAll(/^([0-9a-f]{12}) {2}(\w+)/gm), ([, id = '', state = '']) => [id, state]);
  }

  get pins(): number {
    return this.calls.filter(({ request }) => request.path.endsWith('/pin')).length;
  }
}

turns.test('status asks the processor now, and shows its state, what to do, its versions and its rates', async () => {
  await Scene.during(async (scene) => {
    const { box, fake } = scene;
    const locked = await scene.run(['status']);
    assert.is(locked.code, 1);
    assert.match(locked.stdout, /^sandbox: lpfr\n {2}state +not ready\. The PIN of the card is needed\.\n/);
    assert.match(
      locked.stdout,
      /^ {2}failure +1500 The PIN of the card is needed\. Enter the PIN .*\. Run: kasirbox pfr pin$/m,
    );
    fake.pfr.card.givePin('1234');
    fake.pfr.change('audit-required');
    const { code, stdout } = await scene.run(['status']);
    assert.is(code, 0, stdout);
    assert.match(stdout, /^ {2}state +ready\. The processor is ready\.$/m);
    assert.match(stdout, /^ {2}warning +1400 An audit is needed/m);
    assert.match(stdout, new RegExp(`^  UID +${fake.pfr.card.jid}$`, 'm'));
    assert.match(stdout, /^ {2}device +kasirbox fake L-PFR$/m);
    assert.match(stdout, /^ {2}label Ђ +20\.00 % {2}\S+/m);
    const other = await box.command(['pfr', 'status', '--environment', 'production'], { env: ENGLISH });
    assert.is(other.code, 1, 'in production the demo is no processor');
    assert.match(other.stdout, /^production: demo \(not the active environment\)\n/);
    assert.match(other.stdout, /No fiscal processor \(PFR\) is set/);
    const serbian = await box.command(['pfr', 'status'], { env: { LC_ALL: 'sr_RS.UTF-8' } });
    assert.match(serbian.stdout, /Фискални процесор је спреман\./);
  });
});

turns.test('the texts of a processor cannot drive the terminal', async () => {
  await Scene.during(async (scene) => {
    const body = JSON.stringify({ uid: 'A\u001b[2J\nstate  ready', gsc: ['1300'], make: '\u0007' });
    scene.fake.faults.add({ on: 'status', fault: 'answer', signs: false, status: 200, body, standing: true });
    const { code, stdout } = await scene.run(['status']);
    assert.is(code, 1);
    assert.match(stdout, /^ {2}UID +A\[2Jstate {2}ready$/m);
    assert.not.match(stdout, /[\u0000-\u0009\u000b-\u001f]/);
  });
});

turns.test(
  'a PIN is read from standard input, is handed over once, and a refusal is reported with its code',
  async () => {
    await Scene.during(async (scene) => {
      for (const bad of ['', '123\n', '12345\n', '12a4\n', '١٢٣٤\n', ' 1234\n']) {
        const { code, stderr } = await scene.run(['pin'], bad);
        assert.is(code, 1, JSON.stringify(bad));
        assert.not.match(stderr, /12|٢/, 'it is never repeated');
      }
      assert.is(scene.pins, 0, 'what is no PIN costs no try');
      const wrong = await scene.run(['pin'], '9876\n');
      assert.is(wrong.code, 1);
      assert.match(wrong.stderr, /^kasirbox: The PIN is wrong\. Check the PIN before another try.* \(2100\)\n$/);
      assert.is(scene.pins, 1, 'no second try by itself');
      assert.equal(await scene.run(['pin'], '1234\n'), { code: 0, stdout: 'The PIN is accepted.\n', stderr: '' });
      assert.is(scene.pins, 2);
      assert.is((await scene.run(['status'])).code, 0);
      assert.match(scene.box.log, /"event":"pfr\.pin".*"codes":"2100"/);
      assert.not.match(scene.box.log, /9876|"1234"/);
      const argument = await scene.run(['pin', '1234']);
      assert.is(argument.code, 2, 'never on the command line, which everybody can read');
      scene.fake.pfr.change('card-out');
      assert.match((await scene.run(['pin'], '1234\n')).stderr, /not in the reader.*\(1300\)/);
      scene.fake.faults.add({ on: 'pin', fault: 'drop', signs: true });
      assert.match((await scene.run(['pin'], '1234\n')).stderr, /may have received the PIN/);
      const demo = await scene.run(['pin', '--environment', 'production'], '1234\n');
      assert.match(demo.stderr, /The demo processor has no card/);
    });
  },
);

turns.test(
  'a receipt that was signed is settled by its verification link, with a reason that stays in the ledger',
  async () => {
    await Scene.during(async (scene) => {
      scene.fake.pfr.card.givePin('1234');
      assert.match((await scene.run(['settle'])).stdout, /^The outcome of every receipt that was sent is known\.\n$/);
      await scene.lose(true);
      const listed = await scene.run(['settle']);
      assert.match(
        listed.stdout,
        /^[0-9a-f]{12} {2}asking {2}[\d :-]{19} {2}300\.00 RSD\n {2}receipt +Normal Sale, cashier .*: Кафа\n/,
      );
      assert.match(listed.stdout, /^ {2}processor +sandbox lpfr FAKE7PFR\n {2}last before +none\n {2}key +lost-true$/m);
      assert.match(listed.stderr, /portal of the tax authority.*copy its verification link/s);
      const serbian = await scene.box.command(['pfr', 'settle'], { env: { LC_ALL: 'sr_RS.UTF-8' } });
      assert.match(serbian.stdout, /^ {2}рачун +промет продаја, касир .*: Кафа$/m);
      const [[id = ''] = []] = await scene.open();
      const link = scene.fake.pfr.lastAnswer(1)?.['verificationUrl'] as string;

      for (const [args, error] of [
        [[id, '--signed', 'https://suf.purs.gov.rs/v/?vl=AAAA', '--reason', 'TAP'], /not a whole verification link/],
        [[id, '--signed', link, '--reason', 'ab'], /The reason must be 3 to 200 printable characters/],
        [[id, '--signed', link, '--reason', 'a\nb c'], /The reason must be 3 to 200/],
        [[id, '--signed', link, '--reason', 'x'.repeat(201)], /The reason must be 3 to 200/],
        [[id.slice(0, 5), '--signed', link, '--reason', 'TAP'], /at least the first 6 characters/],
        [['0'.repeat(32), '--signed', link, '--reason', 'TAP'], /No receipt with the id 0+ is open/],
      ] as const) {
        const { code, stderr } = await scene.run(['settle', ...args]);
        assert.is(code, 1);
        assert.match(stderr, error);
      }
      assert.is((await scene.open()).length, 1, 'nothing was decided');

      const settled = await scene.run(
        ['settle', id.slice(0, 6), '--signed', '-', '--reason', 'нађен на порталу'],
        `${link}\n`,
      );
      assert.is(settled.code, 0, settled.stderr);
      assert.match(settled.stdout, /^[0-9a-f]{32}: recorded as receipt FAKE7PFR-FAKE7PFR-1\.\n$/);
      const [receipt] = await scene.box.receipts(scene.key);
      assert.equal([receipt?.pfr.invoiceNumber, receipt?.clientRequestId], ['FAKE7PFR-FAKE7PFR-1', 'lost-true']);
      assert.equal(await scene.open(), []);
      const again = await scene.run(['settle', id, '--signed', link, '--reason', 'нађен на порталу']);
      assert.match(again.stderr, /No receipt with the id/);
      const audit = await scene.box.command(['ledger', 'audit']);
      assert.match(
        audit.stdout,
        /^[\d :-]{19} {2}pfr\.settle {2}[0-9a-f]{32} {2}signed FAKE7PFR-FAKE7PFR-1 {2}нађен на порталу\n$/,
      );
    });
  },
);

turns.test('status tells at once of a lost sale that nobody follows, and how long its outcome may take', async () => {
  await Scene.during(async (scene) => {
    scene.fake.pfr.card.givePin('1234');
    await scene.lose(false);
    for (const [language, waits] of [
      [
        'C.UTF-8',
        /^ +processor +The processor is ready\.\n +The outcome of the receipt of .* is pending: at most \d+ s more\.$/m,
      ],
      ['sr_RS.UTF-8', /^ +процесор +Фискални процесор је спреман\.\n +Рачун од .* чека исход: најдуже још \d+ с\.$/m],
    ] as const) {
      const status = await scene.box.command(['status'], { env: { LC_ALL: language } });
      assert.is(status.code, 0, 'the box sells');
      assert.match(status.stdout, waits);
    }
  });
});

turns.test('a receipt that was not signed is settled only with --yes, and the next is issued', async () => {
  await Scene.during(async (scene) => {
    scene.fake.pfr.card.givePin('1234');
    await scene.lose(false);
    const [[id = ''] = []] = await scene.open();
    const decision = ['settle', id, '--not-signed', '--reason', 'нема га на порталу'];
    const unsure = await scene.run(decision, 'yes\n');
    assert.is(unsure.code, 2, 'there is no terminal to ask on');
    assert.match(unsure.stderr, /makes a second\nreceipt.*\nkasirbox: .* add --yes/s);
    assert.is((await scene.open()).length, 1);
    const settled = await scene.run([...decision, '--yes']);
    assert.is(settled.code, 0, settled.stderr);
    assert.match(settled.stdout, /^[0-9a-f]{32}: recorded as not signed\.\n$/);
    scene.fake.faults.clear();
    await scene.box.issue(scene.key, SALE, { 'Idempotency-Key': 'lost-false' });
    assert.is(scene.fake.pfr.signed.length, 1);
    const audit = await scene.box.command(['ledger', 'audit']);
    assert.match(audit.stdout, / {2}pfr\.settle {2}[0-9a-f]{32} {2}not signed {2}нема га на порталу\n$/);
  });
});

turns.test('on a terminal the PIN is not shown, and only yes records a receipt as not signed', async () => {
  await Scene.during(async (scene) => {
    const data = ['--data', scene.box.folder];
    const pin = await onTerminal(['pfr', 'pin', ...data], 'PIN of the card: ', '1234\r');
    assert.equal([pin.code, pin.shown], [0, 'PIN of the card: \r\nThe PIN is accepted.\r\n']);
    await scene.lose(false);
    const [[id = ''] = []] = await scene.open();
    const decide = (keys: string) =>
      onTerminal(['pfr', 'settle', id, '--not-signed', '--reason', 'нема га', ...data], 'Type yes: ', keys);
    for (const keys of ['no\r', 'y\r', '\u0003', '\u0004']) {
      const { code, shown } = await decide(keys);
      assert.is(code, 1, shown);
      assert.match(shown, /300\.00 RSD.*makes a second.*nothing was decided/s, 'it shows what it is about');
    }
    assert.is((await scene.open()).length, 1);
    const sure = await decide('yes\r');
    assert.is(sure.code, 0, sure.shown);
    assert.equal(await scene.open(), []);
  });
});

turns.test(
  'without a service the command itself asks the processor, and settles a receipt that the service left open',
  async () => {
    await Scene.during(async (scene) => {
      const { box, fake } = scene;
      fake.pfr.card.givePin('1234');
      await scene.lose(false);
      await box.stop();
      assert.is((await scene.run(['status'])).code, 0);
      const doctor = await box.command(['doctor'], { env: ENGLISH });
      assert.is(
        doctor.stdout.match(/ failure /g)?.length,
        1,
        'that no service runs: an open receipt holds up no other',
      );
      assert.match(doctor.stdout, /^pfr +ok +The processor is ready\. \[lpfr \w+\]$/m);
      fake.pfr.change('card-out');
      assert.match((await box.command(['doctor'], { env: ENGLISH })).stdout, /^pfr +failure .*not in the reader/m);
      fake.pfr.change('card-in');
      assert.is((await scene.run(['pin'], '1234\n')).code, 0);
      const [[id = ''] = []] = await scene.open();
      const settled = await scene.run(['settle', id, '--not-signed', '--yes', '--reason', 'сигурно није издат']);
      assert.is(settled.code, 0, settled.stderr);
      assert.equal(await scene.open(), []);
      await fake.stop();
      const unreached = await scene.run(['status']);
      assert.is(unreached.code, 1);
      assert.match(unreached.stdout, /does not respond/);
    });
  },
);

test('an option of one task is a usage error in another', async () => {
  const data = ['--data', '/nowhere'];
  for (const args of [
    ['pfr'],
    ['pfr', 'sell'],
    ['pfr', 'status', 'now'],
    ['pfr', 'status', '--environment', 'test'],
    ['pfr', 'status', '--reason', 'x'],
    ['pfr', 'pin', '1234'],
    ['pfr', 'pin', '--yes'],
    ['pfr', 'status', '--json'],
    ['pfr', 'test', 'now'],
    ['pfr', 'test', '--environment', 'demo'],
    ['pfr', 'test', '--reason', 'abc'],
    ['pfr', 'test', '--not-signed'],
    ['pfr', 'settle', '--reason', 'abc'],
    ['pfr', 'settle', 'abcdef'],
    ['pfr', 'settle', 'abcdef', '--not-signed'],
    ['pfr', 'settle', 'abcdef', '--signed', 'link'],
    ['pfr', 'settle', 'abcdef', '--signed', 'link', '--not-signed', '--reason', 'abc'],
    ['pfr', 'settle', 'abcdef', '--signed', 'link', '--yes', '--reason', 'abc'],
    ['pfr', 'settle', 'abcdef', '--not-signed', '--reason', 'abc', '--environment', 'sandbox'],
    ['pfr', 'settle', 'abcdef', '--not-signed', '--reason', 'abc', '--json'],
  ]) {
    assert.is((await kasirbox([...args, ...data])).code, 2, args.join(' '));
  }
});

turns.test(
  'an address is tried when it is set: a path that is none is told at once, and the setting stands',
  async () => {
    await Scene.during(async (scene) => {
      const set = (url: string) =>
        scene.box.command(['settings', 'set', 'pfr.sandbox', JSON.stringify({ mode: 'lpfr', url, timeout: 1 })], {
          env: ENGLISH,
        });
      const wrong = await set(`${scene.fake.url}/none/such`);
      assert.equal([wrong.code, wrong.stdout], [0, 'pfr.sandbox is set.\n']);
      assert.match(
        wrong.stderr,
        /^Asking the processor…\nThe processor now: The device at the configured address is not a fiscal processor\. Check the address of the processor in the settings/,
      );
      const right = await set(scene.fake.url);
      assert.match(
        right.stderr,
        /^Asking the processor…\nThe processor now: The PIN of the card is needed\. Enter the PIN .*\. Run: kasirbox pfr pin\n$/,
      );
    });
  },
);

const pfrTestTest = suite('pfrTest');

const SERBIAN = { LC_ALL: 'sr_RS.UTF-8' };
pfrTestTest.after(stopServices);
pfrTestTest.after(cleanUp);

/** All that it says of a good processor, up to what differs from run to run. */
const GOOD_ROWS = [
  'signing      ok  Both Training receipts are signed',
  'look-up      ok  Only the latest receipt is found',
  'unknown id   ok  For an unknown request it clearly says that there is none.',
  'numbers      ok  The numbers follow each other without a gap',
  'last number  ok  ',
  'rates        ok  Tax labels: 4; the receipts go by them.',
  'language     ok  The receipts are in Serbian.',
  'time         ok  Status ',
  'clock        ok  The clock of the processor differs from that of the box by ',
  'quirks       ok  Nothing unusual.',
];

interface PfrTestScene {
  readonly folder: string;
  readonly fake: FakePfrServer;
  readonly run: (args: readonly string[], options?: CommandOptions) => Promise<Ended>;
}

/** Commands on a new folder, with or without a service, and a processor without a PIN. */
async function during(
  work: (scene: PfrTestScene) => Promise<void>,
  { isServed = true, ...options }: ServerOptions & { readonly isServed?: boolean } = {},
): Promise<void> {
  const fake = await FakePfrServer.start({ pin: null, ...options });
  const folder = join(temporaryFolder(), 'data');
  const box = isServed ? await ServiceHere.start({ folder }) : undefined;
  try {
    const run: PfrTestScene['run'] = (args, given) => kasirbox([...args, '--data', folder], { env: ENGLISH, ...given });
    await work({ folder, fake, run });
  } finally {
    await box?.stop();
    await fake.stop();
  }
}

/** `isPatient`: no answer is given up, however slow this machine is. */
async function useLpfr({ run, fake }: PfrTestScene, { environment = 'sandbox', isPatient = true } = {}): Promise<void> {
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
    'Requesting a signature for a Training sale…',
    'Requesting a signature for a Training refund…',
    'Looking up the receipts by request id…',
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
          /^pfr-test +warning +The processor has never been tested\. Before the first buyer, test the processor under Settings, page “Processor and environment” \(in a terminal: kasirbox pfr test\)\.$/m,
        );
        assertGood(await scene.run(['pfr', 'test']), 'sandbox: lpfr FAKE7PFR');
        assert.is(scene.fake.pfr.signed.length, 2);
        const after = await scene.run(['doctor']);
        assert.is(after.code, isServed ? 0 : 1);
        assert.match(
          after.stdout,
          /^pfr-test +ok +The processor was tested on .* stores a lost response only until the next receipt\. \[lpfr FAKE7PFR; signing \d+ ms; unknown id: absent\]$/m,
        );
        const serbian = await scene.run(['pfr', 'test'], { env: SERBIAN });
        assert.match(serbian.stdout, /^ {2}потписивање +у реду +Оба рачуна за обуку су потписана/m);
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
          /^ {2}signing +fails +.*not known whether it was signed \(request ([0-9a-f]{32})\).*kasirbox pfr settle$/m.exec(
            stdout,
          ) ?? [];
        assert.match(
          (await scene.run(['pfr', 'settle'])).stdout,
          new RegExp(`^${id.slice(0, 12)}  asking .*10\\.00 RSD$`, 'm'),
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
    assert.match(row?.action?.en ?? '', /Check that the processor's program is running/);
  }),
);

pfrTestTest('the demo processor needs no test', async () => {
  const args = ['pfr', 'test', '--data', join(temporaryFolder(), 'data')];
  const sentence = 'The demo processor is part of the box and needs no test.\n';
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
      assert.match(unsure.stderr, /not fiscal, but they take running numbers\nand are reported.*add --yes/s);
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
    assert.match(second.stderr, /A test of this processor is running already; wait until it ends\./);
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

pfrTestTest.run();

test.run();
