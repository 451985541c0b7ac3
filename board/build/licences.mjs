/**
 * Licences for the SBOM, as expressions of SPDX 2.3 (annex D). A licence unknown to SPDX is `LicenseRef-…`, explained
 * by the texts in the image.
 */

/** Licences of npm packages whose statement is missing or not an expression, taken from their own licence files. */
const OF_NPM = {
  'dejavu-fonts-ttf': 'Bitstream-Vera',
  'png-js': 'MIT',
  unorm: 'MIT OR GPL-2.0-only',
};
/** Used SPDX identifiers by Debian's lower-case names, where the two differ. */
const OF_DEBIAN = {
  expat: 'MIT',
  artistic: 'Artistic-1.0-Perl',
  'artistic-2': 'Artistic-2.0',
  apache: 'Apache-2.0',
  'apache-2': 'Apache-2.0',
  'apache-2.0+': 'Apache-2.0',
  bsd2: 'BSD-2-Clause',
  'bsd-2-clauses': 'BSD-2-Clause',
  bsd3: 'BSD-3-Clause',
  'bsd-3': 'BSD-3-Clause',
  'bsd-3-clauses': 'BSD-3-Clause',
  cc0: 'CC0-1.0',
  'mit/x11': 'MIT',
  'mpl-2': 'MPL-2.0',
};
const IDENTIFIERS = [
  ...['0BSD', 'Apache-2.0', 'Artistic-1.0-Perl', 'Artistic-2.0', 'Bitstream-Vera', 'BSD-1-Clause', 'BSD-2-Clause'],
  ...['BSD-3-Clause', 'BSD-4-Clause', 'BSD-4-Clause-UC', 'BSL-1.0', 'bzip2-1.0.6', 'CC0-1.0', 'CC-BY-3.0', 'CC-BY-4.0'],
  ...['CC-BY-SA-3.0', 'CC-BY-SA-4.0', 'curl', 'FSFAP', 'FSFUL', 'FSFULLR', 'ISC', 'MIT', 'MIT-0', 'MPL-1.1', 'MPL-2.0'],
  ...[
    'OFL-1.1',
    'OLDAP-2.8',
    'OpenSSL',
    'PSF-2.0',
    'Python-2.0',
    'TCL',
    'Unicode-DFS-2016',
    'Unlicense',
    'X11',
    'Zlib',
  ],
];
const BY_NAME = new Map(IDENTIFIERS.map((id) => [id.toLowerCase(), id]));
const GNU_VERSIONS = {
  GPL: ['1.0', '2.0', '3.0'],
  LGPL: ['2.0', '2.1', '3.0'],
  AGPL: ['1.0', '3.0'],
  GFDL: ['1.1', '1.2', '1.3'],
};
const REFERENCE = 'LicenseRef-';

/** The licence of an npm package. Throws when it is unknown to SPDX, so that the image is not made with a wrong one. */
export function licenceOfNpm(name, stated) {
  const text = OF_NPM[name] ?? stated;
  if (text === undefined) throw new Error(`${name} states no licence: read it and add it to OF_NPM`);
  return joined(text, (id) => {
    const known = knownId(id);
    if (known === undefined) throw new Error(`${name}: SPDX has no licence ${id}: add it to OF_NPM`);
    return known;
  });
}

/**
 * The licences of a Debian package by its `copyright` file (DEP-5 or free text): all of them, since a component
 * contains files of several. Free text is represented by the licences of /usr/share/common-licenses that it refers to,
 * and by a reference to itself.
 */
export function licenceOfDebian(name, copyright) {
  const reference = (text) =>
    `${REFERENCE}Debian-${text
      .trim()
      .replace(/\+/g, '-or-later')
      .replace(/[^A-Za-z0-9.]+/g, '-')
      .replace(/^-|-$/g, '')}`;
  const isMachineReadable = /^format(-specification)?:\s*\S/im.test(copyright) && /^license:/im.test(copyright);
  const names = isMachineReadable
    ? Array.from(copyright.matchAll(/^license:[ \t]*(\S.*)$/gim), ([, short = '']) => short.trim())
    : Array.from(
        copyright.matchAll(/\/usr\/share\/common-licenses\/([A-Za-z0-9.-]*[A-Za-z0-9])/g),
        ([, common = '']) => common,
      );
  const found = new Set(names.map((text) => joined(text, (one) => knownId(one) ?? reference(one))));
  if (!isMachineReadable || found.size === 0) found.add(reference(`copyright-of-${name}`));
  return [...found]
    .sort()
    .map((one) => (found.size > 1 && / OR /.test(one) ? `(${one})` : one))
    .join(' AND ');
}

/** `A or B, and C` of DEP-5, or an SPDX expression: each name is mapped by `nameOf`. */
function joined(text, nameOf) {
  const inner = text.trim().replace(/^\((.*)\)$/, '$1');
  const groups = inner.split(/,\s+(and|or)\s+/i);
  return groups
    .map((group, n) => {
      if (n % 2 === 1) return group.toUpperCase();
      const words = group
        .split(/\s+(and|or)\s+/i)
        .map((word, at) => (at % 2 === 1 ? word.toUpperCase() : nameOf(word)));
      return groups.length > 1 && words.length > 1 ? `(${words.join(' ')})` : words.join(' ');
    })
    .join(' ');
}

function knownId(name) {
  const plain = name.toLowerCase().replace(/-license$/, '');
  const [, family = '', version = '', minor = '0', later] =
    /^(l?gpl|agpl|gfdl)-?v?(\d)(?:\.(\d))?(?:\.0)?(\+|-or-later|-only)?$/.exec(plain) ?? [];
  if (GNU_VERSIONS[family.toUpperCase()]?.includes(`${version}.${minor}`) === true) {
    return `${family.toUpperCase()}-${version}.${minor}-${later === '+' || later === '-or-later' ? 'or-later' : 'only'}`;
  }
  return BY_NAME.get(plain) ?? OF_DEBIAN[plain];
}
