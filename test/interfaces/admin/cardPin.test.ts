import { english } from '../../../src/base/index.js';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import type { Answer, Input, OperationName } from '../../../src/interfaces/admin/operations.js';
import { perform } from '../../../src/interfaces/admin/perform.js';
import { ALL_PERMISSIONS } from '../../../src/interfaces/admin/operation.js';
import { checkSource } from '../../../src/outward/backup/source.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { adminDepsOf } from '../../../src/programs/box/admin.js';
import { failingDisk } from '../../kit/disk/failing.js';
import { TestBox } from '../../kit/box.js';
import { knownCard, newCard } from '../../kit/card/cards.js';
import { SlotWay } from '../../kit/card/slotBackend.js';
import type { TaxCard } from '../../kit/card/taxCard.js';
import { serveWithoutSocket } from '../../kit/serve.js';

const PIN = '8642';
const COMPANY = { name: 'Пекара', tin: '100000049', location: '1234567-Пекара', address: 'А', district: 'Б' };

interface Scene {
  readonly box: TestBox;
  readonly card: TaxCard;
  readonly pinFile: string;
  readonly ask: <N extends OperationName>(name: N, question: Input<N>, signal?: AbortSignal) => Promise<Answer<N>>;
}

/** A running box with this shop's card in its reader. */
async function during(work: (scene: Scene) => Promise<void>, disk = nodeDisk): Promise<void> {
  const usb = new SlotWay('usb');
  const card = await newCard({ version: '3.2.8', pin: PIN });
  await TestBox.during(
    async (box) => {
      await box.set('company', COMPANY);
      await box.set('cards', [knownCard()]);
      usb.insert(card);
      box.parts.cards.start();
      const ask: Scene['ask'] = async (name, question, signal) => {
        const deps = adminDepsOf(box.parts);
        const reply = await perform(deps, ALL_PERMISSIONS, name, question, undefined, signal);
        if (!reply.ok) throw new Error(english(reply.error));
        return reply.value;
      };
      await ask('card.info', {});
      await work({ box, card, ask, pinFile: join(box.folder, 'card.pin') });
    },
    { serve: serveWithoutSocket, readers: { usb, pcsc: new SlotWay('pcsc', false, 'driver') }, disk },
  );
}

test("without the owner's consent a PIN is stored nowhere", () =>
  during(async ({ ask, pinFile }) => {
    const { words } = await ask('card.pin', { pin: PIN });
    assert.is(words.en, 'The PIN was accepted.');
    const { isKept, isToBeKept } = await ask('card.info', {});
    assert.equal([isKept, isToBeKept, existsSync(pinFile)], [false, false, false]);
  }));

test('switched on, an accepted PIN is stored at once; switched off, it is deleted at once', () =>
  during(async ({ box, ask, pinFile }) => {
    await ask('card.pin', { pin: PIN });
    await box.set('cardPin', 'keep');
    // What the settings have caused waits in the same line.
    await box.parts.cards.refresh();
    assert.equal([(await ask('card.info', {})).isKept, existsSync(pinFile)], [true, true]);
    await box.set('cardPin', 'ask');
    await box.stop();
    assert.not.ok(existsSync(pinFile));
  }));

test('a stored PIN is reported as stored, and is in no answer, log, setting or file of a backup', () =>
  during(async ({ box, ask, pinFile }) => {
    await box.set('cardPin', 'keep');
    const answers: unknown[] = [await ask('card.pin', { pin: PIN }), await ask('card.info', {})];
    assert.match(JSON.stringify(answers[0]), /will not ask for it after a restart/);
    const { isKept, isToBeKept } = await ask('card.info', {});
    assert.equal([isKept, isToBeKept, existsSync(pinFile)], [true, true, true]);
    answers.push(await ask('settings.show', {}), await ask('doctor', {}));
    const sealed = readFileSync(pinFile);
    const told = [...answers.map((one) => JSON.stringify(one)), ...box.lines].join('\n');
    for (const secret of [PIN, sealed.toString('base64'), sealed.toString('hex')]) {
      assert.not.match(told, new RegExp(`(?<![0-9a-f.-])${secret.replaceAll(/[+/]/g, '\\$&')}(?![0-9a-f-])`));
    }
    assert.not.ok(sealed.includes(PIN));
    const { ledger, clock } = box.parts;
    const end = await ask('ledger.end', {});
    const source = await checkSource({
      ...{ disk: nodeDisk, folder: box.folder, end, boxId: ledger.boxId.toString('hex') },
      ...{ isDamaged: false, version: '1', now: clock.now() },
    });
    assert.ok(source.files.some(({ name }) => name === 'secrets/settings.key'));
    for (const { name, bytes } of source.files) {
      assert.not.match(name, /pin/);
      assert.not.ok(bytes.includes(sealed));
    }
  }));

test('a PIN that cannot be stored is accepted, with a message', async () => {
  const { disk, faults } = failingDisk();
  await during(async ({ box, ask, pinFile }) => {
    await box.set('cardPin', 'keep');
    faults.isFull = true;
    const { kind, words } = await ask('card.pin', { pin: PIN });
    faults.isFull = false;
    assert.is(kind, 'accepted');
    assert.match(words.en, /could not be stored/);
    assert.not.ok(existsSync(pinFile));
    assert.ok(box.log.some(({ event, code }) => event === 'card.keep_failed' && code === 'ENOSPC'));
  }, disk);
});

test('a PIN whose caller has disconnected is not sent to the card', () =>
  during(async ({ card, ask }) => {
    const { kind, words } = await ask('card.pin', { pin: PIN }, AbortSignal.abort());
    assert.is(kind, 'gone');
    assert.match(words.sr, /није послат/);
    assert.equal(card.pki.pin.given, []);
  }));

test('only a service uses a stored PIN: a command that reads the card does not', () =>
  during(async ({ box, card, ask, pinFile }) => {
    await box.set('cardPin', 'keep');
    await ask('card.pin', { pin: PIN });
    await box.restart();
    const { given } = card.pki.pin;
    const before = given.length;
    const looked = await ask('card.info', {});
    assert.equal([looked.pin, looked.isKept, given.length, existsSync(pinFile)], ['needed', true, before, true]);
    box.parts.cards.start();
    await box.parts.cards.refresh();
    assert.is((await ask('card.info', {})).pin, 'accepted', 'a service that was asked before it was up');
    assert.is(given.length, before + 1);
  }));

test.run();
