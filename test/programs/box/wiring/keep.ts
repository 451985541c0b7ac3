import { writeKept } from './kept.js';
import { look, type Shown } from './workers.js';

/** `node --import tsx test/programs/box/wiring/keep.ts` writes anew what the scenarios show: what is the same in each of some runs. */
const RUNS = 3;

async function main(): Promise<void> {
  const runs: Shown[] = [];
  for (let run = 0; run < RUNS; run += 1) runs.push((await look({})).shown);
  const [first = {}] = runs;
  const kept = Object.entries(first).map(([scenario, lines]) => {
    const always = lines.filter((line) => runs.every((run) => run[scenario]?.includes(line) === true));
    return [scenario, always.sort()] as const;
  });
  writeKept(Object.fromEntries(kept));
}

void main();
