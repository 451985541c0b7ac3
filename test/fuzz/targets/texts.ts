import * as assert from 'uvu/assert';
import { canonicalJson, parseJson } from '../../../src/base/json.js';
import { readSender } from '../../../src/base/textRules.js';
import { MAX_BODY } from '../../../src/platform/http/body.js';
import { ENCODINGS, readItems } from '../../../src/shop/catalogue/csv/readCsv.js';
import { writeItems } from '../../../src/shop/catalogue/csv/cells.js';
import { ImportPlan } from '../../../src/shop/catalogue/import.js';
import { MainView } from '../../../src/platform/ledger/views/main.js';
import { loadSql } from '../../../src/platform/ledger/views/sql.js';
import { checkSetting } from '../../../src/shop/settings/check.js';
import { readAddress } from '../../../src/shop/settings/printerAddress.js';
import { defaultSettings } from '../../../src/shop/settings/registry.js';
import { readStoredPrinters } from '../../../src/shop/settings/printersSetting.js';
import { TAX_LABELS } from '../../shop/catalogue/items.js';
import { SALE } from '../../kit/process.js';
import { ODD_JSON } from '../cases.js';
import type { Target } from '../target.js';

const NUMBERS = '{"a":[0.1,1e21,123456789012345678.123456789,-0,{"b":1.5E-3,"\\"":"\\\\1234567890123456789"}]}';

/** JSON of bodies and answers: what is read at all is read as JSON.parse would, but for the digits that are cut. */
export const json: Target = {
  name: 'json',
  share: 200,
  async open() {
    return {
      corpus: [NUMBERS, JSON.stringify(SALE), ...ODD_JSON].map((text) => Buffer.from(text)),
      read(input) {
        const text = input.subarray(0, MAX_BODY).toString();
        const parsed = parseJson(text);
        if (!parsed.ok) return;
        assert.not.throws(() => void JSON.parse(text), 'what is no JSON is refused');
        const canonical = canonicalJson(parsed.value);
        const again = parseJson(canonical);
        assert.is(again.ok && canonicalJson(again.value), canonical);
      },
    };
  },
};

const CSV = [
  'plu;назив;јединица;цена;ознака;gtin;категорија;активан\r\n1;Хлеб;ком;120,50;Ђ;8600123456789;Пекара;да\r\n',
  'sep=;\nnaziv;cena;oznaka\n"Сок ""Ђус"", 1л";1.234,50;Е\n\'007;12,00;Ђ\n',
  'name,price,label\nКафа,"1,234.50",Ђ\n',
  'назив\tцена\tознака\nЧај\t80\tЕ\nЧај\t90\tЕ\n',
];

/** Files of items, and the catalogue's judgement of their rows. */
export const csv: Target = {
  name: 'csv',
  share: 100,
  async open() {
    const main = new MainView(await loadSql());
    return {
      corpus: [...CSV.map((text) => Buffer.from(text)), Buffer.from(`\ufeff${CSV[0] ?? ''}`, 'utf16le')],
      async read(input) {
        for (const encoding of ENCODINGS) {
          const file = readItems(input, encoding);
          if (!file.ok) continue;
          const { items, report } = await ImportPlan.of(file.value.rows, main, TAX_LABELS);
          if (report.faults.length > 0) continue;
          // What was taken in can be given out and taken in again.
          const again = readItems(Buffer.from(writeItems(items)), 'utf-8');
          assert.is(again.ok && again.value.rows.length, items.length);
        }
      },
      close: async () => main.close(),
    };
  },
};

const PRINTER = { name: 'kasa', address: 'tcp://127.0.0.1:9100', width: 80, dpi: 203, mode: 'raster' };
const SETTINGS: readonly (readonly [name: string, value: unknown])[] = [
  ...Object.entries(defaultSettings()),
  [
    'pfr.sandbox',
    { mode: 'lpfr', url: 'http://192.168.1.5:8888/token', pinBody: 'text', timeout: 10, signingLimit: 5 },
  ],
  ['pfr.production', { mode: 'vpfr', pac: 'ABC123', url: 'https://vsdc.suf.purs.gov.rs' }],
  [
    'mail',
    { host: 'mail.example.rs', port: 465, secure: true, user: 'a', password: 'b', from: 'Каса <kasa@example.rs>' },
  ],
  [
    'notify',
    { kind: 'bot', token: '123456:ABC', chat: -1001234567890, url: 'https://bots.example.rs', quietMinutes: 5 },
  ],
  ['notify', { kind: 'webhook', url: 'http://192.168.1.20:8123/kasa?key=1', receipts: false, alarms: true }],
  ['publicUrl', 'https://kasa.example.rs'],
  ['printers', [PRINTER, { ...PRINTER, name: 'шанк', address: 'serial:///dev/ttyUSB0?baud=9600', copies: 2 }]],
  ['printers', [{ ...PRINTER, address: 'usb://04b8:0e15', codePages: { windows1251: 73 } }]],
];

/** Settings as a person enters them, and printers as an older version of the box may have stored them. */
export const settings: Target = {
  name: 'settings',
  share: 100,
  async open() {
    const others = defaultSettings();
    return {
      corpus: SETTINGS.map(([name, value]) => Buffer.from(JSON.stringify({ name, value }))),
      read(input) {
        const text = input.toString();
        readAddress(text);
        readSender(text);
        const { name, value } = given(text);
        if (typeof name === 'string') checkSetting(name, value, others);
        readStoredPrinters(value);
      },
    };
  },
};

function given(text: string): { readonly name?: unknown; readonly value?: unknown } {
  try {
    return { ...(JSON.parse(text) as object) };
  } catch {
    return {};
  }
}
