import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { ordersFrom } from '../orders.js';
import { newCard } from './cards.js';
import { FakePcscd } from './fakePcscd.js';

/** Of every card of the kit. */
const CARD_PIN = '1234';

const USAGE = `npm run fake-card -- [--orders FILE]

A stand-in for pcscd with a reader and a card of the tax authority's sandbox, to rehearse docs/card.md. Orders, typed or
written into FILE, a FIFO that it makes:
  card in, card out, reader out, reader in
`;

/** Runs until SIGTERM or SIGINT. */
async function main(): Promise<number> {
  const { values } = parseArgs({ options: { orders: { type: 'string' }, help: { type: 'boolean' } } });
  if (values.help === true) {
    process.stdout.write(USAGE);
    return 0;
  }
  const ended = new Promise((signalled) => process.once('SIGTERM', signalled).once('SIGINT', signalled));
  const pcscd = await FakePcscd.start();
  const card = await newCard();
  pcscd.insert(card);
  const acts: Readonly<Record<string, () => void>> = {
    'card in': () => pcscd.insert(card),
    'card out': () => pcscd.remove(),
    'reader out': () => pcscd.unplug(),
    'reader in': () => {
      pcscd.hasReader = true;
      pcscd.insert(card);
    },
  };
  const obey = (line: string): void => {
    const act = Object.hasOwn(acts, line.trim()) ? acts[line.trim()] : undefined;
    act?.();
    process.stdout.write(act === undefined ? `error: orders are ${Object.keys(acts).join(', ')}\n` : 'done\n');
  };
  // Before any output: its reader may write an order at once.
  const fifo = values.orders === undefined ? undefined : ordersFrom(values.orders, obey);
  process.stdout.write(`export PCSCLITE_CSOCK_NAME=${pcscd.socket}\nIts PIN is ${CARD_PIN}.\n`);
  createInterface({ input: process.stdin }).on('line', obey);
  await ended;
  fifo?.close();
  process.stdin.destroy();
  await pcscd.stop();
  return 0;
}

main().then(
  (code) => process.exit(code),
  (error: unknown) => {
    process.stderr.write(`fake-card: ${String(error)}\n`);
    process.exit(1);
  },
);
