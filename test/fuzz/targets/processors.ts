import { createServer, type AddressInfo, type Socket } from 'node:net';
import * as assert from 'uvu/assert';
import { parseJson } from '../../../src/base/json.js';
import type { Signature } from '../../../src/contract/fiscal.js';
import {
  appendLinkProof,
  buildVerificationUrl,
  decodeLink,
  placeOfLink,
  readLinkPayload,
} from '../../../src/paper/journal/verificationLink.js';
import { encodeLink } from '../../kit/links.js';
import { HttpChannel, readBase } from '../../../src/processors/pfr/http/channel.js';
import { certainty, isNotFound } from '../../../src/processors/pfr/wire/certainty.js';
import { isFragment, readAnswer } from '../../../src/processors/pfr/wire/answer.js';
import { checkAnswer, shownLink } from '../../../src/processors/pfr/wire/answerFault.js';
import { labelsAt, readRates } from '../../../src/processors/pfr/wire/rates.js';
import { readPinAnswer } from '../../../src/processors/pfr/wire/pin.js';
import { readStatus } from '../../../src/processors/pfr/wire/status.js';
import { drawingOf } from '../../../src/platform/pictures/drawing.js';
import { linkOf, resultOf, sale, signRequest } from '../../processors/pfr/wire/answers.js';
import { INVOICE } from '../../processors/pfr/http/servers.js';
import type { Opened, Target } from '../target.js';

const STATUS = {
  isPinRequired: false,
  auditRequired: false,
  sdcDateTime: '2026-11-21T10:00:00.000+01:00',
  lastInvoiceNumber: 'YJLQTEQR-YJLQTEQR-11388',
  protocolVersion: '2.0',
  uid: 'YJLQTEQR',
  gsc: ['0100', '0210', '1300'],
  supportedLanguages: ['sr-Cyrl-RS'],
  currentTaxRates: {
    groupId: 5,
    validFrom: '2026-01-01T00:00:00.000+01:00',
    taxCategories: [{ name: 'VAT', categoryType: 0, orderId: 1, taxRates: [{ rate: 20, label: 'Ђ' }] }],
  },
  allTaxRates: [],
};
const ANSWERS = [
  ...['0100', '"0100"', '[1300, "2803"]', 'null', '""', '1500: card', '<html><body>502 Bad Gateway</body></html>'],
  ...[resultOf(sale()), STATUS, { message: 'Bad Request', modelState: [{ property: 'items[0]', errors: ['2803'] }] }],
  { Code: 2310, modelState: { 'items[0].gtin': ['2803'] } },
].map((answer) => Buffer.from(typeof answer === 'string' ? answer : JSON.stringify(answer)));

/** Answers of processors, from their bytes to the belief in a receipt. */
export const answers: Target = {
  name: 'pfr',
  share: 150,
  async open() {
    const request = signRequest();
    return {
      corpus: ANSWERS,
      read(input) {
        for (const status of [200, 400, 500]) {
          const answer = readAnswer(status, input);
          certainty(status, answer);
          isFragment(answer);
          isNotFound(status, input, answer);
          readPinAnswer(status, answer);
          if (answer.kind === 'object') readStatus(answer.value);
          if (answer.kind !== 'receipt') continue;
          for (const mode of ['lpfr', 'vpfr'] as const) {
            const checked = checkAnswer(answer.receipt, request, mode);
            if (checked.ok) assertHarmless(checked.value.signature);
          }
        }
        const parsed = parseJson(input.toString());
        if (parsed.ok) labelsAt(readRates(parsed.value, [parsed.value]), Date.UTC(2026, 10, 21));
      },
    };
  },
};

