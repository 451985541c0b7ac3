import * as assert from 'uvu/assert';
import { LANGUAGES, translate } from '../../../src/base/bilingual.js';
import { readFirstFile } from '../../../src/programs/board/firstFile.js';
import { completed, wipingOf } from '../../../src/programs/board/wipe.js';
import { COMPANY, ED25519, WHOLE, WIFI } from '../../programs/board/files.js';
import type { Target } from '../target.js';

const ODD = [
  `\ufeff${WHOLE.replaceAll('\n', '\r\n')}`,
  '[network]\ndns = [\n# a\n"1.1.1.1",\n"9.9.9.9"]\n',
  `[company]\n${Object.entries(COMPANY)
    .map(([name, value]) => `"${name}" = '${value}'`)
    .join('\n')}\n`,
  `[ssh]\nkey = ["${ED25519}"] # x\n`,
  `# tajna-lozinka\n${WIFI}\n[[wifi]]\n[a.b]\na.b = {c = 1979-05-27T07:32:00Z, d = [[1e9, nan]]}\n`,
];

/**
 * The file on the card: each mistake is reported in every language, and a correct file has no secret once it is wiped.
 */
export const firstFiles: Target = {
  name: 'first-file',
  share: 60,
  async open() {
    return {
      corpus: [WHOLE, WIFI, ...ODD].map((text) => Buffer.from(text)),
      read(input) {
        const read = readFirstFile(input);
        if (!read.ok) {
          const lines = input.toString('latin1').split('\n').length;
          for (const { line, text, values } of read.error) {
            assert.ok(line >= 1 && line <= lines, `line ${line} of ${lines}`);
            for (const language of LANGUAGES) assert.not.match(translate(text, language, values), /[\n\r]|undefined/);
          }
          return;
        }
        const { secrets } = read.value;
        const wiping = wipingOf({ bytes: input, mended: [] }, secrets, null);
        if (wiping === undefined) return;
        const { wiped } = wiping;
        assert.is(wiped.length, input.length);
        const again = readFirstFile(wiped);
        assert.ok(again.ok && again.value.secrets.length === 0, 'what was wiped can be read again');
        assert.equal(completed(wiped, wiping.wiping).bytes, wiped);
        const whole = readFirstFile(completed(input, wiping.wiping).bytes);
        assert.equal(whole.ok && whole.value.given, read.value.given, 'what was not torn says what it said');
      },
    };
  },
};
