import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Environment } from '../../../src/contract/fiscal.js';
import type { CardClient } from '../../../src/processors/card/cardClient.js';
import { failed } from '../../../src/base/result.js';
import type { ClientTls } from '../../../src/processors/pfr/certificate/store.js';
import { cardEndpointOf, endpointOf } from '../../../src/processors/pfr/endpoint.js';
import { TlsThread } from '../../../src/processors/pfr/http/externalKey/thread.js';
import { STATE_UNKNOWN } from '../../../src/processors/pfr/pfrTexts.js';
import type { PfrSetting } from '../../../src/shop/settings/index.js';
import { cardCredentials } from '../../kit/card/cards.js';

/**
 * What keeps the V-PFR of an environment from being asked, where the certificate of the card names this address;
 * undefined: nothing.
 */
async function obstacleAt(named: string | null, environment: Environment, set?: string): Promise<string | undefined> {
  const { certificate: cert } = (await cardCredentials()).pki;
  const client: CardClient = {
    ...{ cert, environment, url: named, signal: new AbortController().signal },
    sign: async () => failed('not asked'),
  };
  const setting = { mode: 'vpfr', key: 'card', ...(set !== undefined && { url: set }) } as const;
  const tls = { ca: undefined, thread: new TlsThread() };
  const card = { client: () => client, obstacle: () => STATE_UNKNOWN };
  const { obstacle } = cardEndpointOf(environment, setting, card, tls, { isTrusted: () => true, monotonic: () => 0 });
  const { found, action } = obstacle() ?? {};
  return found === undefined ? undefined : `${found.en} ${action?.en}`;
}

test('the address that a card names is used only if it is of the tax authority, and of the same environment', async () => {
  assert.is(await obstacleAt('https://vsdc.sandbox.suf.purs.gov.rs', 'sandbox'), undefined);
  assert.is(await obstacleAt('https://vsdc.suf.purs.gov.rs/api', 'production'), undefined);
  for (const [named, environment] of [
    ['https://vsdc.example', 'sandbox'],
    ['https://vsdc.example', 'production'],
    ['https://vsdc.suf.purs.gov.rs.example', 'production'],
    ['https://vsdc.sandbox.suf.purs.gov.rs', 'production'],
    ['https://vsdc.suf.purs.gov.rs', 'sandbox'],
  ] as const) {
    const host = new URL(named).host;
    assert.match(
      (await obstacleAt(named, environment)) ?? '',
      new RegExp(`refers to ${host}.*${environment}.*"url"`),
      named,
    );
  }
  assert.match((await obstacleAt(null, 'sandbox')) ?? '', /^The address of the processor is not set\./);
});

test('an address that is set is used in place of the one that the card names', async () => {
  for (const named of [null, 'https://vsdc.example', 'https://vsdc.suf.purs.gov.rs'])
    assert.is(await obstacleAt(named, 'sandbox', 'https://127.0.0.1:9'), undefined);
});

/** What keeps a processor from being asked that needs no card, and the cause with which an exchange ends. */
async function withoutCard(setting: PfrSetting, identity?: ClientTls): Promise<string> {
  const { obstacle, channel } = endpointOf('sandbox', setting, identity, () => true);
  const found = obstacle()?.found.en;
  if (found === undefined) return 'none';
  const asked = await channel.exchange({ method: 'GET', path: '/api/v3/status', headers: {}, timeout: 1000 });
  assert.is(asked.kind, 'unsent', 'not a byte leaves the box');
  return found;
}

test('a V-PFR needs a certificate, its PAC and an address, and is told to lack the first that is missing', async () => {
  const identity: ClientTls = { key: '', cert: '', ca: null, url: null };
  const mode = 'vpfr';
  assert.match(await withoutCard({ mode }), /^No certificate for the processor/);
  assert.match(await withoutCard({ mode, pac: 'ABC123', url: 'https://127.0.0.1:9' }), /^No certificate/);
  assert.match(await withoutCard({ mode }, identity), /^The PAC is not set/);
  assert.match(await withoutCard({ mode, pac: 'ABC123' }, identity), /^The address of the processor is not set/);
  assert.is(await withoutCard({ mode, pac: 'ABC123', url: 'https://127.0.0.1:9' }, identity), 'none');
  const named = { ...identity, url: 'https://127.0.0.1:9' };
  assert.is(await withoutCard({ mode, pac: 'ABC123' }, named), 'none', 'the certificate names one');
});

test('an L-PFR needs an address alone', async () => {
  assert.match(await withoutCard({ mode: 'lpfr' }), /^The address of the processor is not set/);
  for (const url of ['http://127.0.0.1:9', 'https://127.0.0.1:9'])
    assert.is(await withoutCard({ mode: 'lpfr', url }), 'none');
});

test.run();
