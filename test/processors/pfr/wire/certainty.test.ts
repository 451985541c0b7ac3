import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { readAnswer } from '../../../../src/processors/pfr/wire/answer.js';
import { accessFault, certainty, isNotFound } from '../../../../src/processors/pfr/wire/certainty.js';
import { resultOf, sale } from './answers.js';

/** Each form in which something may answer, by the decision that it leads to. */
const modelState = (errors: readonly unknown[], property = ''): string =>
  JSON.stringify({ message: 'The request is invalid.', modelState: [{ property, errors }] });

/** The processor names a reason for which it certainly signs nothing. */
const BLOCKING: Readonly<Record<string, string>> = {
  'a code': '1300',
  'a quoted code': '"2310"',
  'a code as a number': '1500',
  codes: '["0210","1500"]',
  'a warning and a fault': '["1400","2310"]',
  'modelState with texts': modelState(['2310']),
  'modelState with numbers': modelState([1300], 'SECURE_ELEMENT'),
  'errors by name': '{"errors":{"invoiceNumber":["2803"],"journal":["2805"]}}',
  'errors beside a result that is none': '{"invoiceResult":null,"errors":["2808"]}',
  'a message that begins with a code': '{"message":"2310: Invalid tax labels"}',
};

/** A complaint in the processor's own form that says nothing certain of the receipt by itself. */
const COMPLAINTS: Readonly<Record<string, string>> = {
  'a warning': '1400',
  'a warning beside codes that are no faults': '["0210","1400"]',
  'a code of the maker': '90200',
  'another code of the maker': modelState(['2150']),
};

/** Error objects without a code, as of a V-PFR. */
const ERRORS: Readonly<Record<string, string>> = {
  'a message': '{"message":"The request is invalid."}',
  'a V-PFR': '{"Message":"The client certificate is not active."}',
  'a problem document': '{"title":"One or more validation errors occurred.","status":400}',
  'errors without codes': '{"errors":{"Items":["The Items field is required."]}}',
  'an error and an empty receipt': '{"invoiceNumber":null,"signedBy":"","message":"no"}',
};

/** What anybody may have written: a proxy, a web server, a router. */
const STRANGERS: Readonly<Record<string, string>> = {
  nothing: '',
  null: 'null',
  blanks: ' \r\n',
  'an object without words': '{}',
  'an empty list': '[]',
  'a page': '<html><head><title>405 Not Allowed</title></head><center>nginx</center></html>',
  'a page in an object': '{"message":"<html><body>502 Bad Gateway</body></html>"}',
  'a piece of a page': '<h1>Router',
  'plain text': 'Bad Request',
  'plain text with a field': 'invoiceNumber: is required',
  'a text in quotes': '"Too Many Requests"',
  'the HTTP status as a number': '429',
  'JSON that breaks off': '{"message":"a',
  'a code that is no fault': '0100',
  'codes that are no faults': '["0000","0210","0220"]',
};

/** Every status of 400 to 499 that a proxy or web server is known to use, and those without a meaning. */
const CLIENT_ERRORS = [
  400, 401, 402, 403, 404, 405, 406, 407, 409, 410, 411, 412, 413, 414, 415, 417, 418, 421, 422, 423,
];
CLIENT_ERRORS.push(424, 425, 426, 428, 429, 431, 444, 451, 460, 494, 495, 496, 497, 499);
const REDIRECTS = [300, 301, 302, 303, 304, 305, 307, 308, 399];
const SUCCESS = [200, 201, 202, 203, 204, 205, 206, 226];
const OTHERS = [0, 100, 101, 103, 408, 500, 501, 502, 503, 504, 507, 520, 522, 524, 599, 600];
const ALL = [...SUCCESS, ...REDIRECTS, ...CLIENT_ERRORS, ...OTHERS];

/** With these an error object without a code is a refusal. */
const REFUSING = [400, 401, 403, 406, 415, 422, 423];

const DECISIONS: readonly [string, Readonly<Record<string, string>>, refusedWith: readonly number[]][] = [
  ['an official code that blocks', BLOCKING, [...SUCCESS, ...CLIENT_ERRORS, ...OTHERS]],
  ['another complaint', COMPLAINTS, CLIENT_ERRORS],
  ['an error object', ERRORS, REFUSING],
];

