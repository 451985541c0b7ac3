// time limit: 600 s
// lane: nightly
// proof: guest
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { missingPackages } from '../kit/guest/initrd.js';
import { cleanUp } from '../kit/process.js';
import { PIN, Shop, UID } from './shop.js';

/** The built box in a guest with a kernel of its own, and QEMU's card reader on its USB. Each test continues where the one before has ended. */
let shop: Shop | undefined;
/** Has a test failed? Those behind it would only wait. */
let isBroken = false;
const figures: string[] = [];

function step(name: string, work: (shop: Shop) => Promise<void>): void {
  test(name, async () => {
    if (shop === undefined || isBroken) throw new Error('a test before this one has failed');
    isBroken = true;
    const began = performance.now();
    await work(shop);
    isBroken = false;
    figures.push(`${((performance.now() - began) / 1000).toFixed(1)} s  ${name}`);
  });
}

async function noteMemory({ guest }: Shop, when: string): Promise<void> {
  const { whole, anonymous } = await guest.memory();
  figures.push(`${whole.toFixed(1)} MB resident, ${anonymous.toFixed(1)} MB of them anonymous: ${when}`);
}

test.before(async () => {
  const missing = missingPackages();
  if (missing.length > 0)
    throw new Error(`the guest needs: apt-get install --no-install-recommends ${missing.join(' ')}`);
  const began = performance.now();
  shop = await Shop.open();
  figures.push(`${((performance.now() - began) / 1000).toFixed(1)} s  the guest boots`);
});

test.after(async () => {
  if (shop !== undefined && isBroken) {
    console.log(shop.guest.kernelLog);
    const log = shop.guest.run('grep -v request.done /run/box.log').then(
      ({ text }) => text,
      (error: unknown) => String(error),
    );
    console.log(await log);
  }
  await shop?.close();
  console.log(figures.join('\n'));
  cleanUp();
});

step('the box runs without a reader', async (shop) => {
  await shop.guest.serve();
  await shop.shows('no reader');
  await noteMemory(shop, 'without a reader');
});

step('a reader that is plugged in is given to the user of the box, and used by it', async (shop) => {
  await shop.guest.plug();
  await shop.shows('no card');
  assert.match(await shop.guest.does('ls -l /dev/bus/usb/001/002'), /^crw-rw---- +1 root +kasirbox /);
  const readers = await shop.guest.does('kasirbox card readers');
  assert.match(readers, /usb +QEMU QEMU USB CCID \(08e6:4433\) \(used by the box\)/);
});

step('a card is read without a PIN', async (shop) => {
  await shop.guest.card.insert(shop.card);
  await shop.shows('unconfirmed');
  const { code, text } = await shop.guest.run('kasirbox card info');
  assert.is(code, 1, 'nobody has confirmed it');
  for (const fact of [/UID +FAKE7PFR/, /TIN +101670560/, /environment +sandbox/, /valid +from .* until /]) {
    assert.match(text, fact);
  }
  const pem = await shop.guest.does('kasirbox card certificate');
  assert.is(pem.match(/-----BEGIN CERTIFICATE-----/g)?.length, 2, 'of receipts and of the key');
  assert.equal(shop.pins, []);
  await noteMemory(shop, 'with a reader, and a card that was read');
});

step('a wrong PIN costs one try, the right one gives it back', async (shop) => {
  assert.match(await shop.guest.does(`kasirbox card accept ${UID}`), /card: this shop.s[^]*PIN +needed/);
  assert.equal(shop.pins, []);
  const wrong = await shop.entersPin('4321');
  assert.is(wrong.code, 1);
  assert.match(wrong.text, /Tries left: 4/);
  assert.equal(shop.triesLeft, [5, 4]);
  assert.is(shop.signatures, 0);
  const right = await shop.entersPin(PIN);
  assert.is(right.code, 0, right.text);
  assert.equal(shop.triesLeft, [5, 5]);
  assert.equal(shop.pins.slice(0, 2), ['4321', PIN]);
});

step('the card signs the handshake with the V-PFR, and is not asked again for the next sale', async (shop) => {
  await shop.shows('ready');
  const first = await shop.sells();
  const signatures = shop.signatures;
  assert.ok(signatures >= 1);
  const receipts = [first, await shop.sells()];
  assert.is(shop.signatures, signatures);
  const signed = shop.pfr.pfr.signed.map(({ invoiceNumber }) => invoiceNumber);
  assert.equal(
    receipts.map(({ pfr }) => pfr.invoiceNumber),
    signed,
  );
  assert.ok(
    signed.every((number) => number.startsWith(`${UID}-`)),
    'they are of the UID in the certificate of the card',
  );
  await noteMemory(shop, 'after two sales, with the thread for TLS');
});

step('a card that is taken out ends sales, and is asked for its PIN when it is back', async (shop) => {
  await shop.guest.card.remove();
  await shop.shows('no card');
  await refuses(shop, /нема картице/);
  await shop.guest.card.insert(shop.card);
  await shop.shows('pin needed');
  await refuses(shop, /ПИН/);
  await sellsAgain(shop);
});

step('a reader that is unplugged ends sales, and is found when it is plugged in again', async (shop) => {
  await shop.guest.unplug();
  await shop.shows('no reader');
  await refuses(shop, /читач/i);
  await pluggedAgain(shop);
  await sellsAgain(shop);
});

step('a card that is taken out while it signs, and a reader that is unplugged then, cost no receipt', async (shop) => {
  const before = shop.pfr.pfr.signed.length;
  await shop.guest.card.remove();
  await shop.shows('no card');
  await shop.guest.card.insert(shop.card);
  await signsAnd(shop, () => shop.guest.card.remove());
  await shop.shows('no card');
  await shop.guest.card.insert(shop.card);
  await signsAnd(shop, () => shop.guest.unplug());
  await shop.shows('no reader');
  assert.is(shop.pfr.pfr.signed.length, before);
  await pluggedAgain(shop);
  await sellsAgain(shop);
  assert.is(shop.pfr.pfr.signed.length, before + 1);
});

step('no PIN went to the card but those that were entered', async (shop) => {
  const wrong = shop.pins.filter((pin) => pin !== PIN);
  assert.equal(wrong, ['4321']);
  assert.equal(shop.triesLeft, [5, 5]);
  await noteMemory(shop, 'at the end');
});

async function pluggedAgain(shop: Shop): Promise<void> {
  await shop.guest.plug();
  await shop.shows('no card');
  await shop.guest.card.insert(shop.card);
  await shop.shows('pin needed');
}

/** Does something as the card signs: for a sale, or before it, when the box looks whether the V-PFR is there. */
async function signsAnd(shop: Shop, work: () => Promise<void>): Promise<void> {
  await shop.shows('pin needed');
  const done = shop.whenSigning(work);
  const entered = await shop.entersPin(PIN);
  assert.is(entered.code, 0, entered.text);
  await refuses(shop, /./);
  await done;
}

/** Nothing is sold, and the card learns no PIN by it. */
async function refuses(shop: Shop, why: RegExp): Promise<void> {
  const { status, text } = await shop.tries();
  assert.is(status, 409, text);
  assert.match(text, why);
}

async function sellsAgain(shop: Shop): Promise<void> {
  const [given, signatures] = [shop.pins.length, shop.signatures];
  const entered = await shop.entersPin(PIN);
  assert.is(entered.code, 0, entered.text);
  await shop.sells();
  const signed = shop.signatures - signatures;
  assert.ok(signed >= 1);
  assert.is(shop.pins.length - given, 1 + signed, 'the PIN goes there once as it is entered, and once for a signature');
}

test.run();
