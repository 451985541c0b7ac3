// turns: 2
// time limit: 90 s
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { CardState } from '../../../src/processors/card/cardState.js';
import { cardAuthority, newCard } from '../../kit/card/cards.js';
import { Pcscd, testWithPcscd } from '../../kit/card/pcscd.js';
import type { TaxCard } from '../../kit/card/taxCard.js';
import { DEFAULTS } from '../../kit/pfr/options.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { BoxProcess, cleanUp, type Ended, type Receipt, SALE, temporaryFolder } from '../../kit/process.js';

test.after(cleanUp);

const PIN = '1234';
const UID = DEFAULTS.jid;
const keyed = (key: string) => ({ 'Idempotency-Key': key });

/** The built box as its service runs, Debian's pcscd with the shop's card, and a V-PFR that accepts only that card. */
class Desk {
  private constructor(
    readonly pcscd: Pcscd,
    readonly card: TaxCard,
    readonly pfr: FakePfrServer,
    private readonly folder: string,
    public box: BoxProcess,
  ) {}

  static async during(work: (desk: Desk) => Promise<void>): Promise<void> {
    const desk = await Desk.open();
    try {
      await work(desk);
    } finally {
      await desk.close();
    }
  }

  private static async open(): Promise<Desk> {
    const pcscd = await Pcscd.start();
    const card = await newCard({}, { uid: UID, environment: 'sandbox', tin: DEFAULTS.company.tin });
    pcscd.insert(card);
    const pfr = await FakePfrServer.start({ kind: 'vpfr', tls: { authority: await cardAuthority() } });
    pfr.pfr.card.isOpen = true;
    const folder = join(temporaryFolder(), 'data');
    return new Desk(pcscd, card, pfr, folder, await Desk.start(pcscd, folder));
  }

  private static start(pcscd: Pcscd, folder: string): Promise<BoxProcess> {
    return BoxProcess.start({ folder, env: { PCSCLITE_CSOCK_NAME: pcscd.socket } });
  }

  /** `kill -9`, and a start with the card where it was. */
  async killAndStart(): Promise<void> {
    await this.box.stop('SIGKILL');
    this.pfr.release();
    this.box = await Desk.start(this.pcscd, this.folder);
  }

  /** What a person types, and what the command answers. */
  type(args: readonly string[], input = ''): Promise<Ended> {
    return this.box.command(args, { input });
  }

  async does(args: readonly string[], input = ''): Promise<string> {
    const { code, stdout, stderr } = await this.type(args, input);
    assert.is(code, 0, `${args.join(' ')}: ${stdout}${stderr}`);
    return stdout;
  }

  /** The V-PFR with the key of the card; waiting times are short for the test. */
  async setUp(): Promise<void> {
    const authority = join(temporaryFolder(), 'authority.pem');
    writeFileSync(authority, (await cardAuthority()).pem);
    const pfr = { mode: 'vpfr', key: 'card', url: this.pfr.url, pac: DEFAULTS.pac, timeout: 20, signingLimit: 2 };
    await this.does(['settings', 'set', 'cardReader', '"pcsc"']);
    await this.does(['certificate', 'trust', authority, '--environment', 'sandbox']);
    await this.does(['settings', 'set', 'environment', '"sandbox"']);
    await this.does(['settings', 'set', 'pfr.sandbox', JSON.stringify(pfr)]);
  }

  /** Waits until the box has found reader and card. */
  async shows(state: CardState['kind']): Promise<string> {
    for (;;) {
      const reply = await this.box.ask('card.info', {});
      assert.ok(reply?.ok);
      if (reply.value.state === state) return (await this.type(['card', 'info'])).stdout;
      await delay(50);
    }
  }

  /** A till that repeats its request until it has the receipt that was issued for it. */
  async repeats(key: string, name: string): Promise<Receipt> {
    for (;;) {
      const { status, text } = await this.box.send('POST', '/invoices', key, SALE, keyed(name));
      if (status === 200) return JSON.parse(text) as Receipt;
      assert.is(status, 409, text);
      await delay(100);
    }
  }

  /** Waits until the V-PFR has a receipt and does not answer. */
  async hangs(): Promise<void> {
    while (this.pfr.hangingCalls === 0) await delay(10);
  }

  /** Every PIN that the card was given, on both applets. */
  get pins(): readonly string[] {
    const { element, pki } = this.card;
    return [...element.pin.given, ...pki.pin.given].map((hex) => Buffer.from(hex, 'hex').toString());
  }

  private async close(): Promise<void> {
    this.pfr.release();
    await this.box.stop();
    await this.pfr.stop();
    await this.pcscd.stop();
  }
}

testWithPcscd(
  'a box that is killed under a receipt has forgotten the PIN, tries none by itself, and finds the receipt once it is entered',
  async () => {
    await Desk.during(async (desk) => {
      await desk.setUp();

      assert.match(await desk.shows('stranger'), /UID\s+FAKE7PFR/);
      const accepted = await desk.does(['card', 'accept', UID]);
      assert.match(accepted, /card: this shop's[^]*PIN\s+needed/);
      assert.is((await desk.type(['card', 'pin'], '12345\n')).code, 1);
      assert.equal(desk.pins, [], 'neither a look at the card nor a PIN of five digits reaches it');
      assert.match(await desk.does(['card', 'pin'], `${PIN}\n`), /accepted/);
      assert.equal(desk.pins, [PIN]);

      const [key = ''] = await desk.box.keys(1);
      const before = await desk.box.issue(key, SALE, keyed('prodaja-1'));
      assert.equal(desk.pins, [PIN, PIN], 'once more for the signature of the handshake');

      desk.pfr.faults.add({ fault: 'hang', signs: 'now' });
      const lost = desk.box.send('POST', '/invoices', key, SALE, keyed('prodaja-2')).then(
        ({ text }) => assert.unreachable(`answered: ${text}`),
        () => 'cut off',
      );
      await desk.hangs();
      const given = desk.pins.length;
      await desk.killAndStart();
      assert.is(await lost, 'cut off');

      assert.match(await desk.shows('ready'), /PIN\s+needed/);
      for (const name of ['prodaja-2', 'prodaja-3']) {
        const refused = await desk.box.send('POST', '/invoices', key, SALE, keyed(name));
        assert.is(refused.status, 409, refused.text);
        assert.match(refused.text, name === 'prodaja-2' ? 'Исход није познат' : 'ПИН');
      }
      assert.is(desk.pins.length, given, 'after the kill the card was given no PIN that nobody had entered');
      assert.is(desk.pfr.pfr.signed.length, 2);

      assert.match(await desk.does(['card', 'pin'], `${PIN}\n`), /accepted/);
      const found = await desk.repeats(key, 'prodaja-2');
      const signed = desk.pfr.pfr.signed.map(({ invoiceNumber }) => invoiceNumber);
      assert.equal(signed, [before.pfr.invoiceNumber, found.pfr.invoiceNumber], 'nothing was signed twice');
      const recorded = (await desk.box.receipts(key)).map(({ pfr }) => pfr.invoiceNumber);
      assert.equal(recorded, [...signed].reverse());
      assert.ok(desk.pins.every((pin) => pin === PIN));
    });
  },
);

test.run();
