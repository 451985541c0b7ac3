import { createServer, type AddressInfo, type Socket } from 'node:net';
import * as assert from 'uvu/assert';
import { parseJson } from '../../../src/base/json.js';
import { HttpChannel, readBase } from '../../../src/pfr/http.js';
import { buildUrl, decodeLink, encodeLink, linkPayload, sealLink } from '../../../src/pfr/link.js';
import { isAbsence } from '../../../src/pfr/wire/absence.js';
import { certainty, isFragment, readAnswer } from '../../../src/pfr/wire/answer.js';
import { believe } from '../../../src/pfr/wire/check.js';
import { labelsAt, readRates } from '../../../src/pfr/wire/rates.js';
import { readPinAnswer } from '../../../src/pfr/wire/pin.js';
import { readStatus } from '../../../src/pfr/wire/status.js';
import { linkOf, resultOf, sale, signRequest } from '../../pfr/wire/answers.js';
import { INVOICE } from '../../pfr/http/servers.js';
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
          isAbsence(status, input, answer);
          readPinAnswer(status, answer);
          if (answer.kind === 'object') readStatus(answer.value);
          if (answer.kind !== 'receipt') continue;
          for (const mode of ['lpfr', 'vpfr'] as const) believe(answer.receipt, request, mode);
        }
        const parsed = parseJson(input.toString());
        if (parsed.ok) labelsAt(readRates(parsed.value, [parsed.value]), Date.UTC(2026, 10, 21));
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
      mend: (input) => sealLink(input.subarray(0, -16), Buffer.alloc(0)),
      read(input) {
        linkPayload(input.toString('latin1'));
        const link = decodeLink(input);
        if (link === undefined) return;
        const rebuilt = encodeLink(link);
        assert.equal(decodeLink(rebuilt), link);
        assert.equal(linkPayload(vlOf(rebuilt)), rebuilt);
      },
    };
  },
};

function vlOf(payload: Buffer): string {
  return buildUrl('https://suf.purs.gov.rs', payload).split('?vl=')[1] ?? '';
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
