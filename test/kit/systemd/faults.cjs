/**
 * Loaded before the box (`--require`): at SIGUSR2 it does what FAULT in the environment names. `loop`: nothing else is done
 * any more; `flush`: whoever flushes a file waits for ever, in a thread, as a disk has it that does not answer (FIFO: a pipe
 * that nobody writes to); `heap`: more and more memory is held.
 */
const fs = require('node:fs');
const v8 = require('node:v8');

/** See src/interfaces/health/watchdog/heartbeat.ts. */
const YOUNG = 48 * 1024 * 1024;
const FULL = 0.94;

let hangs = false;
const { fdatasync } = fs;
fs.fdatasync = (descriptor, done) => {
  if (hangs) fs.open(process.env.FIFO, 'r', () => undefined);
  else fdatasync(descriptor, done);
};

const held = [];
function leak() {
  const { used_heap_size: used, heap_size_limit: limit } = v8.getHeapStatistics();
  if (used < FULL * (limit - YOUNG)) held.push(Array.from({ length: 4000 }, (_, number) => ({ number })));
}

const faults = {
  loop: () => {
    for (;;);
  },
  flush: () => {
    hangs = true;
  },
  heap: () => setInterval(leak, 5),
};

process.on('SIGUSR2', faults[process.env.FAULT] ?? (() => undefined));
