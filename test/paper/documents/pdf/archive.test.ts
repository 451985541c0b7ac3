// time limit: 300 s
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { drawPdf, receiptData } from '../../../../src/paper/documents/pdf/draw.js';
import { describeSheet } from '../../../../src/paper/documents/sheet/describe.js';
import { PAPERS, type Paper } from '../../../../src/paper/documents/sheet/sheet.js';
import type { IssuedInvoice } from '../../../../src/platform/ledger/invoice.js';
import { draft } from '../../journal/drafts.js';
import { COPY_REFUND, goods, issued, SALE } from '../../journal/invoices.js';
import { needsQpdf, runOn } from '../sheet/texts.js';
import { Turns } from '../../../kit/turns.js';

/** Each draws PDFs, and asks other programs what is in them. */
const turns = new Turns(3);

/** An object of a PDF as qpdf shows it: names begin with `/`, references are `12 0 R`, texts begin with `u:`. */
type Value = string | number | boolean | null | readonly Value[] | { readonly [key: string]: Value | undefined };
type Dictionary = Extract<Value, { readonly [key: string]: unknown }>;

interface Opened {
  readonly version: string;
  readonly trailer: Dictionary;
  readonly objects: readonly Dictionary[];
  /** The value behind references. */
  readonly at: (value: Value | undefined) => Dictionary;
}

function pdfOf(invoice: IssuedInvoice, paper: Paper): Promise<Buffer> {
  return drawPdf(describeSheet(invoice, paper), receiptData(invoice));
}

/** Reads all objects of a PDF. */
function open(pdf: Buffer): Opened {
  const json = JSON.parse(runOn(pdf, 'qpdf', ['--json=2', '--json-key=qpdf', 'FILE']).toString()) as {
    readonly qpdf: readonly [
      { readonly pdfversion: string },
      Readonly<Record<string, { readonly value?: Value; readonly stream?: { readonly dict: Dictionary } }>>,
    ];
  };
  const [{ pdfversion }, all] = json.qpdf;
  const valueOf = (key: string): Value => all[key]?.stream?.dict ?? all[key]?.value ?? null;
  const dictionary = (value: Value | undefined): Dictionary =>
    value !== null && typeof value === 'object' && !Array.isArray(value) ? (value as Dictionary) : {};
  return {
    version: pdfversion,
    trailer: dictionary(valueOf('trailer')),
    objects: Object.keys(all).map((key) => dictionary(valueOf(key))),
    at: (value) => dictionary(typeof value === 'string' && / R$/.test(value) ? valueOf(`obj:${value}`) : value),
  };
}

function list(value: Value | undefined): readonly Value[] {
  return Array.isArray(value) ? (value as readonly Value[]) : [];
}

const RECEIPTS: readonly IssuedInvoice[] = [
  issued(SALE),
  issued(COPY_REFUND, { mode: 'demo', environment: 'sandbox' }),
  issued(draft('Normal', 'Sale', goods(130), { adText: 'Хвала – hvala!' })),
];

needsQpdf(
  'qpdf finds nothing wrong with any paper',
  async () => {
    for (const paper of PAPERS)
      for (const invoice of RECEIPTS) {
        const said = runOn(await pdfOf(invoice, paper), 'qpdf', ['--check', 'FILE']).toString();
        assert.match(said, /No syntax or stream encoding errors found/);
      }
  },
  turns,
);

// The clauses of ISO 19005-3 (PDF/A-3) that what the box draws can break.
needsQpdf(
  'a PDF keeps the rules of archives: PDF/A-3b',
  async () => {
    for (const paper of PAPERS) {
      for (const invoice of RECEIPTS) {
        const { version, trailer, objects, at } = open(await pdfOf(invoice, paper));
        const root = at(trailer['/Root']);
        assert.is(version, '1.7');
        assert.is(list(trailer['/ID']).length, 2, '6.1.3: the file has an identifier');
        assert.is(trailer['/Encrypt'], undefined, '6.1.3: nothing is encrypted');
        const [intent] = list(root['/OutputIntents']).map(at);
        assert.is(intent?.['/S'], '/GTS_PDFA1', '6.2.3: colours are those of a profile');
        assert.is(at(intent?.['/DestOutputProfile'])['/N'], 3);
        for (const font of objects.filter((one) => one['/Type'] === '/FontDescriptor'))
          assert.ok(font['/FontFile2'] !== undefined, '6.2.11.4: every font is embedded');
        for (const font of objects.filter((one) => one['/Subtype'] === '/Type0'))
          assert.ok(font['/ToUnicode'] !== undefined, '6.2.11.7: text can be read');
        const annotations = objects.filter((one) => one['/Type'] === '/Annot');
        assert.is(annotations.length, 2);
        for (const annotation of annotations) {
          assert.is(annotation['/F'], 4, '6.3.2: it is printed, and not hidden');
          assert.is(at(annotation['/A'])['/S'], '/URI', '6.5.1: no action but to follow a link');
        }
        for (const one of objects) {
          assert.is(one['/JS'] ?? one['/AA'] ?? one['/XFA'], undefined, '6.5: no program in the file');
          assert.not.ok(one['/S'] === '/JavaScript' || one['/S'] === '/Launch');
          assert.is(one['/SMask'] ?? one['/LZWDecode'], undefined);
        }
        const [file] = list(root['/AF']).map(at);
        assert.is(file?.['/AFRelationship'], '/Data', '6.8: what an attached file is to the document');
        assert.equal([file?.['/F'], file?.['/UF']], ['u:racun.json', 'u:racun.json']);
        const stream = at(at(file?.['/EF'])['/F']);
        assert.is(stream['/Subtype'], '/application/json');
        assert.ok(at(stream['/Params'])['/ModDate'] !== undefined);
      }
    }
  },
  turns,
);

