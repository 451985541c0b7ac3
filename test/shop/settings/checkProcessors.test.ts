import { english } from '../../../src/base/index.js';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { checkSetting } from '../../../src/shop/settings/check.js';
import { DEFAULTS } from './checking.js';
import { inEnglish } from '../../kit/inEnglish.js';

/** What is said when both environments get these processors, in either order; undefined: both were taken. */
function shared(sandbox: object, production: object): string | undefined {
  const refusals = (['pfr.sandbox', 'pfr.production'] as const).map((last) => {
    const both = { ...DEFAULTS, 'pfr.sandbox': sandbox, 'pfr.production': production } as typeof DEFAULTS;
    const checked = checkSetting(last, both[last], { ...both, [last]: DEFAULTS[last] });
    return checked.ok ? undefined : checked.error;
  });
  assert.is(inEnglish(refusals[0]), inEnglish(refusals[1]));
  return refusals[0] && english(refusals[0]);
}

/** The kinds of processor that can have this address. */
const modesOf = (url: string): readonly string[] => (url.startsWith('https:') ? ['lpfr', 'vpfr'] : ['lpfr']);

test('the same processor for both environments is refused, however its address is written', () => {
  const url = 'http://192.168.1.20:7555/token';
  for (const [one, other] of [
    [url, url],
    [url, `${url}/`],
    [url, 'http://192.168.1.20:7555/./token//'],
    [url, 'https://192.168.1.20:07555/token'],
    ['https://lpfr.local', 'https://LPFR.local.:443/'],
    ['http://lpfr.local', 'http://lpfr%2Elocal:80'],
    ['https://lpfr.local', 'http://lpfr.local:443'],
  ] as const) {
    for (const first of modesOf(one)) {
      for (const second of modesOf(other)) {
        const error = shared({ mode: first, url: one }, { mode: second, url: other });
        assert.match(error ?? 'accepted', /^pfr\.sandbox and pfr\.production: .*same address/, `${one} ${other}`);
      }
    }
  }
});

test('the same certificate for both environments is refused, without a word of its secret', () => {
  const vpfr = (url: string, pac: string): object => ({ mode: 'vpfr', url, pac });
  const error = shared(vpfr('https://10.0.0.1', 'SECRET'), vpfr('https://10.0.0.2', 'SECRET')) ?? 'accepted';
  assert.match(error, /^pfr\.sandbox and pfr\.production: .*same certificate/);
  assert.not.match(error, /SECRET/);
});

test('two processors, two cards of one processor, and the demo twice are accepted', () => {
  const lpfr = (url: string): object => ({ mode: 'lpfr', url });
  assert.is(shared({ mode: 'demo' }, { mode: 'demo' }), undefined);
  assert.is(shared(lpfr('http://10.0.0.1:7555'), lpfr('http://10.0.0.1:7556')), undefined);
  assert.is(shared(lpfr('http://10.0.0.1:7555/a'), lpfr('http://10.0.0.1:7555/b')), undefined);
  const vpfr = { mode: 'vpfr', url: 'https://10.0.0.1' };
  assert.is(shared({ ...vpfr, pac: 'AAAAAA' }, { ...vpfr, url: 'https://10.0.0.2', pac: 'BBBBBB' }), undefined);
  assert.is(shared(vpfr, { ...vpfr, url: 'https://10.0.0.2' }), undefined, 'no pac twice');
});

const wrongSide = (environment: 'sandbox' | 'production', url: string): string => {
  const checked = checkSetting(`pfr.${environment}`, { mode: 'lpfr', url }, DEFAULTS);
  return checked.ok ? 'accepted' : english(checked.error);
};

/** Ways to write a host that a connection takes for the same. */
const DISGUISES: readonly ((host: string) => string)[] = [
  (host) => `https://${host}`,
  (host) => `http://${host}:8888/token/path`,
  (host) => `https://${host.toUpperCase()}`,
  (host) => `https://${host}.`,
  (host) => `https://${host}.:443/`,
  (host) => `https://${host}../`,
  (host) => `https://api.new.${host}/`,
  (host) => `https://${host.replaceAll('.', '%2E')}/`,
  (host) => `https://${host.replace('suf', 's%75f')}/`,
  (host) => `https://${host.replaceAll('.', '。')}/`,
  (host) => `https://${host.replace('purs', 'ｐｕｒｓ')}/`,
  (host) => `https://${host.replace('purs', 'p\u00adurs')}/`,
];

test('the application refuses to point production at a test address or the reverse, however it is written', () => {
  for (const disguise of DISGUISES) {
    for (const host of ['sandbox.suf.purs.gov.rs', 'vsdc.sandbox.suf.purs.gov.rs']) {
      assert.match(wrongSide('production', disguise(host)), /^pfr\.production: .*test system/, disguise(host));
      assert.is(wrongSide('sandbox', disguise(host)), 'accepted', disguise(host));
    }
    for (const host of ['suf.purs.gov.rs', 'vsdc.suf.purs.gov.rs']) {
      assert.match(wrongSide('sandbox', disguise(host)), /^pfr\.sandbox: .*production system/, disguise(host));
      assert.is(wrongSide('production', disguise(host)), 'accepted', disguise(host));
    }
  }
});

test('an address with backslashes or with a name before @ is none, on either side', () => {
  const host = 'vsdc.sandbox.suf.purs.gov.rs';
  for (const url of [
    `https:\\\\${host}`,
    `https://\\${host}`,
    `https://a@${host}`,
    `https://${host}\\.a.rs`,
    `https://a\\@${host}`,
  ]) {
    assert.match(wrongSide('production', url), /must be an address/, url);
    assert.match(wrongSide('sandbox', url), /must be an address/, url);
  }
});

test('hosts that only look like those of the authority are nobody’s', () => {
  for (const host of ['notsuf.purs.gov.rs', 'suf.purs.gov.rs.example.com', 'vsdc-suf-purs-gov-rs.local', '10.0.0.5']) {
    assert.is(wrongSide('production', `https://${host}`), 'accepted');
    assert.is(wrongSide('sandbox', `https://${host}`), 'accepted');
  }
});

test.run();
