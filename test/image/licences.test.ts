import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { building } from '../kit/image/card.js';
import { cleanUp, temporaryFolder } from '../kit/process.js';
import { blocksOf, ROOT } from '../house/documents.js';

/** Licences of the SBOM, and the sources that its GPL parts oblige to offer. */
/** Identifiers of the SPDX list, 3.25, as far as they occur. */
const SPDX = new Set(
  `0BSD Apache-2.0 Artistic-1.0-Perl Artistic-2.0 Bitstream-Vera BSD-1-Clause BSD-2-Clause BSD-3-Clause BSD-4-Clause BSD-4-Clause-UC
  BSL-1.0 bzip2-1.0.6 CC0-1.0 CC-BY-3.0 CC-BY-4.0 CC-BY-SA-3.0 CC-BY-SA-4.0 curl FSFAP FSFUL FSFULLR ISC MIT MIT-0 MPL-1.1 MPL-2.0
  OFL-1.1 OLDAP-2.8 OpenSSL PSF-2.0 Python-2.0 TCL Unicode-DFS-2016 Unlicense X11 Zlib
  GPL-1.0-only GPL-1.0-or-later GPL-2.0-only GPL-2.0-or-later GPL-3.0-only GPL-3.0-or-later
  LGPL-2.0-only LGPL-2.0-or-later LGPL-2.1-only LGPL-2.1-or-later LGPL-3.0-only LGPL-3.0-or-later
  AGPL-1.0-only AGPL-3.0-only AGPL-3.0-or-later
  GFDL-1.1-only GFDL-1.1-or-later GFDL-1.2-only GFDL-1.2-or-later GFDL-1.3-only GFDL-1.3-or-later`.split(/\s+/),
);

/** Annex D of SPDX 2.3: `AND` and `OR` between identifiers, references and parentheses. */
function assertExpression(text: string): void {
  const words = text.match(/\(|\)|[^\s()]+/g) ?? [];
  let depth = 0;
  let needsName = true;
  for (const word of words) {
    if (word === '(' || word === ')') {
      assert.is(needsName, word === '(', text);
      depth += word === '(' ? 1 : -1;
      assert.ok(depth >= 0, text);
    } else if (needsName) {
      assert.ok(SPDX.has(word) || /^LicenseRef-[A-Za-z0-9.-]+$/.test(word), `${word} in ${text}`);
      needsName = false;
    } else {
      assert.match(word, /^(AND|OR)$/, text);
      needsName = true;
    }
  }
  assert.ok(depth === 0 && !needsName, `"${text}"`);
}

/** Plain JavaScript, as all that makes an image. */
interface Licences {
  readonly licenceOfDebian: (name: string, copyright: string) => string;
  readonly licenceOfNpm: (name: string, stated: string | undefined) => string;
}

let licences: Licences;
test.before(async () => {
  licences = (await import(pathToFileURL(join(ROOT, 'board/build/licences.mjs')).href)) as Licences;
});

interface Locked {
  readonly license?: string;
  readonly dev?: boolean;
  readonly devOptional?: boolean;
}