/** Whatever was sent: nothing drives a printer, and in production both link and picture lead to the tax authority. */
function assertHarmless(signature: Signature): void {
  const { journal, company, extra } = signature;
  assert.not.match(journal, /(?!\r?\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  assert.not.match(Object.values(company).join(''), /[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]/u);
  assert.not.match(JSON.stringify(extra ?? {}), /\\[uUbfnrt]/);
  const shown = shownLink(signature, 'production');
  if (!shown.ok) return;
  const { verificationUrl, verificationQRCode } = shown.value;
  assert.match(verificationUrl, OFFICIAL);
  if (verificationQRCode === null) return;
  assert.type(drawingOf(Buffer.from(verificationQRCode, 'base64'), verificationUrl)?.code, 'object');
}

/** A link that every reader of addresses takes to the tax authority. */
const OFFICIAL = /^https:\/\/([a-z0-9-]+\.)*suf\.purs\.gov\.rs\/v\/\?vl=[A-Za-z0-9+/=%]+$/;

/** Addresses of verification pages: where the links below them lead. */
export const linkPlaces: Target = {
  name: 'link-place',
  share: 100,
  async open() {
    const payload = encodeLink(linkOf(sale()));
    const tail = `?vl=${vlOf(payload)}`;
    const hosts = [
      'suf.purs.gov.rs',
      'SUF.PURS.GOV.RS.:443',
      'a@suf.purs.gov.rs',
      'suf.purs.gov.rs@b',
      'xn--suf.purs.gov.rs',
    ];
    return {
      corpus: hosts.flatMap((host) =>
        [`https://${host}/v/`, `http:\\\\${host}\t/v/`, `//${host}#`].map((text) => Buffer.from(text)),
      ),
      read(input) {
        const url = input.toString() + tail;
        if (!URL.canParse(url)) return;
        const place = placeOfLink(url, 'production', payload);
        if (place.kind === 'right') assert.match(place.url, OFFICIAL);
        const test = placeOfLink(url, 'sandbox', payload);
        if (test.kind === 'right') assert.not.match(test.url, /^https?:\/\/suf\.purs\.gov\.rs[/:?#]/i);
      },
    };
  },
};

/** Verification links: the value of `vl`, and the bytes in it with a sum that is right. */
export const links: Target = {
  name: 'link',
  share: 100,
  async open() {
    const drafts = [sale(), sale({ buyerId: '10:100000049' })];
    const payloads = drafts.map((draft) => encodeLink(linkOf(draft)));
    return {
      corpus: [...payloads, ...payloads.map((payload) => Buffer.from(vlOf(payload)))],
      mend: (input) => appendLinkProof(input.subarray(0, -16), Buffer.alloc(0)),
      read(input) {
        readLinkPayload(input.toString('latin1'));
        const link = decodeLink(input);
        if (link === undefined) return;
        const rebuilt = encodeLink(link);
        assert.equal(decodeLink(rebuilt), link);
        assert.equal(readLinkPayload(vlOf(rebuilt)), rebuilt);
      },
    };
  },
};

function vlOf(payload: Buffer): string {
  return buildVerificationUrl('https://suf.purs.gov.rs', payload).split('?vl=')[1] ?? '';
}

const HEAD = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';
const HTTP = [
  ...ANSWERS.map((body) => Buffer.concat([Buffer.from(`${HEAD}Content-Length: ${body.length}\r\n\r\n`), body])),
  Buffer.from(`${HEAD}Transfer-Encoding: chunked\r\n\r\n6\r\n"0100"\r\n0\r\n\r\n`),
  Buffer.from(`HTTP/1.1 100 Continue\r\n\r\n${HEAD}\r\n"0100"`),
  Buffer.from('HTTP/1.1 302 Found\r\nLocation: http://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n'),
];

/** Bytes on the wire from a processor, over a real connection that ends behind them. */
export const http: Target = {
  name: 'pfr-http',
  share: 10,
  async open(): Promise<Opened> {
    let bytes: Buffer = Buffer.alloc(0);
    const server = createServer((socket: Socket) => {
      socket.on('error', () => undefined).once('data', () => socket.end(bytes));
    });
    await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
    const { port } = server.address() as AddressInfo;
    const base = readBase(`http://127.0.0.1:${port}`);
    if (base === undefined) throw new Error('no base');
    const channel = new HttpChannel({ base });
    return {
      corpus: HTTP,
      async read(input) {
        bytes = input;
        const ended = await channel.exchange(INVOICE);
        assert.is.not(ended.kind, 'unsent', 'the request was read');
        if (ended.kind === 'lost') assert.is.not(ended.reason.cause, 'timeout', 'the connection has ended');
      },
      close: () => new Promise((closed) => server.close(() => closed())),
    };
  },
};