for (const [what, forms, refusedWith] of DECISIONS) {
  test(`${what} is a refusal with these statuses, and a lost answer with all others`, () => {
    for (const status of ALL) {
      for (const [form, text] of Object.entries(forms)) {
        const expected = refusedWith.includes(status) ? 'refused' : 'unknown';
        assert.is(certainty(status, readAnswer(status, Buffer.from(text))), expected, `${status} ${form}`);
      }
    }
  });
}

test('what anybody may have written is a lost answer, with any status; but for 406, which means the language', () => {
  for (const status of ALL) {
    for (const [form, text] of Object.entries(STRANGERS)) {
      const isLanguage = status === 406 && !form.includes('page') && !form.includes('code');
      const isRefused = isLanguage && form !== 'the HTTP status as a number';
      const expected = isRefused ? 'refused' : 'unknown';
      assert.is(certainty(status, readAnswer(status, Buffer.from(text))), expected, `${status} ${form}`);
    }
  }
});

test('a receipt, or a part of one, is never a refusal', () => {
  const whole = JSON.stringify(resultOf(sale()));
  const parts = [whole, whole.slice(0, -1), '{"invoiceNumber":"a","verificationUrl":null}', `Error 1300: ${whole}`];
  for (const status of ALL) {
    for (const text of parts) {
      assert.is(certainty(status, readAnswer(status, Buffer.from(text))), 'unknown', `${status} ${text.slice(0, 40)}`);
    }
  }
});

test('a code that does not prove a refusal is one only with an error of the client', () => {
  for (const text of ['2150', '"1400"', '1100', '["1100","1400"]', '1999', modelState(['1999'])]) {
    for (const status of [200, 302, 408, 500, 503]) {
      assert.is(certainty(status, readAnswer(status, Buffer.from(text))), 'unknown', `${status} ${text}`);
    }
    assert.is(certainty(400, readAnswer(400, Buffer.from(text))), 'refused', text);
  }
});

test('a secure element that could not be reached may have signed before, whatever the status', () => {
  for (const text of ['2220', '["1300","2220"]', modelState(['2220'])]) {
    for (const status of [200, 400, 422, 500]) {
      assert.is(certainty(status, readAnswer(status, Buffer.from(text))), 'unknown', `${status} ${text}`);
    }
  }
});

const access = (status: number, text: string) => accessFault(status, readAnswer(status, Buffer.from(text)));

test('who is not let in is told by 401 and 403 in any form, and by words about the certificate or the PAC', () => {
  const iis = '<!DOCTYPE html><title>403 - Forbidden: Access is denied.</title><h2>You do not have permission.</h2>';
  for (const status of [401, 403]) {
    for (const text of ['', 'null', '{}', iis, 'Forbidden', '{"Message":"Authorization has been denied."}']) {
      assert.is(access(status, text), 'certificate', `${status} ${text}`);
    }
    assert.is(access(status, '{"Message":"Invalid PAC value."}'), 'pac');
  }
  assert.is(
    access(400, '<html><center><h1>400 Bad Request</h1></center><center>The SSL certificate error</center>'),
    'certificate',
  );
  assert.is(access(400, 'No required SSL certificate was sent'), 'certificate');
  assert.is(access(400, '{"Message":"Сертификат је опозван."}'), 'certificate');
  assert.is(access(500, '{"Message":"Invalid PAC value."}'), 'pac');
});

test('a code, a receipt, success, and other errors say nothing of whether the box was let in', () => {
  for (const [status, text] of [
    [403, '1500'],
    [401, modelState(['1500'])],
    [403, JSON.stringify(resultOf(sale()))],
    [403, '{"journal":"ФИСКАЛНИ РАЧУН"}'],
    [200, '{"Message":"The client certificate is not active."}'],
    [302, ''],
    [400, '{"message":"The request is invalid."}'],
    [404, '<h1>Not Found</h1>'],
    [400, 'pace, space, package'],
  ] as const) {
    assert.is(access(status, text), undefined, `${status} ${text}`);
  }
});

function isAbsent(status: number, text: string): boolean {
  const body = Buffer.from(text);
  return isNotFound(status, body, readAnswer(status, body));
}

test('null says that there is no receipt, unless the server failed or waited in vain', () => {
  for (const status of [200, 204, 400, 401, 404, 410]) {
    for (const text of ['null', ' null\r\n', '\ufeffnull']) assert.ok(isAbsent(status, text), String(status));
  }
  for (const status of [0, 100, 300, 302, 304, 408, 500, 502, 503, 599, 600])
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
    [400, '91300'],
    [404, '13001'],
    [400, '22201'],
    [400, '["2805","90100"]'],
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
    [300, ''],
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
