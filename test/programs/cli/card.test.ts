// turns: 3
// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { newCard } from '../../kit/card/cards.js';
import { SlotWay } from '../../kit/card/slotBackend.js';
import { kasirbox } from '../../kit/command.js';
import { cleanUp, type Ended, temporaryFolder } from '../../kit/process.js';
import { atTerminal, onTerminal } from '../../kit/terminal.js';

const PIN = '8642';
const ENGLISH = { LC_ALL: 'C.UTF-8' };
test.after(cleanUp);

/** A service of this process with a reader in software, and commands as processes of their own. */
async function during(
  work: (usb: SlotWay, run: (args: readonly string[], input?: string) => Promise<Ended>, box: TestBox) => Promise<void>,
): Promise<void> {
  const usb = new SlotWay('usb');
  await TestBox.during(
    (box) =>
      work(usb, (args, input = '') => kasirbox(['card', ...args, '--data', box.folder], { input, env: ENGLISH }), box),
    { readers: { usb, pcsc: new SlotWay('pcsc', false, 'driver') } },
  );
}

test('a new card is shown, accepted and opened with its PIN, which is shown nowhere and given to the card once', () =>
  during(async (usb, run, box) => {
    const card = await newCard({ version: '3.2.8', pin: PIN });
    usb.insert(card);
    const readers = await run(['readers']);
    assert.match(readers.stdout, /^ *usb +reader on usb \(used by the box\)\n$/);

    assert.is((await run(['info'])).code, 0, 'nothing uses the card');
    await box.set('pfr.sandbox', { mode: 'vpfr', key: 'card' });
    const fresh = await run(['info']);
    assert.is(fresh.code, 1, 'somebody has to do something');
    const early = await run(['pin']);
    assert.equal([early.code, early.stdout], [1, '']);
    assert.match(early.stderr, /^kasirbox: New card CARD0001: .*\(kasirbox card accept CARD0001\)\.\n$/);
    assert.match(fresh.stdout, /^card: not, or not yet, this shop's$/m);
    assert.match(
      fresh.stdout,
      /^ *failure +New card CARD0001: Пекара Зора, TIN 100000049\..*\(kasirbox card accept CARD0001\)\.$/m,
    );

    const refused = await run(['accept', 'CARD0009']);
    assert.equal([refused.code, refused.stdout], [1, '']);
    assert.match(refused.stderr, /The card in the reader is not CARD0009/);
    const accepted = await run(['accept', 'CARD0001']);
    assert.is(accepted.code, 0);
    assert.match(accepted.stdout, /^Card CARD0001 belongs to this shop\.$/m);
    assert.match(accepted.stdout, /^ *tries left +5 for the key, 5 for receipts$/m);
    assert.match(accepted.stdout, /Enter the PIN under Settings, page “Card” \(kasirbox card pin\)\.$/m);

    const opened = await run(['pin'], `${PIN}\n`);
    assert.equal(opened, { code: 0, stdout: 'The PIN was accepted.\n', stderr: '' });
    const info = await run(['info', '--json']);
    assert.is(info.code, 0, info.stderr);
    const { state, pin, findings } = JSON.parse(info.stdout) as { state: string; pin: string; findings: unknown[] };
    assert.equal([state, pin, findings], ['ready', 'accepted', []]);
    const certificates = await run(['certificate']);
    assert.is(certificates.code, 0);
    assert.is(certificates.stdout.match(/^-----BEGIN CERTIFICATE-----$/gm)?.length, 2);
    const said = [readers, fresh, refused, accepted, opened, info, certificates].map((one) => one.stdout + one.stderr);
    for (const text of [...said, ...box.lines])
      assert.not.match(text.replace(/-----BEGIN[^]*/, ''), /(?<![0-9a-f-])8642/);

    // A wrong PIN is given to the card once.
    const tried = (): number => card.pki.pin.given.length;
    card.pki.pin.given.length = 0;
    const wrong = await run(['pin'], '0000\n');
    assert.equal([wrong.code, wrong.stdout, tried()], [1, '', 1]);
    assert.match(wrong.stderr, /The PIN is wrong\. Tries remaining: 4\./);
    card.pki.pin.left = 2;
    const few = await run(['pin'], `${PIN}\n`);
    assert.equal([few.code, tried()], [1, 1]);
    assert.match(few.stderr, /Tries remaining: 2\..*Nothing was sent to the card\. .*, add --tries 2$/m);
    card.pki.pin.left = 1;
    assert.match((await run(['pin'], `${PIN}\n`)).stderr, /This is the last try\. .*, add --tries 1$/m);
    for (const other of ['2', 'unknown']) {
      const refused = await run(['pin', '--tries', other], `${PIN}\n`);
      assert.match(
        refused.stderr,
        /The PIN was not sent to the card\. This is the last try\..*confirm that number\.$/m,
      );
    }
    assert.is(tried(), 1);
    assert.is((await run(['pin', '--tries', '1'], `${PIN}\n`)).code, 0);
    assert.is(tried(), 2);
    const none = await run(['pin']);
    assert.equal([none.code, tried()], [1, 2]);
    assert.match(none.stderr, /PIN is missing on standard input/);
    const wanted = await kasirbox(['settings', 'set', 'cardPin', 'keep', '--data', box.folder], { env: ENGLISH });
    assert.equal([wanted.code, wanted.stderr], [0, '']);
    assert.match(wanted.stdout, /^cardPin is set\.\nRisk: .*thief of both the box and the card/);
    assert.match((await run(['info'])).stdout, /^ *PIN +accepted, stored across restarts$/m);
    const kept = await run(['pin'], `${PIN}\n`);
    assert.equal(kept, {
      code: 0,
      stdout: 'The PIN was accepted and stored: the box will not ask for it after a restart.\n',
      stderr: '',
    });
    await box.set('cardPin', 'ask');
    assert.match((await run(['info'])).stdout, /^ *PIN +accepted$/m);
    // On a terminal the PIN is not shown, and whose card it is stands before the question.
    const { code, shown } = await onTerminal(['card', 'pin', '--data', box.folder], 'PIN of the card: ', `${PIN}\r`);
    assert.is(code, 0, shown);
    assert.not.ok(shown.includes(PIN));
    assert.match(
      shown,
      /^Card CARD0001, Пекара Зора\. Tries remaining: 5\.\r\nPIN of the card: [^]*The PIN was accepted\./,
    );
  }));

test('at a terminal few tries are confirmed by typing their number, before the PIN is asked for', () =>
  during(async (usb, run, box) => {
    const card = await newCard({ version: '3.2.8', pin: PIN });
    usb.insert(card);
    await run(['info']);
    await run(['accept', 'CARD0001']);
    card.pki.pin.left = 1;
    const args = ['card', 'pin', '--data', box.folder];
    for (const wrong of ['yes', '2', '']) {
      const { code, shown } = await onTerminal(args, 'type that number (1): ', `${wrong}\r`);
      assert.is(code, 1, shown);
      assert.match(shown, /This is the last try\.[^]*Nothing was sent to the card\./);
      assert.not.match(shown, /PIN of the card/);
    }
    assert.equal(card.pki.pin.given, []);
    const serbian = await atTerminal(
      args,
      [
        ['упишите тај број (1): ', '1\r'],
        ['ПИН картице: ', `${PIN}\r`],
      ],
      'sr_RS.UTF-8',
    );
    assert.is(serbian.code, 0, serbian.shown);
    assert.match(serbian.shown, /Ово је последњи покушај\.[^]*ПИН је прихваћен\./);
    card.spoil = (one, { data }) => (data.toString('hex') === '5c027f71' ? { ...one, word: 0x6a88 } : one);
    const untold = await atTerminal(args, [
      ['type unknown: ', 'unknown\r'],
      ['PIN of the card: ', `${PIN}\r`],
    ]);
    assert.is(untold.code, 0, untold.shown);
    assert.is((await run(['pin', '--tries', 'unknown'], `${PIN}\n`)).code, 0);
  }));

test('a Serbian terminal shows Serbian rows, and the command beside the words that lead to a page', () =>
  during(async (usb, _run, box) => {
    const serbian = (args: readonly string[]): Promise<Ended> =>
      kasirbox(['card', ...args, '--data', box.folder], { env: { LC_ALL: 'sr_RS.UTF-8' } });
    usb.insert(await newCard({ version: '3.2.8', pin: PIN }));
    assert.match(
      (await serbian(['readers'])).stdout,
      /^ *usb +reader on usb \((уређај га користи|држи га уређај)\)\n$/,
    );
    assert.match(
      (await serbian(['info'])).stdout,
      /^ {2}квар +Нова картица CARD0001.* \(kasirbox card accept CARD0001\)\.$/m,
    );
    const { stdout } = await serbian(['accept', 'CARD0001']);
    assert.match(
      stdout,
      /^Картица CARD0001 је ове радње\.\nПИБ није имао с чим да се упореди\. Унесите податке о продавцу: kasirbox settings set company -\nкартица: ове радње\n {2}ознака \(UID\) +CARD0001$/m,
    );
    assert.match(stdout, /^ {2}још покушаја +5 за кључ, 5 за рачуне$/m);
    assert.match(stdout, / \(kasirbox card pin\)\.$/m);
    for (const row of stdout.split('\n')) assert.match(row, /^$|^Картица|^картица|^ПИБ није|^ {2}\S.{11,13} \S/u);
    await box.set('cardReader', 'off');
    const off = await serbian(['readers']);
    assert.is(off.code, 0);
    assert.match(
      off.stdout,
      /^Читач картице је искључен у подешавањима\..* \(kasirbox settings set cardReader '"auto"'\)\.$/m,
    );
  }));

test('without a service what needs no PIN works, and a PIN is refused', async () => {
  const folder = temporaryFolder();
  const run = (args: readonly string[], input = ''): Promise<Ended> =>
    kasirbox(['card', ...args, '--data', folder], { input, env: ENGLISH });
  const pin = await run(['pin'], `${PIN}\n`);
  assert.is(pin.code, 1);
  assert.match(
    pin.stderr,
    /The service is not running, so the PIN cannot be stored\. Start it: kasirbox serve --data .+\n$/,
  );
  const info = await run(['info']);
  assert.equal([info.code, info.stderr], [0, 'Checking the reader and the card…\n']);
  assert.match(info.stdout, /^card: no (reader|card)$/m);
  assert.is((await run(['certificate'])).code, 1);
});

test('what is no form of the command says how it is used', async () => {
  const folder = temporaryFolder();
  for (const args of [
    ['pin', PIN],
    ['pin', '--tries', 'two'],
    ['pin', '--tries', PIN],
  ]) {
    const { code, stdout, stderr } = await kasirbox(['card', ...args, '--data', folder], { env: ENGLISH });
    assert.equal([code, stdout], [2, ''], args.join(' '));
    assert.match(
      stderr,
      args.includes('--tries') ? /--tries is the number of remaining tries, or unknown/ : /card pin \[--tries N\]/,
    );
    assert.is(/it is now in the history of the shell/.test(stderr), args.includes(PIN));
    assert.not.ok(stderr.includes(PIN));
  }
});

test.run();
