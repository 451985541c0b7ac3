import { english } from '../../../src/base/index.js';
// turns: 2
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { X509Certificate } from 'node:crypto';
import type { Input, OperationName, Reply } from '../../../src/interfaces/admin/operations.js';
import { perform } from '../../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS } from '../../../src/interfaces/admin/operation.js';
import { ok } from '../../../src/base/result.js';
import { adminDepsOf } from '../../../src/programs/box/admin.js';
import { Cards } from '../../../src/processors/card/cards.js';
import { TestBox } from '../../kit/box.js';
import { CARD_HOLDER, knownCard, newCard } from '../../kit/card/cards.js';
import { SlotWay } from '../../kit/card/slotBackend.js';
import type { TaxCard } from '../../kit/card/taxCard.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { makeUsers, visitorAs } from '../../kit/web/visitor.js';
import { SimClock } from '../../model/clock.js';

const PIN = '8642';
const OTHER_TIN = { uid: 'CARD0002', environment: 'sandbox', tin: '101670560' } as const;
const PRODUCTION = { uid: 'CARD0003', environment: 'production', tin: '100000049' } as const;
const COMPANY = { name: 'Пекара', tin: '100000049', location: '1234567-Пекара', address: 'А', district: 'Б' };

interface Scene {
  readonly box: TestBox;
  readonly usb: SlotWay;
  readonly pcsc: SlotWay;
}

/** A box with a reader; by default in a running service and with its company. */
async function during(
  work: (scene: Scene) => Promise<void>,
  { isRunning = true, hasCompany = true } = {},
): Promise<void> {
  const [usb, pcsc] = [new SlotWay('usb'), new SlotWay('pcsc', false, 'driver')];
  await TestBox.during(
    async (box) => {
      if (hasCompany) await box.set('company', COMPANY);
      if (isRunning) box.parts.cards.start();
      await work({ box, usb, pcsc });
    },
    { serve: serveWithoutSocket, readers: { usb, pcsc } },
  );
}

function ask<N extends OperationName>(box: TestBox, name: N, question: Input<N>): Promise<Reply<N>> {
  return perform(adminDepsOf(box.parts), ALL_PERMISSIONS, name, question);
}

async function answer<N extends OperationName>(box: TestBox, name: N, question: Input<N>) {
  const reply = await ask(box, name, question);
  if (!reply.ok) throw new Error(english(reply.error));
  return reply.value;
}

async function refusal<N extends OperationName>(box: TestBox, name: N, question: Input<N>): Promise<string> {
  const reply = await ask(box, name, question);
  return reply.ok ? 'done' : english(reply.error);
}

/** A card in the reader that a person has accepted as this shop's. */
async function accepted({ box, usb }: Scene): Promise<TaxCard> {
  const card = await newCard({ version: '3.2.8', pin: PIN });
  usb.insert(card);
  // It waits for the reader, which has just reported a card.
  await answer(box, 'card.info', {});
  await answer(box, 'card.accept', { uid: CARD_HOLDER.uid });
  return card;
}

test('readers: those of both backends, the one in use, and faults of USB', () =>
  during(async ({ box, usb, pcsc }) => {
    await answer(box, 'card.info', {});
    assert.equal(await answer(box, 'card.readers', {}), {
      readers: [{ name: 'reader on usb', way: 'usb', isOurs: true, isUsed: true }],
      faults: [],
      leftAlone: null,
    });
    pcsc.loss = undefined;
    pcsc.isPlugged = true;
    const both = await answer(box, 'card.readers', {});
    assert.equal(
      both.readers.map(({ way, isOurs }) => [way, isOurs]),
      [
        ['usb', true],
        ['pcsc', false],
      ],
    );
    usb.loss = 'denied';
    pcsc.isPlugged = false;
    const { faults } = await answer(box, 'card.readers', {});
    assert.equal(
      faults.map(({ way, found }) => [way, found.en]),
      [['usb', 'The box has no permission to use the card reader.']],
    );
  }));

