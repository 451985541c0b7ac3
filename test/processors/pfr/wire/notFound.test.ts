import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isNotFound } from '../../../../src/processors/pfr/wire/notFound.js';
import { readAnswer } from '../../../../src/processors/pfr/wire/answer.js';
import { resultOf, sale } from './answers.js';

function isAbsent(status: number, text: string): boolean {
  const body = Buffer.from(text);
  return isNotFound(status, body, readAnswer(status, body));
}

test('null says that there is no receipt, unless the server failed or waited in vain', () => {
  for (const status of [200, 204, 400, 401, 404, 410]) {
    for (const text of ['null', ' null\r\n', '\ufeffnull']) assert.ok(isAbsent(status, text), String(status));
  }
  for (const status of [0, 100, 302, 304, 408, 500, 502, 503, 599, 600])
    assert.not.ok(isAbsent(status, 'null'), String(status));
});

test('nothing with success, 404, and 400 with whatever does not say that the processor cannot look, are an absence', () => {
  for (const [status, text] of [
    [200, ''],
    [204, ''],
    [404, ''],
    [404, '<html>Not Found</html>'],
    [404, '{"message":"unknown request"}'],
    [400, ''],
    [400, '2800'],
    [400, '{"message":"The request is invalid.","modelState":[{"property":"requestId","errors":["2805"]}]}'],
  ] as const) {
    assert.ok(isAbsent(status, text), `${status} ${text}`);
  }
});

test('a processor that cannot look has not said that there is none', () => {
  const codes = ['1300', '1500', '1999', '2100', '2110', '2210', '2220', '2230', '2400', '2809'];
  for (const code of codes) {
    for (const status of [200, 400, 404, 500]) {
      for (const text of [code, `["2805","${code}"]`]) assert.not.ok(isAbsent(status, text), `${status} ${text}`);
    }
  }
});

test('anything else says nothing', () => {
  for (const [status, text] of [
    [200, ' '],
    [200, '{}'],
    [200, '0100'],
    [200, '[]'],
    [200, '[null]'],
    [200, '{"result":null}'],
    [401, ''],
    [403, 'forbidden'],
    [400, '<html><center>The SSL certificate error</center></html>'],
    [400, '<html><title>Bad Request</title></html>'],
    [400, '{"Message":"Invalid PAC value."}'],
    [400, '{"Message":"The client certificate is not active."}'],
    [408, ''],
    [302, ''],
    [500, ''],
    [502, '<html>Bad Gateway</html>'],
  ] as const) {
    assert.not.ok(isAbsent(status, text), `${status} ${text}`);
  }
});

test('a receipt or a part of one is no absence, whatever the HTTP status', () => {
  const whole = JSON.stringify(resultOf(sale()));
  const { sdcDateTime: _, ...incomplete } = resultOf(sale());
  const bodies = [whole, whole.slice(0, -1), JSON.stringify(incomplete), JSON.stringify({ result: incomplete })];
  bodies.push('{"gsc":[],"journal":"ФИСКАЛНИ РАЧУН"}');
  for (const status of [200, 400, 404, 500]) {
    for (const body of bodies) assert.not.ok(isAbsent(status, body), `${status} ${body.slice(0, 40)}`);
  }
});

test.run();
