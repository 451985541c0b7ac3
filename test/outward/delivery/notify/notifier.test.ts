import { createHmac } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { DeliveryFailure } from '../../../../src/outward/delivery/deliveryFailure.js';
import { describeFailure } from '../../../../src/outward/delivery/describeFailure.js';
import { HttpNotifier, type OwnerMessage } from '../../../../src/outward/delivery/notify/notifier.js';
import type { PostOptions } from '../../../../src/outward/delivery/post.js';
import type { BotSetting, NotifySetting } from '../../../../src/shop/settings/notify.js';
import { CHAT, type ChatFault, type ChatOptions, ChatServer, MAX_TEXT, TOKEN } from '../../../kit/chat/server.js';
import { freePort } from '../../../kit/port.js';
import { type TestAuthority, testAuthority } from '../../../kit/smtp/certificate.js';

type Webhook = Extract<NotifySetting, { readonly kind: 'webhook' }>;

const NOW = Date.UTC(2026, 10, 21, 9, 30, 5, 250);
const DAY = 86_400_000;
const MESSAGE: OwnerMessage = {
  id: 'invoice-01a1fbb2-7f39-7001-9df4-696bd4d4251a',
  type: 'invoice.issued',
  at: Date.UTC(2026, 10, 21, 9, 30),
  text: 'Пекара\nРачун: 1.234,56 РСД „🥐“',
  data: { total: 1234.56, name: 'Пекара' },
};
const never = new AbortController().signal;

let authority: TestAuthority;
let secure: ChatOptions;
test.before(async () => {
  authority = await testAuthority();
  secure = { certificate: await authority.server('127.0.0.1') };
});

const notifier = (options: Partial<PostOptions> = {}): HttpNotifier =>
  new HttpNotifier(() => NOW, { ca: authority.ca, ...options });
const bot = ({ origin }: ChatServer, more: Partial<BotSetting> = {}): BotSetting => ({
  ...{ kind: 'bot', token: TOKEN, chat: CHAT, url: origin },
  ...more,
});
const webhook = ({ origin }: ChatServer, more: Partial<Webhook> = {}): Webhook => ({
  ...{ kind: 'webhook', url: `${origin}/kasa/T0?key=1` },
  ...more,
});

/** Sends a message that must fail, and returns why. The connection must be closed completely. */
async function failureOf(
  server: ChatServer,
  setting: NotifySetting,
  options: Partial<PostOptions> = {},
): Promise<DeliveryFailure> {
  const sent = await notifier(options).send(setting, MESSAGE, never);
  if (sent.ok) throw new Error('the message was taken');
  await server.until(() => server.open === 0);
  return sent.error;
}

test('a message arrives in the chat unchanged, over HTTPS, and its link has no preview', () =>
  ChatServer.during(secure, async (server) => {
    assert.equal(await notifier().send(bot(server), MESSAGE, never), { ok: true, value: undefined });
    assert.is(server.taken.length, 1);
    const { path, headers, json } = server.taken[0]!;
    assert.is(path, `/bot${TOKEN}/sendMessage`);
    assert.is(headers['content-type'], 'application/json');
    assert.equal(json, { chat_id: CHAT, text: MESSAGE.text, link_preview_options: { is_disabled: true } });
    await server.until(() => server.open === 0);
  }));

test('a text that is too long for a chat is cut, and never refused for its length', () =>
  ChatServer.during(secure, async (server) => {
    const text = `${'Ж'.repeat(MAX_TEXT - 2)}🥐🥐🥐`;
    assert.ok((await notifier().send(bot(server), { ...MESSAGE, text }, never)).ok);
    assert.is(server.taken[0]!.json['text'], `${'Ж'.repeat(MAX_TEXT - 2)}…`);
  }));

test('a webhook gets JSON with an id and a time, signed as Standard Webhooks asks', () =>
  ChatServer.during(secure, async (server) => {
    const key = Buffer.alloc(32, 7);
    const setting = webhook(server, { secret: `whsec_${key.toString('base64')}` });
    assert.ok((await notifier().send(setting, MESSAGE, never)).ok);
    const { path, headers, body, json } = server.taken[0]!;
    assert.is(path, '/kasa/T0?key=1');
    assert.equal(json, { type: 'invoice.issued', timestamp: '2026-11-21T09:30:00.000Z', data: MESSAGE.data });
    assert.is(headers['webhook-id'], MESSAGE.id);
    assert.is(headers['webhook-timestamp'], String(Math.floor(NOW / 1000)));
    const signed = `${MESSAGE.id}.${Math.floor(NOW / 1000)}.${body}`;
    assert.is(headers['webhook-signature'], `v1,${createHmac('sha256', key).update(signed).digest('base64')}`);
  }));

test('without a secret nothing is signed', () =>
  ChatServer.during({}, async (server) => {
    assert.ok((await notifier().send(webhook(server), MESSAGE, never)).ok);
    assert.is(server.taken[0]?.headers['webhook-signature'], undefined);
  }));

