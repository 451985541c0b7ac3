import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { streamToFile } from '../../../src/outward/backup/streamToFile.js';
import { nodeDisk } from '../../../src/base/nodeDisk.js';
import { newFolder } from '../../kit/folder.js';

function place(): string {
  const folder = newFolder();
  mkdirSync(folder, { recursive: true });
  return folder;
}

async function send(sink: WritableStream<Uint8Array>, text: string, before: Promise<void>): Promise<void> {
  const writer = sink.getWriter();
  await writer.write(Buffer.from(text));
  await before;
  await writer.close();
}

test('of two who write to one path at once, both end well and the last one stays', async () => {
  const folder = place();
  const path = join(folder, 'box.age');
  let go = (): void => undefined;
  const gate = new Promise<void>((resolve) => (go = resolve));
  const first = streamToFile(nodeDisk, path, (sink) => send(sink, 'first', gate));
  await streamToFile(nodeDisk, path, (sink) => send(sink, 'second', Promise.resolve()));
  assert.is(readFileSync(path, 'utf8'), 'second');
  go();
  await first;
  assert.is(readFileSync(path, 'utf8'), 'first');
  assert.equal(readdirSync(folder), ['box.age']);
});

test('what is given up leaves nothing, and the file as it was', async () => {
  const folder = place();
  const path = join(folder, 'box.age');
  await streamToFile(nodeDisk, path, (sink) => send(sink, 'old', Promise.resolve()));
  const stop = new AbortController();
  const endless = new ReadableStream<Uint8Array>({
    pull(controller) {
      controller.enqueue(new Uint8Array(1000));
      stop.abort();
    },
  });
  const outcome = streamToFile(nodeDisk, path, (sink) => endless.pipeTo(sink, { signal: stop.signal }));
  assert.match(await outcome.then(() => 'written', String), /Abort/);
  assert.equal(readdirSync(folder), ['box.age']);
  assert.is(readFileSync(path, 'utf8'), 'old');
});

test.run();