test('readers: faults of the configured backend are reported, and that all are switched off', () =>
  during(async ({ box, usb, pcsc }) => {
    const told = async () => {
      const { faults, leftAlone } = await answer(box, 'card.readers', {});
      return [
        ...faults.map(({ way, found }) => `${way}: ${found.en}`),
        ...(leftAlone === null ? [] : [leftAlone.found.en]),
      ];
    };
    assert.equal(await told(), [], 'pcscd need not be there');
    await box.set('cardReader', 'pcsc');
    assert.equal(await told(), ['pcsc: The driver of the card reader is missing, or pcscd does not run.']);
    usb.loss = 'driver';
    pcsc.loss = 'denied';
    assert.equal(await told(), ['pcsc: The box has no permission to use the card reader.']);
    await box.set('cardReader', 'usb');
    assert.equal(await told(), ['usb: The driver of the card reader is missing, or pcscd does not run.']);
    await box.set('cardReader', 'off');
    assert.equal(await told(), ['Card readers are switched off in the settings.']);
  }));

test('a hanging card delays no list of readers, and its own caller for 10 seconds; it gets no PIN then', () =>
  during(async ({ box }) => {
    const clock = new SimClock();
    const usb = new SlotWay('usb');
    const { open } = usb;
    const hanging: typeof open = async (id) => {
      const reader = await open(id);
      if (reader.ok) reader.value.connect = () => new Promise(() => undefined);
      return reader;
    };
    const card = await newCard({ version: '3.2.8', pin: PIN });
    usb.insert(card);
    const cards = new Cards({
      ...{ usb: { find: usb.find, open: hanging }, pcsc: new SlotWay('pcsc', false, 'driver'), clock },
      ...{ backends: async () => ok(['usb'] as const), log: () => undefined },
      rules: () => ({ knownCards: [], companyTin: null, environment: 'sandbox' }),
    });
    cards.start();
    const steps: string[] = [];
    const asked = async <N extends OperationName>(name: N, question: Input<N>) => {
      const deps = { ...adminDepsOf(box.parts), cards };
      const before = clock.monotonic();
      let reply: Reply<N> | undefined;
      void perform(deps, ALL_PERMISSIONS, name, question, ({ en }) => steps.push(en)).then((one) => (reply = one));
      await clock.run(() => reply !== undefined, before + 100_000);
      if (reply?.ok !== true) throw new Error(reply === undefined ? 'it hangs' : english(reply.error));
      return { value: reply.value, ms: clock.monotonic() - before };
    };
    await clock.run(() => cards.state.kind === 'reading', 100_000);
    const readers = await asked('card.readers', {});
    assert.equal([readers.value.readers.length, readers.ms, steps], [1, 0, []]);
    const shown = await asked('card.info', {});
    assert.equal([shown.value.state, shown.ms], ['reading', 10_000]);
    const entered = await asked('card.pin', { pin: PIN });
    assert.equal([entered.value.kind, entered.ms], ['not ready', 10_000]);
    assert.match(entered.value.words.en, /^The card is still being read; the PIN was not sent\./);
    assert.equal(steps, Array(2).fill('Checking the reader and the card…'));
    assert.equal(card.pki.pin.given, []);
  }));

test('info: a new card is shown with what to do about it, and an accepted one waits for its PIN', () =>
  during(async (scene) => {
    const { box, usb } = scene;
    assert.equal((await answer(box, 'card.info', {})).state, 'no card');
    usb.insert(await newCard());
    const before = await answer(box, 'card.info', {});
    assert.equal([before.state, before.pin, before.card?.uid], ['stranger', null, 'CARD0001']);
    assert.match(before.findings[0]?.action.en ?? '', /kasirbox card accept CARD0001\)\.$/);
    const card = await accepted(scene);
    card.element.amounts = { sum: 25n, limit: 100n };
    const after = await answer(box, 'card.info', {});
    assert.equal([after.state, after.pin], ['ready', 'needed']);
    const { from, until, vsdcUrl, fingerprint, ...row } = after.card ?? { from: '', until: '', vsdcUrl: '' };
    assert.is(fingerprint, knownCard().fingerprint);
    for (const day of [from, until]) assert.match(day, /^\d{4}-\d\d-\d\d$/);
    assert.match(vsdcUrl ?? '', /^https:\/\/vsdc\.sandbox\./);
    assert.equal(row, {
      ...{ uid: 'CARD0001', tin: '100000049', organisation: 'Пекара Зора', location: '1234567-Пекара' },
      ...{ address: 'Немањина 4', environment: 'sandbox', version: '3.2.8', usedPercent: 25, lastInvoice: null },
      triesLeft: { element: 5, key: 5 },
    });
    assert.is(card.pki.pin.given.length, 0);
  }));