test('each package of the lock file that is shipped has a licence that SPDX knows', () => {
  const { packages } = JSON.parse(readFileSync(join(ROOT, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  for (const [path, { license, dev, devOptional }] of Object.entries(packages)) {
    if (path === '' || dev === true || devOptional === true) continue;
    assertExpression(licences.licenceOfNpm(path.slice(path.lastIndexOf('node_modules/') + 13), license));
  }
  assert.is(licences.licenceOfNpm('x', '(BSD-3-Clause OR GPL-2.0)'), 'BSD-3-Clause OR GPL-2.0-only');
  assert.is(licences.licenceOfNpm('x', 'MIT or Apache-2.0'), 'MIT OR Apache-2.0');
});

test('a package with an unknown licence stops the image', () => {
  for (const stated of [undefined, 'SEE LICENSE IN README.md', 'Custom', '']) {
    assert.throws(() => licences.licenceOfNpm('x', stated), /add it to OF_NPM/);
  }
});

test('a package of Debian has all licences of its copyright file, and what SPDX does not name as a reference', () => {
  const format = 'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/\n\nFiles: *\n';
  for (const [text, expression] of [
    ['License: GPL-2+\n', 'GPL-2.0-or-later'],
    ['License: Expat\nLicense: GPL-2\n text\nLicense: Expat\n', 'GPL-2.0-only AND MIT'],
    [
      'License: GPL-2+ or Artistic\nLicense: LGPL-2.1+\n',
      '(GPL-2.0-or-later OR Artistic-1.0-Perl) AND LGPL-2.1-or-later',
    ],
    ['License: GPL-2+ or MIT, and BSD-3-clause\n', '(GPL-2.0-or-later OR MIT) AND BSD-3-Clause'],
    ['License: GPL-2+ with OpenSSL exception\n', 'LicenseRef-Debian-GPL-2-or-later-with-OpenSSL-exception'],
    ['License: public-domain\n', 'LicenseRef-Debian-public-domain'],
  ] as const) {
    const found = licences.licenceOfDebian('x', format + text);
    assert.is(found.split(' AND ').sort().join(), expression.split(' AND ').sort().join(), text);
    assertExpression(found);
  }
  const free =
    'This is free software.\nSee /usr/share/common-licenses/GPL-2, and /usr/share/common-licenses/LGPL-2.1.\n';
  assert.is(
    licences.licenceOfDebian('libx1', free),
    'GPL-2.0-only AND LGPL-2.1-only AND LicenseRef-Debian-copyright-of-libx1',
  );
  assert.is(licences.licenceOfDebian('x', 'All rights given away.'), 'LicenseRef-Debian-copyright-of-x');
});

test('whatever the packages of this machine state comes out as an expression', () => {
  const doc = '/usr/share/doc';
  for (const name of existsSync(doc) ? readdirSync(doc) : []) {
    const file = join(doc, name, 'copyright');
    if (existsSync(file)) assertExpression(licences.licenceOfDebian(name, readFileSync(file, 'latin1')));
  }
});

/** The SBOM of a system of two packages that come from one source. */
function makeSbom(folder: string): string {
  for (const name of ['libx1', 'x-tools']) {
    mkdirSync(join(folder, 'doc', name), { recursive: true });
    writeFileSync(join(folder, 'doc', name, 'copyright'), 'See /usr/share/common-licenses/GPL-3.\n');
  }
  writeFileSync(join(folder, 'packages'), 'libx1 1:2.0-1+b3 x 1:2.0-1\nx-tools 1:2.0-1 x 1:2.0-1\n');
  const env = { ...process.env, SOURCE_DATE_EPOCH: '1700000000' };
  const args = ['board/build/sbom.mjs', join(folder, 'packages'), join(folder, 'doc')];
  return execFileSync(process.execPath, args, { cwd: ROOT, env, encoding: 'utf8' });
}

test('each component of the SBOM has a licence', () => {
  const { components, metadata } = JSON.parse(makeSbom(temporaryFolder())) as {
    components: { name: string; licenses?: { expression: string }[] }[];
    metadata: { component: { licenses: { expression: string }[] } };
  };
  assert.ok(components.length > 50);
  for (const { name, licenses = [] } of [...components, { name: 'kasirbox', ...metadata.component }]) {
    assert.is(licenses.length, 1, name);
    assertExpression(licenses[0]?.expression ?? '');
  }
});

test('the command of the documentation fetches the source of each package once, in its very version', () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'kasirbox-1.0.0-arm64.cdx.json'), makeSbom(folder));
  const command = blocksOf('docs/release.md').find(
    ({ kind, text }) => kind === 'console' && text.includes('sources.mjs'),
  );
  assert.ok(command);
  mkdirSync(join(folder, 'board'));
  const script = `cd "$1"; ln -s "$OLDPWD/board/build" board/build; mkdir bin
    printf '#!/bin/sh\\necho "apt-get $*" >>calls\\n' >bin/apt-get; chmod +x bin/apt-get; PATH=$PWD/bin:$PATH; ${command.text}`;
  building(script, folder);
  const calls = readFileSync(join(folder, 'calls'), 'utf8');
  assert.is(calls, 'apt-get source --download-only x=1:2.0-1\n');
});

test('the offer of sources is on the card and in the system, in both languages, with its version', () => {
  const offer = building('. board/build/slot.sh; version=1.2.3; source_offer');
  assert.match(offer, /^kasirbox 1\.2\.3\n/);
  for (const words of ['изворни код', 'три године', 'source code', 'three years']) assert.match(offer, words);
});

test.after(cleanUp);
test.run();
