import type { JSX } from 'preact';
import type { SettingValues } from '../../../../shop/settings/index.js';
import { type Answer, operate } from '../net/http.js';
import { Button } from '../components/button.js';
import { Show, useLoaded } from '../components/load.js';
import { FaultNotice, useFault } from '../components/notice.js';
import { BACKUP } from '../text/backup.js';
import { COMMON } from '../text/common.js';
import { t } from '../text/language.js';

type Stick = Answer<'backup.sticks'>[number];
type BackupSetting = SettingValues['backup'];

interface SticksProps {
  /** The stored setting; null when no backups are made. */
  readonly setting: BackupSetting;
  readonly onChanged: () => Promise<void>;
}

/** The USB sticks in the box, with the labels given by their owner, to choose one for backups. */
export function Sticks({ setting, onChanged }: SticksProps): JSX.Element {
  const sticks = useLoaded(() => operate('backup.sticks', {}), [], [setting?.folder]);
  const [fault, checked] = useFault();
  const use = async (folder: string): Promise<void> => {
    const value: BackupSetting = { ...setting, folder };
    const reply = checked(await operate('settings.set', { name: 'backup', value }));
    if (reply.ok) await onChanged();
  };
  return (
    <>
      <Show loaded={sticks}>
        {(found) => (
          <>
            {found.length === 0 && <p>{t(BACKUP.noStick)}</p>}
            {found.map((stick) => {
              const isUsed = stick.folder === setting?.folder;
              return (
                <div class="entry" key={stick.folder}>
                  <p>
                    <strong>
                      <bdi>{nameOf(stick)}</bdi>
                    </strong>
                    {stick.size !== null &&
                      ` · ${t(BACKUP.room, { size: gigabytes(stick.size), free: gigabytes(stick.free ?? 0) })}`}
                  </p>
                  {stick.isReadOnly ? (
                    <p class="muted">{t(BACKUP.readOnly)}</p>
                  ) : isUsed ? (
                    <p class="muted">{t(BACKUP.isUsed)}</p>
                  ) : (
                    <Button
                      kind={setting === null ? 'primary' : 'plain'}
                      text={t(BACKUP.use, { name: nameOf(stick) })}
                      onClick={() => use(stick.folder)}
                    />
                  )}
                </div>
              );
            })}
          </>
        )}
      </Show>
      <FaultNotice fault={fault} />
      <div class="actions">
        <Button text={t(COMMON.lookAgain)} onClick={sticks.reload} />
      </div>
    </>
  );
}

/** The label of a stick; without one the last part of its folder, such as `sda1`. */
function nameOf({ label, folder }: Pick<Stick, 'label' | 'folder'>): string {
  return label ?? folder.slice(folder.lastIndexOf('/') + 1);
}

/** Decimal gigabytes, as printed on a stick. */
function gigabytes(bytes: number): string {
  return (bytes / 1e9).toFixed(1).replace('.', ',');
}