test("info: shows time and numbers of the card's last receipt, and nothing of the buyer", () =>
  during(async (scene) => {
    const { box } = scene;
    const card = await accepted(scene);
    const invoice = Buffer.alloc(577);
    invoice.writeBigUInt64BE(BigInt(Date.UTC(2026, 10, 23, 12)), 0);
    invoice.write('10:987654321', 36, 'latin1');
    invoice.writeUInt32BE(12, 57);
    invoice.writeUInt32BE(34, 61);
    card.element.lastInvoice = invoice;
    const told = await answer(box, 'card.info', {});
    assert.equal(told.card?.lastInvoice, { at: '2026-11-23 13:00:00', kindCounter: 12, totalCounter: 34 });
    assert.not.match(JSON.stringify(told), /987654321/);
    card.element.lastInvoice = Buffer.alloc(577);
    assert.is((await answer(box, 'card.info', {})).card?.lastInvoice, null, 'it has signed none');
    for (const time of [0xffff_ffff_ffff_ffffn, 8_640_000_000_000_000n]) {
      invoice.writeBigUInt64BE(time, 0);
      card.element.lastInvoice = invoice;
      assert.is((await answer(box, 'card.info', {})).card?.lastInvoice, null, 'no time that there is');
    }
  }));

test('certificate: both of the card as PEM, and none of a card that is not there', () =>
  during(async (scene) => {
    const { box, usb } = scene;
    assert.match(await refusal(box, 'card.certificate', {}), /^There is no card of the tax authority in the reader\./);
    await accepted(scene);
    const { element, key } = await answer(box, 'card.certificate', {});
    for (const pem of [element, key ?? '']) assert.match(new X509Certificate(pem).subject, /serialNumber=CARD0001/);
    assert.is.not(element, key);
    const half = await newCard();
    half.spoil = (one, { p1, ins }) => (ins === 0xcb && p1 === 0xa0 ? { ...one, word: 0x6a82 } : one);
    usb.insert(half);
    await answer(box, 'card.info', {});
    assert.is((await answer(box, 'card.certificate', {})).key, null);
  }));

test('accept: it is recorded, once, and survives a restart', () =>
  during(async (scene) => {
    const { box, usb } = scene;
    await accepted(scene);
    const known = [knownCard()];
    assert.equal(box.parts.settings.now.cards, known);
    assert.is((await answer(box, 'card.accept', { uid: 'CARD0001' })).state, 'ready');
    assert.equal(box.parts.settings.now.cards, known);
    await box.restart();
    box.parts.cards.start();
    assert.equal(
      [(await answer(box, 'card.info', {})).state, usb.opened, box.parts.settings.now.cards],
      ['ready', 2, known],
    );
  }));

test('accept: neither a card of another shop or environment, nor one that is not in the reader', () =>
  during(async ({ box, usb }) => {
    assert.match(await refusal(box, 'card.accept', { uid: 'CARD0001' }), /^The card in the reader is not CARD0001\./);
    usb.insert(await newCard());
    for (const uid of ['CARD0002', '', 'CARD0001 '])
      assert.match(await refusal(box, 'card.accept', { uid }), /^The card in the reader is not /);
    for (const holder of [OTHER_TIN, PRODUCTION]) {
      usb.insert(await newCard({}, holder));
      await answer(box, 'card.info', {});
      assert.match(
        await refusal(box, 'card.accept', { uid: holder.uid }),
        /^The card CARD000[23] is not from this shop\./,
      );
    }
    assert.equal(box.parts.settings.now.cards, []);
  }));

test('accept: before the company is set, a card of any taxpayer', () =>
  during(
    async ({ box, usb }) => {
      usb.insert(await newCard({}, OTHER_TIN));
      const { state, isCompared } = await answer(box, 'card.accept', { uid: 'card0002' });
      assert.equal([state, isCompared], ['ready', false]);
      usb.insert(await newCard());
      assert.is((await answer(box, 'card.info', {})).standing, 'other shop');
    },
    { hasCompany: false },
  ));

