import { writeFileSync } from 'node:fs';
import { readOptions, USAGE } from './options.js';
import { catalogue, failed, jsonReport, summaryLine } from './report.js';
import { run } from './run.js';

/** The run was not possible, or did not come to its end. */
const IMPOSSIBLE = 2;

async function main(): Promise<number> {
  const options = readOptions(process.argv.slice(2), process.env);
  if (options instanceof Error) {
    process.stderr.write(`contract: ${options.message}\n\n${USAGE}`);
    return IMPOSSIBLE;
  }
  if (options === 'help' || options === 'list') {
    process.stdout.write(options === 'help' ? USAGE : catalogue());
    return 0;
  }
  const stop = new AbortController();
  process.once('SIGINT', () => stop.abort());
  const teller = {
    failure: (line: string) => process.stdout.write(`${line}\n`),
    progress: (line: string) => process.stderr.write(`${line}\n`),
  };
  const findings = await run(options, teller, stop.signal);
  if (options.json !== undefined) {
    writeFileSync(options.json, `${JSON.stringify(jsonReport(findings, options.url), null, 2)}\n`);
  }
  process.stdout.write(`${findings.calls} calls in ${findings.seconds} s\n${summaryLine(findings)}\n`);
  if (stop.signal.aborted) return IMPOSSIBLE;
  return failed(findings).size > 0 ? 1 : 0;
}

main().then(
  (code) => (process.exitCode = code),
  (error: unknown) => {
    process.stderr.write(`contract: ${error instanceof Error ? error.message : String(error)}\n`);
    process.exitCode = IMPOSSIBLE;
  },
);
