// Requirement O17 of an ESIR: a GTIN that cannot exist is refused where a page imports items, as in the form of an item.
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { TestBox } from '../../kit/box.js';
import { serveWithoutSocket } from '../../kit/serve.js';
import { makeUsers, type Visitor, visitorAs } from '../../kit/web/visitor.js';

let box: TestBox;
let owner: Visitor;

test.before(async () => {
  box = await TestBox.start({ serve: serveWithoutSocket });
  await makeUsers(box);
  owner = await visitorAs(box, 'Ана');
});
test.after(() => box.stop());

interface Report {
  readonly isDone: boolean;
  readonly refused: number;
  readonly warned: number;
  readonly faults: readonly { readonly line: number; readonly heading: string | null; readonly reasonSr: string }[];
}

async function send(csv: string, query = ''): Promise<Report> {
  const reply = await owner.upload(`/web/items/csv${query}`, csv);
  assert.is(reply.status, 200, reply.text);
  return JSON.parse(reply.text) as Report;
}

const names = (): string[] => box.parts.catalogue.all().map(({ name }) => name);

const FILE =
  'plu;назив;цена;ознака;gtin\n1;Кафа;150;Ђ;8600123456788\n2;Чај;90;Ђ;8600123456780\n3;Сок;80;Ђ;12345678901\n';

test('a row with a GTIN that cannot exist is refused in both languages, and nothing is imported', async () => {
  for (const query of ['?do=check', '']) {
    const { isDone, refused, warned, faults } = await send(FILE, query);
    assert.equal([isDone, refused, warned], [false, 2, 0]);
    assert.equal(
      faults.map(({ line, heading }) => [line, heading]),
      [
        [3, 'gtin'],
        [4, 'gtin'],
      ],
    );
    for (const { reasonSr } of faults) assert.match(reasonSr, /^\p{Script=Cyrillic}.*|^GTIN „.*цифара/u);
    assert.equal(names(), []);
  }
});

test('the encoding of a file may be named in any case', async () => {
  // As Windows-1251 the Cyrillic headings of a UTF-8 file are unknown.
  for (const [encoding, status] of [
    ['UTF-8', 200],
    ['windows-1251', 422],
    ['Windows-1251', 422],
  ] as const) {
    const reply = await owner.upload(`/web/items/csv?do=check&encoding=${encoding}`, FILE);
    assert.is(reply.status, status, encoding);
  }
});

test('an item that has such a code already may be imported again, and the API takes it with a warning', async () => {
  const created = await box.parts.catalogue.create({
    name: 'Стари чај',
    plu: '9',
    price: 90,
    label: 'Ђ',
    gtin: '8600123456780',
  });
  assert.ok(created.ok);
  const csv = 'plu;назив;цена;ознака;gtin\n9;Стари чај;95;Ђ;8600123456780\n1;Кафа;150;Ђ;8600123456788\n';
  const { isDone, refused } = await send(csv);
  assert.equal([isDone, refused], [true, 0]);
  assert.equal(names().sort(), ['Кафа', 'Стари чај']);
});

test.run();
