import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { isRecord } from '../../../src/base/json.js';
import { textOf } from '../../house/documents.js';
import { ChainBox } from '../../kit/fleet/box.js';
import { type FleetScene, withServers } from '../../kit/fleet/scene.js';

/** The dashboard for Grafana: its queries, on the views. */
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: { readonly x: number; readonly y: number; readonly w: number; readonly h: number };
  readonly fieldConfig?: { readonly overrides: readonly { readonly matcher: { readonly options: string } }[] };
  readonly targets?: readonly { readonly rawSql: string; readonly format: string }[];
}
interface Dashboard {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly name: string; readonly query: string }[] };
}

const TEXT = textOf('docs/fleet/dashboard.json');
const { panels, templating } = JSON.parse(TEXT) as Dashboard;
const onServers = withServers(test);

/** What Grafana puts in the place of its macros and variables (its documentation, "PostgreSQL query editor"). */
function asGrafana(sql: string): string {
  const asked = sql
    .replace(/\$__timeFilter\((\w+)\)/g, "$1 BETWEEN '2026-11-20T00:00:00Z' AND '2028-01-01T00:00:00Z'")
    .replaceAll('$__timeFrom()', "'2026-11-26T23:30:00Z'")
    .replaceAll('$__timeTo()', "'2026-11-27T22:30:00Z'")
    .replaceAll('${environment:sqlstring}', "'production'")
    .replaceAll('${shop:sqlstring}', "'KIOSK','BAKERY'");
  assert.not.match(asked, /\$/, asked);
  return asked;
}

/** Boxes of which each view has something to tell. */
async function tell(scene: FleetScene): Promise<void> {
  const [one, two] = [ChainBox.numbered(1, 'KIOSK'), ChainBox.numbered(2, 'BAKERY')];
  const first = [one.sell({ total: 10_000 }), one.sell({ total: 300, transactionType: 'Refund' })];
  const doubt = {
    ...{
      type: 'invoice.in-doubt',
      at: '2026-11-27 08:00:00',
      sequence: 1,
      attemptId: 'one',
      environment: 'production',
    },
    ...{ uuid: null, invoiceType: 'Normal', transactionType: 'Sale', total: 12.5, clientRequestId: 'one' },
  };
  await scene.publisher.records(one, [...first, one.tell([doubt])]);
  // The second one never comes, and its number is missing.
  const [before, , after] = [two.sell({ total: 2000 }), two.sell({ total: 5 }), two.sell({ total: 1 })];
  await scene.publisher.records(two, [before, after]);
  const other = one.restored('other');
  await scene.publisher.records(one, [one.sell({ total: 50, createdAt: '2026-11-28 00:00:00' })]);
  await scene.publisher.records(other, [other.sell({ total: 70 })]);
  const problems = [{ check: 'printer', state: 'failure', text: 'The printer does not answer.' }];
  await scene.publisher.state(one, one.state({ problems }));
  await scene.takeIn({ graceMs: 0 });
}

onServers('each query of the dashboard reads only views, and finds what there is', async (scene) => {
  await tell(scene);
  await scene.rows(`CREATE ROLE dashboard; GRANT USAGE ON SCHEMA kasirbox TO dashboard`);
  const grants = await scene.rows<{ text: string }>(
    `SELECT format('GRANT SELECT ON %s TO dashboard', oid::regclass) AS text FROM pg_class
     WHERE relnamespace = 'kasirbox'::regnamespace AND relkind = 'v'`,
  );
  for (const { text } of grants) await scene.rows(text);
  // Tables are refused to it.
  await scene.rows('SET ROLE dashboard');
  for (const { title, type, targets = [], fieldConfig } of panels) {
    for (const { rawSql, format } of targets) {
      const rows = await scene.rows(asGrafana(rawSql));
      assert.ok(rows.length > 0, title);
      const [row = {}] = rows;
      if (format === 'time_series') assert.instance(row['time'], Date, title);
      for (const { matcher } of fieldConfig?.overrides ?? []) assert.ok(matcher.options in row, title);
      if (type === 'stat') assert.is(Object.keys(row).length, 1, title);
    }
  }
  const shop = templating.list.find(({ name }) => name === 'shop');
  assert.equal(await scene.rows(shop?.query ?? ''), [{ shop: 'BAKERY' }, { shop: 'KIOSK' }]);
  assert.is(await scene.value("SELECT has_table_privilege('dashboard', 'kasirbox.receipt', 'SELECT')"), false);
});

onServers('a day of the dashboard is one of Belgrade, whatever the hour that is shown', async (scene) => {
  await tell(scene);
  const sql = panels.find(({ title }) => title.includes('Turnover by day'))?.targets?.[0]?.rawSql ?? '';
  // From 00:30 to 23:30 of Belgrade on the 27th: the receipt of midnight belongs to the next day.
  const rows = await scene.rows<{ time: Date; turnover: number }>(asGrafana(sql));
  assert.equal(
    rows.map(({ time, turnover }) => [time.toISOString(), turnover]),
    [['2026-11-26T23:00:00.000Z', 117.01]],
  );
});

test('panels have numbers of their own, stand beside each other, and ask the source that was chosen', () => {
  assert.is(new Set(panels.map(({ id }) => id)).size, panels.length);
  const taken = new Set<string>();
  for (const { gridPos: at, title } of panels) {
    assert.ok(at.x + at.w <= 24, title);
    for (let x = at.x; x < at.x + at.w; x += 1) {
      for (let y = at.y; y < at.y + at.h; y += 1) {
        assert.not.ok(taken.has(`${x} ${y}`), title);
        taken.add(`${x} ${y}`);
      }
    }
  }
  const sources = new Set<unknown>();
  JSON.parse(TEXT, (name, value: unknown) => {
    if (name === 'datasource' && isRecord(value)) sources.add(value['uid']);
    return value;
  });
  assert.equal([...sources], ['${datasource}']);
  const named = new Set(templating.list.map(({ name }) => name));
  for (const [, name = ''] of TEXT.matchAll(/\$\{(\w+)/g)) assert.ok(named.has(name), name);
});

test.run();