needsQpdf(
  'its metadata say what it is, as its information does: 6.6',
  async () => {
    const pdf = await pdfOf(issued(SALE), 'a4');
    const xmp = /<x:xmpmeta[^]*?<\/x:xmpmeta>/.exec(pdf.toString('utf8'))?.[0] ?? '';
    assert.match(xmp, /<pdfaid:part>3<\/pdfaid:part>\s*<pdfaid:conformance>B<\/pdfaid:conformance>/);
    assert.match(xmp, /<rdf:li xml:lang="x-default">Рачун ABCD2345-ABCD2345-51<\/rdf:li>/);
    assert.match(xmp, /<xmp:CreateDate>2026-11-21T07:05:09/);
    assert.match(xmp, /<pdf:Producer>kasirbox<\/pdf:Producer>/);
  },
  turns,
);

needsQpdf(
  'it is tagged: a language, a heading, cells in rows, words for pictures',
  async () => {
    const pdf = await pdfOf(issued(SALE), 'a4');
    const { trailer, at } = open(pdf);
    const root = at(trailer['/Root']);
    assert.is(root['/Lang'], 'u:sr-Cyrl');
    assert.is(at(root['/MarkInfo'])['/Marked'], true);
    const structure = runOn(pdf, 'pdfinfo', ['-struct-text', 'FILE']).toString();
    assert.match(structure, /H1 \(block\)\n +"Рачун"/);
    const rows = structure.split(/^ +TR$/m).slice(1);
    const cells = rows.map((row) => row.match(/^ +T[HD]/gm)?.length ?? 0);
    assert.equal(cells.slice(0, -1), Array(SALE.lines.length).fill(7));
    assert.is(rows[0]?.match(/^ +TH/gm)?.length, 7);
    assert.is(rows[0]?.match(/\/Scope \/?Column/g)?.length, 7, rows[0]);
    assert.match(structure, /H2 \(block\)\n +"Купац"/);
    assert.match(runOn(pdf, 'pdfinfo', ['-struct', 'FILE']).toString(), /Figure/);
    assert.match(structure, /Link\n +Object \d+ 0\n +"Проверите рачун"|Link[^]*"Проверите рачун"/);
  },
  turns,
);

needsQpdf(
  'a program finds the receipt in it, and nothing that belongs to this box alone',
  async () => {
    const invoice = { ...issued(SALE), clientRequestId: 'kasa-1', fingerprint: 'f'.repeat(64) };
    const pdf = await pdfOf(invoice, 'a4');
    const attached = runOn(pdf, 'qpdf', ['--show-attachment=racun.json', 'FILE']).toString();
    const data = JSON.parse(attached) as Record<string, unknown>;
    assert.equal(data['draft'], JSON.parse(JSON.stringify(invoice.draft)));
    assert.is(data['format'], 'kasirbox-receipt/1');
    const { journal, verificationUrl, invoiceNumber } = invoice.signature;
    const signature = data['signature'] as Record<string, unknown>;
    assert.equal(
      [signature['journal'], signature['verificationUrl'], signature['invoiceNumber']],
      [journal, verificationUrl, invoiceNumber],
    );
    assert.not.match(attached, /kasa-1|ffffff/);
  },
  turns,
);

needsQpdf(
  'twenty lines take at most 120 KB',
  async () => {
    const pdf = await pdfOf(issued(draft('Normal', 'Sale', goods(20)), { internalBytes: 512 }), 'a4');
    assert.ok(pdf.length <= 120 * 1024, `${pdf.length} bytes`);
  },
  turns,
);

test.run();
