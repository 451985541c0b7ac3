import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { RUN_TYPESCRIPT } from '../kit/typescript.js';

/** `HISTORIES=1000000 npm run model`: both tests of histories at once, on two cores, without a limit of time. */
const FILES = ['exactlyOnce.lpfr.test.ts', 'exactlyOnce.vpfr.test.ts'];

function run(file: string): Promise<number> {
  const child = spawn(process.execPath, [...RUN_TYPESCRIPT, join(__dirname, file)], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

void Promise.all(FILES.map(run)).then((codes) => {
  process.exitCode = Math.max(...codes);
});
