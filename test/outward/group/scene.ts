import { english } from '../../../src/base/index.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { headers } from '@nats-io/transport-node';
import { jetstream } from '@nats-io/jetstream';
import { setCatalogue, setSettings, type SetOptions } from '../../../src/programs/fleet/group/set.js';
import type { GroupReport } from '../../../src/outward/group/standings.js';
import type { GroupSetting } from '../../../src/shop/settings/ownerServer.js';
import { StreamScene } from '../delivery/stream/scene.js';
import type { Random } from '../../kit/random.js';
import { inEnglish } from '../../kit/inEnglish.js';

export const GROUP = 'kiosks';

export type Row = Readonly<Record<string, unknown>>;

/** A box of a group, whose owner sets what he likes on a real server over TLS. */
export class GroupScene {
  private constructor(readonly box: StreamScene) {}

  static during(
    random: Random,
    setting: Omit<GroupSetting, 'name'> | null,
    work: (scene: GroupScene) => Promise<void>,
    /** The group whose prices and settings the credential lets the box read. */
    group = GROUP,
  ): Promise<void> {
    return StreamScene.during(
      random,
      async (box) => {
        const scene = new GroupScene(box);
        writeFileSync(join(box.server.folder, 'owner.seed'), box.server.owner.seed);
        writeFileSync(join(box.server.folder, 'ca.pem'), box.server.authority.ca);
        if (setting !== null) await scene.join(setting);
        await work(scene);
      },
      { group },
    );
  }

  async join(setting: Omit<GroupSetting, 'name'>, name = GROUP): Promise<void> {
    const set = await this.box.settings.set('group', { name, ...setting });
    if (!set.ok) throw new Error(english(set.error));
  }

  get options(): SetOptions {
    const { server, clock } = this.box;
    const [caFile, credentialsFile] = [join(server.folder, 'ca.pem'), join(server.folder, 'owner.seed')];
    return {
      nats: { url: server.url, caFile, credentialsFile },
      ...{ group: GROUP, validFrom: null, version: undefined, replaces: false, now: clock.now() },
    };
  }

  /** The owner sets a version; gives its number. */
  async set(rows: readonly Row[], change: Partial<SetOptions> = {}): Promise<number> {
    const set = await setCatalogue({ ...this.options, ...change }, linesOf(rows));
    if (!set.ok) throw new Error(JSON.stringify(inEnglish(set.error)));
    return set.value.version;
  }

  async setSettings(given: Row, change: Partial<SetOptions> = {}): Promise<number> {
    const set = await setSettings({ ...this.options, ...change }, given);
    if (!set.ok) throw new Error(JSON.stringify(inEnglish(set.error)));
    return set.value.version;
  }

  /** Puts bytes under a key as no command of ours would. */
  async put(bytes: Uint8Array, head: Readonly<Record<string, string>> = OWN_HEADERS, key = `catalogue.${GROUP}`) {
    await this.box.server.asOwner(async (_, connection) => {
      const made = headers();
      for (const [name, value] of Object.entries(head)) made.set(name, value);
      await jetstream(connection).publish(`$KV.KASIRBOX.${key}`, bytes, { headers: made });
    });
  }

  report(part: GroupReport['part'] = 'catalogue'): GroupReport {
    const found = this.box.group.reports().find((one) => one.part === part);
    if (found === undefined) throw new Error(`the box ignores ${part}`);
    return found;
  }

  inUse(version: number, part: GroupReport['part'] = 'catalogue'): Promise<void> {
    return this.box.until(`version ${version} in use`, () => this.report(part).inUse === version);
  }

  /** Waits until the owner knows which catalogue the box has. */
  async told(catalogue: { readonly group: string; readonly version: number }): Promise<void> {
    const states = async () => (await this.box.messages()).filter(({ subject }) => subject.endsWith('.state'));
    for (let tries = 0; tries < 200; tries += 1) {
      const told = (await states()).at(-1)?.json['catalogue'];
      if (isDeepStrictEqual(told, catalogue)) return;
      this.box.clock.pass(1000);
    }
    throw new Error('the state is not told');
  }

  price(plu: string): number | undefined {
    return this.box.ledger.main.itemByPlu(plu)?.price;
  }

  /** What the audit has, oldest first: what was done, and with what. */
  async audit(): Promise<string[]> {
    const { records } = await this.box.ledger.auditBefore();
    const entries = records.toReversed().map(({ entry }) => entry);
    return entries.flatMap((entry) =>
      entry.event === 'operation' ? [`${entry.name}: ${entry.operation} ${entry.subject ?? ''}`] : [],
    );
  }
}

export const OWN_HEADERS = { 'Content-Encoding': 'deflate', 'Kasirbox-Format': '1' };

export function linesOf(rows: readonly Row[]) {
  return rows.map((fields, index) => ({ line: index + 2, fields }));
}

/** A row of an item. */
export const row = (plu: string, price: number, change: Row = {}): Row => ({
  ...{ plu, name: `Артикал ${plu}`, price, label: 'Ђ' },
  ...change,
});
