/**
 * Prints the components of the image, as CycloneDX 1.6 (cyclonedx.org): `node board/build/sbom.mjs PACKAGES DOC`.
 * PACKAGES lists Debian's packages; each line has name, version, and those of its source. DOC is their /usr/share/doc.
 * The same content gives the same bytes.
 */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { licenceOfDebian, licenceOfNpm } from './licences.mjs';

const read = (path) => JSON.parse(readFileSync(path, 'utf8'));

const project = read('package.json');
const node = read('board/node.json');

const hexOf = (integrity) => Buffer.from(integrity.replace(/^sha512-/, ''), 'base64').toString('hex');
const component = (type, name, version, purl, more = {}) => ({ type, 'bom-ref': purl, name, version, purl, ...more });
const hashed = (integrity) =>
  integrity?.startsWith('sha512-') ? { hashes: [{ alg: 'SHA-512', content: hexOf(integrity) }] } : {};
const licensed = (expression) => ({ licenses: [{ expression }] });

const [, , list, doc] = process.argv;
const debian = readFileSync(list, 'utf8')
  .trim()
  .split('\n')
  .map((line) => line.split(' '))
  .map(([name, version, source, sourceVersion]) => {
    const purl = `pkg:deb/debian/${encodeURIComponent(name)}@${encodeURIComponent(version)}?arch=arm64&distro=trixie`;
    return component('library', name, version, purl, {
      ...licensed(licenceOfDebian(name, readFileSync(join(doc, name, 'copyright'), 'utf8'))),
      properties: [{ name: 'kasirbox:debian-source', value: `${source}=${sourceVersion}` }],
    });
  });

/** Packages in the bundle; those that only build and test it are left out. */
const packages = Object.entries(read('package-lock.json').packages)
  .filter(([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true)
  .map(([path, { version, integrity, license }]) => {
    const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
    const purl = `pkg:npm/${name.replace('@', '%40')}@${version}`;
    return component('library', name, version, purl, {
      ...licensed(licenceOfNpm(name, license)),
      ...hashed(integrity),
    });
  });

const runtime = component('platform', 'node', node.version, `pkg:npm/${node.package}@${node.version}`, {
  ...licensed('MIT'),
  ...hashed(node.integrity),
});

const byRef = new Map([...debian, runtime, ...packages].map((one) => [one['bom-ref'], one]));
const components = [...byRef.values()];
const digest = createHash('sha256').update(JSON.stringify(components)).digest('hex');
const own = `pkg:generic/kasirbox@${project.version}`;
const bom = {
  bomFormat: 'CycloneDX',
  specVersion: '1.6',
  serialNumber: `urn:uuid:${digest.slice(0, 8)}-${digest.slice(8, 12)}-4${digest.slice(13, 16)}-8${digest.slice(17, 20)}-${digest.slice(20, 32)}`,
  version: 1,
  metadata: {
    timestamp: new Date(Number(process.env.SOURCE_DATE_EPOCH) * 1000).toISOString(),
    component: component('operating-system', 'kasirbox', project.version, own, licensed(project.license)),
  },
  components,
};
process.stdout.write(`${JSON.stringify(bom, null, 2)}\n`);