test('accept: a card of that UID with another certificate takes the place of the old one', () =>
  during(async (scene) => {
    const { box } = scene;
    const renewed = { ...CARD_HOLDER, edition: 2 };
    for (const holder of [renewed, OTHER_TIN]) await newCard({}, holder);
    await box.set('cards', [knownCard(renewed), knownCard(OTHER_TIN)]);
    await accepted(scene);
    assert.equal(box.parts.settings.now.cards, [knownCard(OTHER_TIN), knownCard()]);
    await box.set(
      'cards',
      Array.from({ length: 20 }, (_, at) => ({ ...knownCard(OTHER_TIN), uid: `OTHER${100 + at}` })),
    );
    assert.match(
      await refusal(box, 'card.accept', { uid: 'CARD0001' }),
      /^20 cards are already confirmed\. Remove one/,
    );
  }));

test('accept: a card of the same name with another certificate is reported, gets no PIN, and is not accepted for the one shown', () =>
  during(async (scene) => {
    const { box, usb } = scene;
    await accepted(scene);
    const shown = await answer(box, 'card.info', {});
    const card = await newCard({ pin: PIN }, { ...CARD_HOLDER, edition: 2 });
    usb.insert(card);
    const { standing, isNamesake, pin, findings } = await answer(box, 'card.info', {});
    assert.equal([shown.isNamesake, standing, isNamesake, pin], [false, 'needs confirmation', true, null]);
    assert.match(findings[0]?.found.en ?? '', /does not have the certificate of the confirmed card with that id/);
    assert.is((await answer(box, 'card.pin', { pin: PIN })).kind, 'not ready');
    assert.is(card.pki.pin.given.length, 0);
    const question = { uid: 'CARD0001', fingerprint: shown.card?.fingerprint ?? '' };
    assert.match(await refusal(box, 'card.accept', question), /^A different card CARD0001 is now in the reader/);
    assert.is((await answer(box, 'card.info', {})).state, 'stranger');
    assert.is((await answer(box, 'card.accept', { uid: 'CARD0001' })).state, 'ready');
  }));

test('accept: what was noted without a certificate needs that word again', () =>
  during(async (scene) => {
    const { box, usb } = scene;
    await newCard();
    const { fingerprint: _, ...older } = knownCard();
    assert.match(await refusal(box, 'settings.set', { name: 'cards', value: [older] }), /fingerprint/);
    await box.parts.ledger.put({ type: 'setting', name: 'cards', value: JSON.stringify([older]) });
    await box.restart();
    box.parts.cards.start();
    usb.insert(await newCard());
    assert.is((await answer(box, 'card.info', {})).standing, 'needs confirmation');
    await accepted(scene);
    assert.equal(box.parts.settings.now.cards, [knownCard()]);
  }));

test('pin: each outcome has words, and few tries have to be confirmed with their number', () =>
  during(async (scene) => {
    const { box } = scene;
    const enter = async (pin: string, confirmed?: number | null) => {
      const { kind, triesLeft, words } = await answer(box, 'card.pin', {
        pin,
        ...(confirmed !== undefined && { confirmed }),
      });
      assert.match(words.sr, /^[А-Я].*\.$/);
      assert.match(words.en, /^[A-Z].*(\.|card info)$/);
      return [kind, triesLeft];
    };
    await answer(box, 'card.info', {});
    assert.equal(await enter(PIN), ['not ready', null]);
    const card = await accepted(scene);
    assert.equal(await enter('12345'), ['form', null]);
    assert.equal(await enter(PIN), ['accepted', null]);
    assert.is((await answer(box, 'card.info', {})).pin, 'accepted');
    for (const left of [4, 3, 2]) assert.equal(await enter('0000'), ['wrong', left]);
    for (const confirmed of [undefined, null, 1, 3]) assert.equal(await enter(PIN, confirmed), ['confirm', 2]);
    assert.is((await answer(box, 'card.info', {})).mustConfirm, true);
    assert.equal(await enter('0000', 2), ['wrong', 1]);
    assert.equal(await enter('0000', 1), ['blocked', null]);
    assert.equal(await enter(PIN, 0), ['blocked', null]);
    assert.is(card.pki.pin.given.length, 6);
  }));

test('pin: a card whose key cannot be read is reported, and no try is spent', () =>
  during(async (scene) => {
    const { box } = scene;
    const card = await accepted(scene);
    card.pki.files = [];
    scene.usb.insert(card);
    await answer(box, 'card.info', {});
    const { kind, words } = await answer(box, 'card.pin', { pin: PIN });
    assert.is(kind, 'no key');
    assert.match(words.sr, /^Кључ картице за В-ПФР не може да се прочита.*није послат\./);
    assert.is(card.pki.pin.given.length, 0);
  }));

