// time limit: 300 s
// proof: documents
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { shareOf } from '../kit/cases.js';
import { freePort } from '../kit/port.js';
import { bundle, cleanUp, temporaryFolder } from '../kit/process.js';
import { blocksOf, DOCUMENTS, ROOT } from './documents.js';

/** Commands that other tests run: on a box, and what it answers is compared (`guide.test.ts`), and on an owner's server (`test/programs/fleet/guide.test.ts`). */
const GUIDES = ['docs/api.md', 'docs/fleet.md'];

/**
 * Every ```sh block of the README and of docs/ is run, in order, the README first, in one shell that stands in the
 * project. Blocks of another kind (```text, ```console, ```mermaid, ```json) only show something; ```ts is run by `test/sdk/package.test.ts`,
 * ```js by the test of what it is for.
 */
const SHOWN = ['text', 'console', 'mermaid', 'json', 'ts', 'js', 'python'];
const [README = '', ...OTHERS] = DOCUMENTS.filter((document) => !GUIDES.includes(document)).flatMap((document) => {
  const blocks = blocksOf(document).flatMap(({ kind, text }) => (kind === 'sh' ? [text] : []));
  return blocks.length === 0 ? [] : [[`: ${document}\n`, ...blocks].join('')];
});
const COMMANDS = [README, ...OTHERS].join('');
/** In CI one document behind the README, which starts the box. */
const RUN = [README, ...shareOf(OTHERS, OTHERS.length)].join('');
test.after(cleanUp);

/**
 * What these commands mean here. A box that is started runs in the background, as in another terminal,
 * until the end; its folder is also that of the commands that name none.
 */
const SESSION = `
set -euo pipefail
kasirbox() {
  if [[ " $* " == *' --data '* ]]; then node "$BUNDLE" "$@"; else node "$BUNDLE" "$@" --data "$KASIRBOX_DATA"; fi
}
start_box() {
  scripts/start >"$BANNER" 2>&1 &
  box=$!
  until grep -q 'Ctrl-C stops it' "$BANNER"; do
    if ! kill -0 "$box" 2>/dev/null; then cat "$BANNER"; exit 1; fi
    sleep 0.1
  done
}
# Another box, which ends again as by Ctrl-C. The rest of the commands are for the first one.
start_spare() {
  : >"$BANNER.spare"
  env "$@" scripts/start >"$BANNER.spare" 2>&1 &
  spare=$!
  until grep -q 'Ctrl-C stops it' "$BANNER.spare"; do
    if ! kill -0 "$spare" 2>/dev/null; then cat "$BANNER.spare"; exit 1; fi
    sleep 0.1
  done
  grep -q 'It has API keys already' "$BANNER.spare"
  kill -TERM "$spare"
  wait "$spare"
}
start_fake() {
  # Or what the one before has said would be taken for the word of this one.
  : >"$BANNER.fake"
  setsid npm run --silent "$1" -- "\${@:2}" </dev/null >"$BANNER.fake" 2>&1 &
  fakes+=("$!")
  until grep -q 'listens at' "$BANNER.fake"; do
    if ! kill -0 "$!" 2>/dev/null; then cat "$BANNER.fake"; exit 1; fi
    sleep 0.1
  done
}
fakes=()
box=
trap 'code=$?; trap - EXIT; for fake in "\${fakes[@]}"; do kill -TERM -- "-$fake" && wait "$fake" || true; done; if [[ -n $box ]]; then kill -TERM "$box"; wait "$box"; fi; exit "$code"' EXIT
set -x
`;

/** The commands, with the box in the background; the tests, of which this is one, are not run again. */
function script(ports: readonly number[]): string {
  const [lpfr, vpfr, printer, spare] = ports.map(String);
  const commands = RUN.replace(/^npm run (fake-\w+) -- (.*) &$/gm, 'start_fake $1 $2')
    .replaceAll('8888', lpfr ?? '')
    .replaceAll('9443', vpfr ?? '')
    .replaceAll('9100', printer ?? '')
    .replaceAll('9643', spare ?? '')
    // In a chain of && a failure would not end the script.
    .replace(/&&\n +((?:KASIRBOX_\w+=\S+ )+)scripts\/start$/gm, '\nstart_spare $1');
  return SESSION + commands.replace(/^scripts\/start$/gm, 'start_box').replace(/^scripts\/test$/gm, ':');
}

test('the documents show how to start, how to test, and the commands of the box', () => {
  for (const line of [/^scripts\/start$/m, /^scripts\/test$/m, /^kasirbox /m]) assert.match(COMMANDS, line);
});

test('each block of a document is of a known kind', () => {
  for (const document of DOCUMENTS) {
    for (const { kind, text } of blocksOf(document)) assert.ok(kind === 'sh' || SHOWN.includes(kind), document + text);
  }
});

test('every command that is shown works, one after the other', async () => {
  const folder = temporaryFolder();
  const env = {
    ...process.env,
    BUNDLE: bundle(),
    BANNER: join(folder, 'banner'),
    KASIRBOX_DATA: join(folder, 'data'),
    KASIRBOX_LISTEN: `127.0.0.1:${await freePort()}`,
  };
  const ports = await Promise.all([freePort(), freePort(), freePort(), freePort()]);
  const shell = spawn('bash', ['-c', script(ports)], { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'pipe'] });
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  }
  assert.is(await new Promise((done) => shell.on('close', done)), 0, output);
});

test.run();
