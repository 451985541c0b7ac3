import { setTimeout as delay } from 'node:timers/promises';
import { check, NOBODY } from '../kit/check.js';
import { matches, read, refused, same, that } from '../kit/expect.js';
import { items, me, PERMISSIONS, status, taxLabels } from '../kit/shapes.js';
import { hasCyrillic, isSerbian } from '../kit/till.js';

/** "TaxLabel", "Key information", "Status" and "Error". */
export const installationChecks = [
  check(
    ['taxLabel.label', 'taxLabel.name', 'taxLabel.rate', 'enum.label.letter', 'enum.label.read'],
    async ({ client }) => {
      for (const { label } of read(await client.get('/tax-labels'), 200, taxLabels).taxLabels) {
        that(hasCyrillic(label), `the label ${label} is Cyrillic`);
      }
    },
  ),
  check(
    [
      ...([
        'me.key.id',
        'me.key.label',
        'me.key.prefix',
        'me.key.active',
        'me.key.createdAt',
        'me.key.lastUsedAt',
      ] as const),
      ...(['me.rateLimit', 'me.scope', 'me.permissions', 'me.note', 'auth.4.me', 'auth.1.form', 'auth.5'] as const),
    ],
    async ({ client, till }) => {
      const key = await client.keys.take();
      matches(key, /^kasir_[0-9a-f]{48}$/, 'the key');
      const answer = await client.get('/me', { key });
      const shown = read(answer, 200, me);
      same(shown.key.active, true, 'active');
      that(key.startsWith(shown.key.prefix) && shown.key.prefix.length < 30, `the prefix ${shown.key.prefix}`);
      same([...shown.permissions].sort(), [...PERMISSIONS].sort(), 'the permissions');
      const { uuid } = await till.issue();
      for (const path of ['/me', '/status', '/invoices', `/invoices/${uuid}`, '/items']) {
        that(!(await client.get(path, { key })).text.includes(key), `${path} does not show the key`);
      }
    },
  ),
  check('me.key.previous', async ({ client, till }) => {
    const key = await client.keys.take();
    const lastUsed = async (): Promise<string> => read(await client.get('/me', { key }), 200, me).key.lastUsedAt;
    const shown = async (): Promise<string> => read(await client.get('/status', { key }), 200, status).time;
    const before = (await shown()).slice(0, 19).replace('T', ' ');
    const used = await till.seconds();
    // Until its clock shows another time than that of the call before; calls without a key leave no time behind.
    while ((await till.seconds()) < used + 4) await delay(100);
    const previous = await lastUsed();
    const difference = Math.abs(Date.parse(previous.replace(' ', 'T')) - Date.parse(before.replace(' ', 'T')));
    that(difference <= 2000, `the time of the previous call, ${before}, is ${previous}`);
  }),
  check(
    [
      ...(['status.app', 'status.version', 'status.esirNumber', 'status.environment', 'status.fiscal'] as const),
      ...(['status.ready', 'status.problems', 'status.pfr.ok', 'status.pfr.mode', 'status.pfr.env'] as const),
      ...(['status.pfr.uid', 'status.pfr.message', 'status.company', 'status.documents.pdf'] as const),
      ...(['versioning.1', 'versioning.2.version', 'versioning.2.esir'] as const),
    ],
    async ({ client }) => {
      const shown = read(await client.get('/status'), 200, status);
      that(shown.app !== '' && shown.version !== '', 'app and version');
      same(shown.pfr.env, shown.environment, 'environment of the PFR');
      same(shown.ready, shown.problems.length === 0, 'ready, without a problem');
      that(shown.company.name !== '' && shown.company.tin !== '', 'name and TIN of the company');
      that(
        (await client.fetch('GET', '/api/v2/status', { key: await client.keys.take() })).status !== 200,
        'no /api/v2',
      );
    },
  ),
  check('status.fiscal.only', async ({ client, operator }) => {
    const fiscal = async (expected: boolean, what: string): Promise<void> =>
      same(read(await client.get('/status'), 200, status).fiscal, expected, `fiscal ${what}`);
    await operator.during('environment', 'production', async () => {
      await fiscal(false, 'in production with the simulator');
      await operator.during('pfr.production', { mode: 'lpfr', url: NOBODY }, () =>
        fiscal(true, 'in production with a PFR'),
      );
    });
    await operator.during('pfr.sandbox', { mode: 'lpfr', url: NOBODY }, () =>
      fiscal(false, 'in the sandbox with a PFR'),
    );
  }),
  check(
    ['status.ready.not', 'status.problems.why', 'status.pfr.unreachable', 'enum.pfrMode.lpfr', 'enum.pfrMode.vpfr'],
    async ({ client, operator }) => {
      const vpfr = { mode: 'vpfr', url: NOBODY.replace('http:', 'https:'), pac: 'KIT123' };
      for (const setting of [{ mode: 'lpfr', url: NOBODY }, vpfr]) {
        const { mode } = setting;
        await operator.during('pfr.sandbox', setting, async () => {
          const { ready, problems, pfr } = read(await client.get('/status'), 200, status);
          same([ready, pfr.mode, pfr.ok], [false, mode, false], 'ready, mode and ok');
          that(problems.length > 0 && pfr.message !== '', 'a problem and a message');
        });
      }
    },
  ),
  check(
    ['error.envelope', 'error.validator', 'error.api', 'auth.3.english', 'errors.envelope'],
    async ({ client, till }) => {
      const english = [
        refused(await client.get('/me', { key: null }), 401, 'unauthorized'),
        refused(await client.get('/nothing'), 404, 'not_found'),
        refused(await client.call('POST', '/invoices', { raw: '{' }), 400, 'bad_request'),
        refused(await client.get('/invoices?from=yesterday'), 422, 'validation'),
      ];
      for (const message of english) that(!hasCyrillic(message), `an English message, is: ${message}`);
      that(isSerbian(await till.refusal({ items: [] })), 'a Serbian message');
    },
  ),
  check('error.leak', async ({ client }) => {
    const answers = [
      await client.call('POST', '/invoices', { raw: '{"a":' }),
      await client.post('/invoices', { items: [null] }),
      await client.get('/%00'),
      await client.get('/..%2f..%2fetc/passwd'),
      await client.get('/invoices?from=%'),
    ];
    for (const { status: code, text } of answers) {
      that(code >= 400 && code < 500, `expected a refusal, is ${code}`);
      that(
        !/\bat .*:\d+:\d+|node_modules|\/home\/|\/tmp\/|kasir_[0-9a-f]/.test(text),
        `a message that leaks nothing: ${text}`,
      );
    }
  }),
  check(['item.id', 'item.active', 'items.list', 'service.catalogue'], async ({ client }) => {
    read(await client.get('/items'), 200, items);
  }),
];