test('pin: where the card does not report its tries, a person confirms that', () =>
  during(async (scene) => {
    const { box } = scene;
    const card = await accepted(scene);
    card.spoil = (one, { data }) => (data.toString('hex') === '5c027f71' ? { ...one, word: 0x6a88 } : one);
    const entered = await answer(box, 'card.pin', { pin: PIN });
    assert.equal([entered.kind, entered.triesLeft, card.pki.pin.given.length], ['confirm', null, 0]);
    assert.is((await answer(box, 'card.pin', { pin: PIN, confirmed: null })).kind, 'accepted');
  }));

test('pin: without a running service it is refused before the card is touched', () =>
  during(
    async (scene) => {
      const card = await newCard({ pin: PIN });
      scene.usb.insert(card);
      assert.match(await refusal(scene.box, 'card.pin', { pin: PIN }), /^The service is not running, so the PIN/);
      assert.equal([scene.usb.opened, card.seen.length], [0, 0]);
      assert.is((await answer(scene.box, 'card.info', {})).state, 'stranger', 'what needs no PIN works');
    },
    { isRunning: false },
  ));

test('the PIN of a card is in no log, no audit, no ledger, no answer and no file', () =>
  during(async (scene) => {
    const { box } = scene;
    await makeUsers(box);
    const owner = await visitorAs(box, 'Ана');
    const card = await newCard({ version: '3.2.8', pin: PIN });
    scene.usb.insert(card);
    await answer(box, 'card.info', {});
    const answers: string[] = [];
    const page = async (name: string, question: object): Promise<void> => {
      const { status, text } = await owner.send('POST', `/web/operations/${name}`, question);
      assert.is(status, 200, text);
      answers.push(text);
    };
    await page('card.accept', { uid: 'CARD0001' });
    await page('card.pin', { pin: '9753' });
    await page('card.pin', { pin: PIN });
    await page('card.info', {});
    assert.is((await answer(box, 'card.info', {})).pin, 'accepted');
    const { rows } = await answer(box, 'audit.list', {});
    assert.equal(
      rows.slice(0, 3).map(({ what, subject, isDone }) => [what, subject, isDone]),
      [
        ['card.pin', null, true],
        ['card.pin', null, true],
        ['card.accept', 'CARD0001', true],
      ],
    );
    // Numbers of the log and of records, such as times, may hold these digits by chance.
    const told = [...answers, JSON.stringify(rows), ...box.lines].join('\n');
    for (const pin of [PIN, '9753']) assert.not.match(told, new RegExp(`(?<![0-9a-f-])${pin}(?![0-9a-f-])`));
    await box.stop();
    for (const bytes of filesBelow(box.folder))
      for (const pin of [`"${PIN}"`, '"9753"', `pin${PIN}`]) assert.not.ok(bytes.includes(pin));
  }));

function filesBelow(folder: string): Buffer[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile())
    .map((path) => readFileSync(path));
}

test('the settings of reader, company and environment work at once', () =>
  during(async (scene) => {
    const { box, usb, pcsc } = scene;
    await accepted(scene);
    await answer(box, 'card.pin', { pin: PIN });
    await box.set('company', { ...COMPANY, tin: '101670560' });
    assert.is(box.parts.cards.state.kind, 'stranger', 'nobody has to ask');
    const strange = await answer(box, 'card.info', {});
    assert.equal([strange.state, strange.standing], ['stranger', 'other shop']);
    await box.set('company', COMPANY);
    assert.is((await answer(box, 'card.info', {})).pin, 'needed', 'it lost its PIN meanwhile');
    await box.set('cardReader', 'off');
    const off = await answer(box, 'card.info', {});
    assert.equal(
      [off.state, off.findings[0]?.found.en],
      ['no reader', 'Card readers are switched off in the settings.'],
    );
    pcsc.loss = undefined;
    pcsc.isPlugged = true;
    pcsc.insert(await newCard());
    await box.set('cardReader', 'pcsc');
    await box.parts.clock.sleep(0);
    assert.equal([(await answer(box, 'card.info', {})).state, usb.opened, pcsc.opened], ['ready', 1, 1]);
    await box.set('cardReader', 'auto');
    await box.parts.clock.sleep(0);
    await answer(box, 'card.info', {});
    assert.is(usb.opened, 2, 'nobody needs what pcscd has');
  }));

test.run();
