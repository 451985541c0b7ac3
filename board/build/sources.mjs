/**
 * The Debian sources of a release by its SBOM, each as `NAME=VERSION` for `apt-get source`: `node
 * board/build/sources.mjs FILE.cdx.json`.
 */
import { readFileSync } from 'node:fs';

const { components } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
const sources = components.flatMap(({ properties = [] }) =>
  properties.filter(({ name }) => name === 'kasirbox:debian-source').map(({ value }) => value),
);
process.stdout.write(`${[...new Set(sources)].sort().join('\n')}\n`);
