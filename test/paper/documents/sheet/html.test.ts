import { createHash } from 'node:crypto';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { describeSheet } from '../../../../src/paper/documents/sheet/describe.js';
import { drawHtml, type HtmlOptions, PRINT_SCRIPT, readOrigin } from '../../../../src/paper/documents/sheet/html.js';
import { PAPERS } from '../../../../src/paper/documents/sheet/sheet.js';
import { draft, line } from '../../journal/drafts.js';
import { COPY_REFUND, goods, HIGH_REFUND, issued, SALE } from '../../journal/invoices.js';

type HtmlSheet = ReturnType<typeof drawHtml>;

function html(of = SALE, options: Partial<HtmlOptions> = {}): HtmlSheet {
  return drawHtml(describeSheet(issued(of), 'a4'), { base: '', print: false, ...options });
}

test('the sheet is between its two comments, once', () => {
  for (const paper of PAPERS) {
    const { html } = drawHtml(describeSheet(issued(SALE), paper), { base: '', print: false });
    assert.is(html.match(/<!--sheet-->/g)?.length, 1);
    assert.match(html, /<!--sheet-->\n<main>[^]*<\/main>\n<!--\/sheet-->/);
  }
});

test('each paper prints on its own size', () => {
  const sizes = PAPERS.map((paper) => {
    const { html } = drawHtml(describeSheet(issued(SALE), paper), { base: '', print: false });
    return /@page\{size:([^;]+);/.exec(html)?.[1];
  });
  assert.equal(sizes, ['210mm 297mm', '148mm 210mm', '210mm 297mm']);
});

test('every class that is drawn has a style', () => {
  for (const paper of PAPERS) {
    for (const sale of [SALE, COPY_REFUND, HIGH_REFUND]) {
      const sheet = describeSheet(issued(sale, { environment: 'sandbox' }), paper);
      const { html } = drawHtml(sheet, { base: '', print: false });
      const style = /<style>([^]*)<\/style>/.exec(html)?.[1] ?? '';
      const classes = [...html.matchAll(/ class="([^"]+)"/g)].flatMap(([, names = '']) => names.split(' '));
      assert.ok(classes.includes('banner'));
      for (const name of classes) assert.match(style, new RegExp(`\\.${name}\\b`), name);
    }
  }
});

test('every value is escaped', () => {
  const evil = `<script>"&'</script><!--/sheet-->`;
  const item = { ...line(evil, 'Ђ', 100), unit: evil };
  const page = html(draft('Normal', 'Sale', [item], { cashier: evil, adText: evil, referentNumber: evil }));
  assert.not.match(page.html, /<script/);
  assert.is(page.html.match(/<!--\/sheet-->/g)?.length, 1);
  assert.match(page.html, '&lt;script&gt;&quot;&amp;&#39;&lt;/script&gt;&lt;!--/sheet--&gt;');
});

test('the policy allows the style of the page and the fonts of the box, and nothing else', () => {
  const page = html();
  const style = /<style>([^]*)<\/style>/.exec(page.html)?.[1] ?? '';
  const hash = createHash('sha256').update(style).digest('base64');
  assert.is(
    page.contentSecurityPolicy,
    `default-src 'none'; style-src 'sha256-${hash}'; font-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
  );
  assert.not.match(page.html, / style=|<script|javascript:|<img|<link/);
});

/** The policy by directive. */
function directives({ contentSecurityPolicy }: HtmlSheet): Record<string, string> {
  const parts = contentSecurityPolicy.split('; ').map((part) => part.split(' '));
  return Object.fromEntries(parts.map(([name = '', ...sources]) => [name, sources.join(' ')]));
}

test('a sheet runs one script, that of the box, which the policy knows by its hash, whatever base is', () => {
  for (const base of ['', 'https://kasa.local:8443', 'http://evil.example', 'https://[::1]:8443']) {
    const page = html(SALE, { base, print: true });
    const scripts = [...page.html.matchAll(/<script([^>]*)>([^]*?)<\/script>/g)];
    assert.equal(
      scripts.map(([, attributes, text]) => [attributes, text]),
      [['', PRINT_SCRIPT]],
    );
    const hash = createHash('sha256').update(PRINT_SCRIPT).digest('base64');
    const { 'style-src': style, ...others } = directives(page);
    assert.match(style ?? '', /^'sha256-[\w+/]+=*'$/);
    assert.equal(others, {
      'default-src': "'none'",
      'font-src': base === '' ? "'self'" : base,
      'script-src': `'sha256-${hash}'`,
      'base-uri': "'none'",
      'form-action': "'none'",
      'frame-ancestors': "'none'",
    });
    assert.is(directives(html(SALE, { base }))['script-src'], undefined);
  }
});

test('fonts come from the origin of the caller, and nothing else does', () => {
  const page = html(SALE, { base: 'https://kasa.local:8443', print: true });
  assert.match(page.html, 'src:local("Inter Regular"),url("https://kasa.local:8443/fonts/Inter_400Regular.ttf")');
  const [link = ''] = /https:\/\/suf\.purs\.gov\.rs[^"]*/.exec(page.html) ?? [];
  assert.is(page.html.replaceAll(link, '').match(/https?:\/\//g)?.length, 3, 'what is not the link of the receipt');
});

test('no number is broken in two', () => {
  const page = html(HIGH_REFUND).html;
  assert.match(page, '<td class="right">-6.999.999.999.930,00</td>');
  assert.match(page, 'td.right{white-space:nowrap}');
  assert.match(page, '<dd>7.010.009.999.920,00 RSD</dd>');
  assert.match(page, '.sums dd,.box dd{white-space:nowrap}');
});

test('only an http(s) origin is one', () => {
  for (const [text, origin] of [
    ['https://kasa.local', 'https://kasa.local'],
    ['http://192.168.1.20:8443/', 'http://192.168.1.20:8443'],
    ['HTTPS://Kasa.Local:443', 'https://kasa.local'],
    ['http://[::1]:80', 'http://[::1]'],
  ] as const) {
    assert.is(readOrigin(text), origin);
  }
  for (const text of [
    '',
    'kasa.local',
    'javascript:alert(1)',
    'ftp://kasa.local',
    'https://kasa.local/x',
    'https://kasa.local?x',
    'https://a@kasa.local',
    "https://kasa.local;script-src'",
    'https://kasa"local',
    'https://kasa.local:99999',
    'https://kasa.local\n',
    ' https://kasa.local',
    'https://*',
  ]) {
    assert.is(readOrigin(text), undefined, text);
  }
});

test('the QR code is drawn 42 to 45 mm wide with four free modules on each side', () => {
  const [, width, box] = /<svg width="([\d.]+)mm" height="\1mm" viewBox="([^"]+)"/.exec(html().html) ?? [];
  const [x, y, side, high] = (box ?? '').split(' ').map(Number);
  assert.equal([x, y, side], [-4, -4, high]);
  const codeMm = (Number(width) * (side! - 8)) / side!;
  assert.ok(codeMm >= 42 && codeMm <= 45, `${codeMm}`);
});

test('the sentence of papers that are no fiscal receipts is twice as large as anything else', () => {
  const page = html(COPY_REFUND).html;
  const sizes = Array.from(page.matchAll(/([\d.]+)pt(?=[/; }])/g), ([, size]) => Number(size)).filter(
    (size) => size > 5,
  );
  const [largest = 0, ...others] = [...new Set(sizes)].sort((a, b) => b - a);
  assert.match(page, `.sentence{font-size:${largest}pt`);
  assert.ok(largest >= 2 * Math.max(...others), sizes.join());
  assert.match(page, '<pre class="large">\nОВО НИЈЕ\nФИСКАЛНИ РАЧУН</pre>');
  assert.match(page, '.large{font-size:2em');
});

test('20 lines with the longest link take at most 60 KB', () => {
  const sheet = describeSheet(issued(draft('Normal', 'Sale', goods(20)), { internalBytes: 512 }), 'a4');
  const bytes = Buffer.byteLength(drawHtml(sheet, { base: 'https://kasa.local', print: true }).html);
  assert.ok(bytes <= 60_000, `${bytes} bytes`);
});

test('the code and the words below it lead to the verification page, and nowhere when that is no address', () => {
  const invoice = issued(SALE);
  const of = (verificationUrl: string): string =>
    drawHtml(describeSheet({ ...invoice, signature: { ...invoice.signature, verificationUrl } }, 'a4'), {
      base: '',
      print: false,
    }).html;
  const link = 'https://suf.purs.gov.rs/v/?vl=A1&x="><script>';
  const page = of(link);
  const address = '<a href="https://suf.purs.gov.rs/v/?vl=A1&amp;x=&quot;&gt;&lt;script&gt;">';
  assert.is(page.split(address).length, 3);
  assert.match(page, `${address}Проверите рачун</a>`);
  assert.not.match(of('javascript:alert(1)'), '<a ');
});

test('what stands in the lower margin of printed pages cannot end its string', () => {
  const invoice = issued(SALE);
  const company = { ...invoice.signature.company, name: 'a"}</style><script>\\' };
  const { html: page } = drawHtml(describeSheet({ ...invoice, signature: { ...invoice.signature, company } }, 'a4'), {
    base: '',
    print: false,
  });
  const style = /<style>([^]*?)<\/style>/.exec(page)?.[1] ?? '';
  assert.match(style, 'a\\22 }\\3c /style>\\3c script>\\5c ');
  assert.match(style, '@media print{');
});

// Requirement P30 of an ESIR, on sheets: what has a size of its own is measured against the two large sentences.
test('the sentence that it is no fiscal receipt is twice the size of all else, on paper and on a phone', () => {
  for (const paper of ['a4', 'a5', 'a4slip'] as const) {
    const { html } = drawHtml(describeSheet(issued(COPY_REFUND), paper), { base: '', print: false });
    const style = html.slice(html.indexOf('<style>'), html.indexOf('</style>'));
    const [onPaper = '', onPhone = ''] = style.split('@media screen');
    for (const [rules, unit] of [
      [onPaper, 'pt'],
      [onPhone, 'px'],
    ] as const) {
      const sizes = [...rules.matchAll(new RegExp(`([^{}]*)\\{[^{}]*font(?:-size)?:([\\d.]+)${unit}`, 'g'))];
      const sentence = sizes.find(([, name = '']) => name.trim().endsWith('.sentence'));
      const others = sizes.filter((size) => size !== sentence).map(([, , size]) => Number(size));
      assert.ok(
        others.length > 0 && Number(sentence?.[2]) >= 2 * Math.max(...others),
        `${paper} ${unit}: ${others.join()}`,
      );
    }
    assert.match(onPaper, /\.large\{font-size:2em/, 'of the slip itself');
  }
});

test.run();
