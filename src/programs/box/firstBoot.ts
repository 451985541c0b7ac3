import { join } from 'node:path';
import { ALL_PERMISSIONS, type AdminParts, perform } from '../../interfaces/admin/index.js';
import { FIRST_BOOT_FILE, FIRST_FILE } from '../board/index.js';
import {
  DiskError,
  failed,
  isRecord,
  readWhole,
  type Result,
  defineMessages,
  type Message,
  english,
} from '../../base/index.js';
import type { Box } from './open.js';

const MESSAGES = defineMessages('firstBoot', {
  damaged: { en: '{file} is damaged.', sr: '{file} је оштећен.' },
});

/** Not a user of the box; the audit names {@link WHO}. */
const NOBODY = 0;
const WHO = `${FIRST_FILE} (картица)`;

/**
 * Applies the shop's data from the card's file, once: with the same checks as `kasirbox settings set`, and an audit
 * entry. Refused data does not stop the box; `doctor` reports it until the next start.
 */
export class FirstBoot {
  /** Why the company was refused; undefined when it was not. */
  refusal: Message | undefined;

  constructor(private readonly box: Pick<Box, 'folder' | 'disk' | 'log' | 'ledger'>) {}

  async take(admin: AdminParts): Promise<void> {
    const { folder, disk, log } = this.box;
    const path = join(folder, FIRST_BOOT_FILE);
    try {
      const bytes = await readWhole(disk, path);
      if (bytes === null) return;
      const taken = await this.setCompany(bytes.toString(), admin);
      this.refusal = taken.ok ? undefined : taken.error;
      if (taken.ok) log('first_boot.taken', { setting: 'company' });
      else log('first_boot.refused', { setting: 'company', reason: english(taken.error) });
      await disk.remove(path);
      await disk.syncDir(folder);
    } catch (error) {
      if (!(error instanceof DiskError)) throw error;
      log('first_boot.failed', { reason: error.message });
    }
  }

  private async setCompany(text: string, admin: AdminParts): Promise<Result<unknown, Message>> {
    const value = companyIn(text);
    if (value === undefined) return failed(MESSAGES.damaged({ file: FIRST_BOOT_FILE }));
    const operation = 'settings.set';
    const subject = 'company';
    const set = await perform(admin, ALL_PERMISSIONS, operation, { name: subject, value });
    const done = { event: 'operation', operation, subject, user: NOBODY, name: WHO, isDone: set.ok } as const;
    await this.box.ledger.put({ type: 'audit', entry: done });
    return set;
  }
}

function companyIn(text: string): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return isRecord(value) ? value['company'] : undefined;
  } catch {
    return undefined;
  }
}
