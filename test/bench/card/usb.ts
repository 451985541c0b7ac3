import { fork } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { RUN_TYPESCRIPT } from '../../kit/typescript.js';
import type { Bench } from '../bench.js';
import { judged, median, type Row } from '../figures.js';
import { Service } from '../service.js';
import { BOARD } from './counter.js';

const REACH = 4;
/** Readers are looked for every 3 s; after that the box comes to rest, ms. */
const SETTLING = 8000;

/** What libusb and its package take in the built box: they are loaded once a reader is plugged in. No reader is behind it here. */
export async function usbRow(bench: Bench): Promise<Row> {
  const rounds = bench.size({ full: 7, quick: 3 });
  bench.say(`memory of a box that loads libusb, ${rounds} starts`);
  const grown: number[] = [];
  for (let round = 1; round <= rounds; round += 1) grown.push(await oneStart(bench));
  const figure = `${median(grown).toFixed(1)} MB`;
  return {
    what: 'RSS of libusb, loaded when a reader is plugged in',
    reach: `+ ≤ ${REACH} MB`,
    reached: judged(figure, median(grown) <= REACH),
    bare: '',
    note: `median of ${rounds} starts, garbage collected; by start: ${grown.map((one) => one.toFixed(1)).join(', ')}`,
  };
}

/** The same in a process that holds a reader and has read its card: the package for real, with a reader in software behind it. */
export async function heldRow(bench: Bench): Promise<Row> {
  const rounds = bench.size({ full: 15, quick: 5 });
  bench.say(`memory of a process that holds a reader, ${rounds} starts`);
  const grown: Record<'reader' | 'none', number[]> = { reader: [], none: [] };
  for (let round = 1; round <= rounds; round += 1) {
    for (const how of ['reader', 'none'] as const) grown[how].push((await grownBy(how)) / 1e6);
  }
  const over = median(grown.reader) - median(grown.none);
  return {
    what: 'RSS of a reader held on USB and its card, package and libusb for real, device and card in software',
    reach: `+ ≤ ${REACH} MB`,
    reached: judged(`${over.toFixed(1)} MB`, over <= REACH),
    bare: `${median(grown.none).toFixed(1)} MB without`,
    note: `medians of ${rounds} starts, garbage collected; by start: ${grown.reader.map((one) => one.toFixed(1)).join(', ')}`,
  };
}

function grownBy(how: 'reader' | 'none'): Promise<number> {
  const child = fork(join(import.meta.dirname, 'heldChild.ts'), [how], {
    execArgv: [...RUN_TYPESCRIPT, '--expose-gc'],
  });
  return new Promise((resolve, reject) => {
    child.once('message', (told) => resolve((told as { readonly grown: number }).grown));
    child.once('exit', () => reject(new Error('it has ended without a figure')));
  });
}

async function oneStart(bench: Bench): Promise<number> {
  const plugged = join(bench.folder(), 'plugged');
  const service = await Service.start(bench.folder(), { NODE_OPTIONS: BOARD, CARD_READER_LISTED: plugged });
  const held = async (): Promise<number> => {
    await delay(SETTLING);
    service.collect();
    await delay(1000);
    return service.rss / 1e6;
  };
  try {
    const without = await held();
    if (service.holds('/usb.')) throw new Error('libusb was loaded before it was needed');
    writeFileSync(plugged, '');
    const loaded = await held();
    if (!service.holds('/usb.')) throw new Error('libusb was not loaded');
    return loaded - without;
  } finally {
    await service.stop();
  }
}
