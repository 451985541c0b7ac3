import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { X509Certificate } from 'node:crypto';
import { failed, ok } from '../../../src/base/index.js';
import { foreign, malformed, refused } from '../../../src/processors/card/applets/fault.js';
import { statusWordName } from '../../../src/processors/card/applets/statusWords.js';
import { type CardClient, CardClients } from '../../../src/processors/card/cardClient.js';
import type { CardState, SignFault } from '../../../src/processors/card/cardState.js';
import type { CardReport } from '../../../src/processors/card/readCard.js';
import { readIdentity } from '../../../src/platform/tls/identity.js';
import { cardCredentials } from '../../kit/card/cards.js';
import { heldBySignal } from '../../kit/leftHeld.js';

const DIGEST = Buffer.from('digest info');
const SIGNED = Buffer.from('signed');
const NEVER = new AbortController().signal;

/** The shop's card, of the first edition or a renewed one. */
async function report(edition = 0): Promise<CardReport> {
  const { element, pki } = await cardCredentials({
    uid: 'CARD0001',
    environment: 'sandbox',
    tin: '100000049',
    edition,
  });
  const certificate = new X509Certificate(element.certificate);
  const identity = readIdentity(certificate);
  if (identity === undefined) throw new Error('it is of the authority');
  return {
    certificate,
    identity,
    version: null,
    parameters: null,
    client: ok(new X509Certificate(pki.certificate)),
  } as CardReport;
}

const ready = (card: CardReport, pin: 'accepted' | 'needed' = 'accepted'): CardState => ({
  kind: 'ready',
  card,
  pin,
  isKept: false,
});

/** Follows states and records what is to be signed. */
class Followed {
  readonly asked: { readonly digestInfo: Buffer; readonly unwanted: AbortSignal }[] = [];
  fault: SignFault | undefined;
  /** When the card signs. */
  signs = Promise.resolve();
  readonly clients = new CardClients(async (digestInfo, unwanted) => {
    this.asked.push({ digestInfo, unwanted });
    await this.signs;
    return this.fault === undefined ? ok(SIGNED) : failed(this.fault);
  });

  after(state: CardState): CardClient | undefined {
    this.clients.follow(state);
    return this.clients.current;
  }
}

test('a card with an accepted PIN provides its certificate, environment, address and signature', async () => {
  const card = await report();
  const followed = new Followed();
  assert.is(followed.clients.current, undefined, 'before any state');
  const client = followed.after(ready(card))!;
  assert.ok(card.client.ok);
  assert.is(client.cert, card.client.value.toString());
  assert.is(client.environment, 'sandbox');
  assert.is(client.url, card.identity.vsdcUrl);
  assert.equal(await client.sign(DIGEST, NEVER), ok(SIGNED));
  assert.is(followed.asked.length, 1);
  assert.is(followed.asked[0]!.digestInfo, DIGEST);
  assert.not.ok(followed.asked[0]!.unwanted.aborted);
});

test('no client without an accepted PIN, a readable key or a card of this shop', async () => {
  const card = await report();
  const others: readonly CardState[] = [
    ready(card, 'needed'),
    ready({ ...card, client: malformed('a certificate') }),
    { kind: 'stranger', card, standing: 'needs confirmation', isNamesake: false },
    { kind: 'no card' },
    { kind: 'reading' },
  ];
  for (const state of others) {
    const followed = new Followed();
    assert.is(followed.after(state), undefined, state.kind);
    const client = followed.after(ready(card))!;
    assert.ok(client, state.kind);
    assert.is(followed.after(state), undefined, `${state.kind} after an accepted PIN`);
    assert.ok(client.signal.aborted, state.kind);
  }
});

test('the client stays the same while the card is read again, and ends when another certificate follows', async () => {
  const followed = new Followed();
  const client = followed.after(ready(await report()))!;
  assert.is(followed.after(ready(await report())), client);
  assert.not.ok(client.signal.aborted);
  const renewed = followed.after(ready(await report(1)))!;
  assert.is.not(renewed, client);
  assert.is.not(renewed.cert, client.cert);
  assert.ok(client.signal.aborted);
  assert.not.ok(renewed.signal.aborted);
});

test('a signature is not wanted any more once its caller is gone or the card is', async () => {
  const followed = new Followed();
  const client = followed.after(ready(await report()))!;
  const caller = new AbortController();
  let sign = (): void => undefined;
  followed.signs = new Promise((resolve) => (sign = resolve));
  const both = [client.sign(DIGEST, caller.signal), client.sign(DIGEST, NEVER)];
  assert.is(heldBySignal(client.signal), 2);
  caller.abort();
  const isUnwanted = (): boolean[] => followed.asked.map(({ unwanted }) => unwanted.aborted);
  assert.equal(isUnwanted(), [true, false]);
  followed.after({ kind: 'no card' });
  assert.equal(isUnwanted(), [true, true]);
  sign();
  await Promise.all(both);
  assert.is(heldBySignal(client.signal), 0, 'a card that stays for years collects nothing of its signatures');
});

test('why nothing was signed is a reason for the log', async () => {
  const followed = new Followed();
  const client = followed.after(ready(await report()))!;
  const reasons: readonly [SignFault, string][] = [
    [{ kind: 'not ready' }, 'not ready'],
    [{ kind: 'pin needed' }, 'pin needed'],
    [{ kind: 'blocked' }, 'blocked'],
    [{ kind: 'lost', loss: 'removed' }, 'lost: removed'],
    [refused('pki', 0x6982).error, `refused: ${statusWordName('pki', 0x6982)} (6982)`],
    [foreign('pki', 0x6a82).error, `foreign: ${statusWordName('pki', 0x6a82)} (6A82)`],
    [malformed('a signature').error, 'malformed: a signature'],
  ];
  for (const [fault, reason] of reasons) {
    followed.fault = fault;
    assert.equal(await client.sign(DIGEST, NEVER), failed(reason));
  }
});

test.run();
