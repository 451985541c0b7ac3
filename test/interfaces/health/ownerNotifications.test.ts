import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { callService } from '../../../src/interfaces/admin/socket.js';
import { body } from '../../sales/invoicing/bodies.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { TestBox } from '../../kit/box.js';
import { read } from '../../kit/client.js';
import { wrapped } from '../../kit/disk/wrapped.js';
import { CHAT, ChatServer, TOKEN } from '../../kit/chat/server.js';
import { HandClock, settled } from '../../kit/handClock.js';
import { type TestAuthority, testAuthority } from '../../kit/smtp/certificate.js';
import { inEnglish } from '../../kit/inEnglish.js';

const SECOND = 1000;
const PLENTY = 1e12;

let authority: TestAuthority;
test.before(async () => {
  authority = await testAuthority();
});

interface Bench {
  /** Free space of the disk, bytes. */
  free: number;
  readonly box: TestBox;
  readonly server: ChatServer;
  readonly clock: HandClock;
}

/** A whole box whose owner gets messages from a bot over HTTPS; time passes only when the test moves it. */
async function during(work: (bench: Bench) => Promise<void>): Promise<void> {
  const certificate = await authority.server('127.0.0.1');
  await ChatServer.during({ certificate }, async (server) => {
    const clock = new HandClock();
    const passing = { monotonic: clock.monotonic, sleep: clock.sleep };
    const place = { free: PLENTY };
    const disk = wrapped(nodeDisk, { disk: { freeBytes: async () => place.free } });
    await TestBox.during(
      async (box) => {
        await box.set('notify', { kind: 'bot', token: TOKEN, chat: CHAT, url: server.origin });
        await work(Object.assign(place, { box, server, clock }));
      },
      { passing, disk, post: { ca: authority.ca } },
    );
  });
}

/** Lets time pass by the second until `holds`. */
async function until({ clock }: Bench, holds: () => boolean): Promise<void> {
  while (!holds()) {
    clock.pass(SECOND);
    await settled();
  }
}

test('each receipt of the API is in the chat, once even over restarts, with its number and verification link', () =>
  during(async (bench) => {
    const { box, server } = bench;
    const sell = async () => {
      const client = await box.client();
      const issued = await client.post('/invoices', body());
      return read('Invoice', 201, issued).pfr;
    };
    const sold = [await sell(), await sell()];
    await until(bench, () => server.taken.length === 2);
    await box.restart();
    sold.push(await sell());
    await until(bench, () => server.taken.length === 3);
    for (const [index, pfr] of sold.entries()) {
      assert.ok(server.texts[index]?.includes(`ПФР број: ${pfr.invoiceNumber}\n`));
      assert.ok(server.texts[index]?.includes(pfr.verificationUrl));
    }
  }));

test('alarms are sent, and the doctor knows whether messages go out', () =>
  during(async (bench) => {
    const { box, server } = bench;
    const doctor = async (): Promise<string> => JSON.stringify(inEnglish(await callService(box.folder, 'doctor', {})));
    bench.free = 100e6;
    await until(bench, () => server.taken.length === 1);
    assert.match(server.texts[0] ?? '', /УПОЗОРЕЊЕ: Диск је скоро пун: слободно је још 100 MB\.\nШта учинити: /);
    bench.free = PLENTY;
    await until(bench, () => server.taken.length === 2);
    assert.match(server.texts[1] ?? '', /ПРОШЛО: Слободно је 1000000 MB на диску\./);
    assert.match(await doctor(), /Messages to the owner go out\./);
    await box.set('notify', { kind: 'bot', token: '1:nije', chat: CHAT, url: server.origin });
    await (await box.client()).post('/invoices', body());
    await until(bench, () => box.lines.some((line) => line.includes('notify.failed')));
    assert.match(await doctor(), /"name":"notify","state":"warning".*Check token in the setting notify/);
  }));

test('the owner is notified once that production has no processor', () =>
  during(async (bench) => {
    const { box, server } = bench;
    await box.set('environment', 'production');
    await until(bench, () => server.taken.length === 1);
    assert.match(server.texts[0] ?? '', /КВАР: Фискални процесор \(ПФР\) није подешен: .*\nШта учинити: Подесите га/);
    for (let seconds = 0; seconds < 600; seconds += 1) {
      bench.clock.pass(SECOND);
      await settled();
    }
    assert.is(server.taken.length, 1);
  }));

test('in safe mode nothing is sent; receipts of that time are sent when it is left', () =>
  during(async (bench) => {
    const { box, server } = bench;
    await box.parts.safeMode.enterAfter(3);
    await box.restart();
    const { pfr } = read('Invoice', 201, await (await box.client()).post('/invoices', body()));
    for (let seconds = 0; seconds < 100; seconds += 1) bench.clock.pass(SECOND);
    await settled();
    assert.is(server.requests.length, 0);
    assert.match(
      JSON.stringify(inEnglish(await callService(box.folder, 'doctor', {}))),
      /Messages to the owner do not go out now/,
    );
    assert.ok((await box.parts.safeMode.leave('by a test')).ok);
    await until(bench, () => server.texts.some((text) => text.includes(pfr.invoiceNumber)));
  }));

test('a test message goes out at once, and shows the answer', () =>
  during(async ({ box, server }) => {
    const ask = () => callService(box.folder, 'notify.test', {});
    assert.equal(inEnglish(await ask()), { ok: true, value: { to: 'bot', failure: null } });
    assert.match(server.texts[0] ?? '', /Пробна порука/);
    server.faults.push({ status: 403 });
    assert.match(JSON.stringify(inEnglish(await ask())), /"to":"bot".*refuses messages \(403\).*check chat/);
    await box.set('notify', null);
    assert.match(JSON.stringify(inEnglish(await ask())), /No messages are set\. Run: kasirbox settings set notify/);
  }));

test('a stop does not wait for a server that hangs, and the log has no secrets', () =>
  during(async (bench) => {
    const { box, server } = bench;
    server.faults.push('silence');
    await (await box.client()).post('/invoices', body());
    await until(bench, () => server.requests.length === 1);
    await box.restart();
    await until(bench, () => server.taken.length === 1);
    assert.not.ok(box.lines.some((line) => line.includes(TOKEN)));
  }));

test.run();