test('a server whose certificate is untrusted, for another name or expired gets nothing', async () => {
  const others = {
    stranger: await (await testAuthority()).server('127.0.0.1'),
    name: await authority.server('10.0.0.1'),
    expired: await authority.server('127.0.0.1', Date.now() - DAY),
  };
  for (const [name, certificate] of Object.entries(others)) {
    await ChatServer.during({ certificate }, async (server) => {
      for (const setting of [bot(server), webhook(server)]) {
        assert.is((await failureOf(server, setting)).kind, 'insecure', name);
      }
      assert.is(server.requests.length, 0);
    });
  }
});

test('each failure has its kind, and an action in Serbian and English', async () => {
  const limits = { wholeMs: 200 };
  const cases: readonly (readonly [ChatFault, DeliveryFailure['kind'], number | null])[] = [
    ['silence', 'late', null],
    ['drop', 'broken', null],
    ['garbage', 'broken', null],
    ['endless', 'broken', null],
    [{ status: 101, headers: { Connection: 'Upgrade', Upgrade: 'other' } }, 'broken', null],
    [{ status: 500 }, 'server', 500],
    [{ status: 408 }, 'server', 408],
    [{ status: 429 }, 'busy', 429],
    [{ status: 400 }, 'refused', 400],
    [{ status: 403, body: { ok: false, description: 'Forbidden: bot was blocked by the user' } }, 'refused', 403],
    [{ status: 302, headers: { Location: 'https://example.rs/' } }, 'refused', 302],
  ];
  await ChatServer.during({}, async (server) => {
    for (const [fault, kind, status] of cases) {
      for (const setting of [bot(server), webhook(server)]) {
        server.faults.push(fault);
        const failure = await failureOf(server, setting, fault === 'silence' ? limits : {});
        assert.equal([failure.kind, failure.status], [kind, status], JSON.stringify(fault));
        const { found, action } = describeFailure(failure, setting.kind);
        for (const { sr, en } of [found, action]) {
          assert.match(sr, /^[А-ЯЂЈЉЊЋЏ].*\.$/);
          assert.match(en, /^[A-Z]/);
        }
      }
    }
  });
});

test('a page in the place of a bot has taken nothing', () =>
  ChatServer.during({}, async (server) => {
    for (const body of ['<html>Пријавите се на мрежу</html>', '{"ok":false}', '[]', '']) {
      server.faults.push({ status: 200, body });
      assert.is((await failureOf(server, bot(server))).kind, 'broken', body);
    }
  }));

test('a wrong token and a wrong chat are refused, with words that name them', () =>
  ChatServer.during({}, async (server) => {
    const token = await failureOf(server, bot(server, { token: '1:x' }));
    assert.equal([token.kind, token.status], ['refused', 401]);
    assert.match(describeFailure(token, 'bot').action.en, /^Check token/);
    const chat = await failureOf(server, bot(server, { chat: '@nekodrugi' }));
    assert.equal([chat.kind, chat.status], ['refused', 400]);
    assert.match(describeFailure(chat, 'bot').action.en, /check chat/);
    const hook = await failureOf(server, bot(server, { chat: 1 }));
    assert.match(describeFailure(hook, 'webhook').action.en, /^Check url and secret/);
  }));

test("a requested pause is obeyed: from a bot's answer, from others by Retry-After, and never beyond an hour", () =>
  ChatServer.during({}, async (server) => {
    const cases: readonly (readonly [ChatFault, number])[] = [
      [{ status: 429, body: { ok: false, parameters: { retry_after: 35 } } }, 35_000],
      [{ status: 429, headers: { 'Retry-After': '7' } }, 7_000],
      [{ status: 503, headers: { 'Retry-After': new Date(NOW - 250 + 60_000).toUTCString() } }, 59_750],
      [{ status: 503, headers: { 'Retry-After': '999999' } }, 3_600_000],
      [{ status: 429, body: { ok: false, parameters: { retry_after: -5 } } }, 0],
      [{ status: 429, body: 'nonsense' }, 0],
      ...['', 'soon', '-1', '1.5e', '99999999999'].map((text): readonly [ChatFault, number] => [
        { status: 503, headers: { 'Retry-After': text } },
        0,
      ]),
    ];
    for (const [fault, expected] of cases) {
      server.faults.push(fault);
      assert.is((await failureOf(server, bot(server))).retryAfter, expected, JSON.stringify(fault));
    }
  }));

test('without a listener, or with an unknown name, the receiver is out of reach', async () => {
  const setting = { kind: 'webhook', url: `http://127.0.0.1:${await freePort()}/` } as const;
  const sent = await notifier().send(setting, MESSAGE, never);
  assert.equal(sent.ok ? sent : sent.error.kind, 'unreachable');
});

test('a stop ends an attempt at once', () =>
  ChatServer.during({}, async (server) => {
    const stop = new AbortController();
    server.faults.push('silence');
    const sending = notifier().send(webhook(server), MESSAGE, stop.signal);
    await server.until(() => server.requests.length === 1);
    stop.abort();
    const sent = await sending;
    assert.is(sent.ok ? '' : sent.error.kind, 'stopped');
    await server.until(() => server.open === 0);
  }));

test.run();
