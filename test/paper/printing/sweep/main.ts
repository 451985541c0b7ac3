import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { TRANSPORTS } from './cables.js';
import { caseOf } from './case.js';
import { RUN_TYPESCRIPT } from '../../../kit/typescript.js';

/** `SWEEP=20000 npm run sweep`: one transport after the other, since pseudo terminals are slow beside others. `CASE='…' npm run sweep`: one case, as a failing sweep printed it. */
const given = process.env['CASE'];
const wanted = given === undefined ? TRANSPORTS : [caseOf(given).transport];

function run(transport: string): Promise<number> {
  const isSlow = transport === 'serial' || transport === 'lp';
  const file = join(__dirname, `${transport}${isSlow ? '.alone' : ''}.test.ts`);
  const child = spawn(process.execPath, [...RUN_TYPESCRIPT, file], { stdio: 'inherit' });
  return new Promise((resolve) => child.on('exit', (code) => resolve(code ?? 1)));
}

async function runAll(): Promise<void> {
  for (const transport of wanted) process.exitCode = Math.max(Number(process.exitCode ?? 0), await run(transport));
}

void runAll();
