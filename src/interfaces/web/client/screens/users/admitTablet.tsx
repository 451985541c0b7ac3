import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { searchKey } from '../../../../../base/bilingual.js';
import { operate, request } from '../../net/http.js';
import { setupVersion } from '../../net/live.js';
import { refreshSession, session } from '../../net/session.js';
import { Field, Form, Submit } from '../../components/field.js';
import { useLoaded } from '../../components/load.js';
import { Notice, useFault } from '../../components/notice.js';
import { FIRST_RUN_TABLET } from '../../text/firstRun.js';
import { t } from '../../text/language.js';
import { USERS } from '../../text/users.js';

/** Admits the current device, so that cashiers may sign in on it with a PIN. */
export function AdmitTablet({ onAdmitted }: { readonly onAdmitted: () => Promise<void> }): JSX.Element {
  const tablets = useLoaded(() => operate('tablets.list', {}), [], [setupVersion.value]);
  const [typed, setLabel] = useState<string>();
  const label = typed ?? freeLabel(tablets.value ?? []);
  const isTaken = tablets.value?.some((other) => searchKey(other.label) === searchKey(label.trim())) === true;
  const [isChecked, setChecked] = useState(false);
  const isIn = session.value.state === 'signed-in' && session.value.isOnTablet;
  const [fault, checked] = useFault();
  const admit = async (): Promise<void> => {
    setChecked(true);
    if (label.trim() === '' || isTaken) return;
    const reply = checked(await request('/web/tablet', { method: 'POST', body: { label: label.trim() } }));
    if (reply.ok) await Promise.all([refreshSession(), onAdmitted()]);
  };
  if (isIn) return <Notice kind="success">{t(USERS.isIn)}</Notice>;
  return (
    <Form onSubmit={admit} label={t(USERS.letIn)}>
      <Field
        label={t(USERS.tabletLabel)}
        value={label}
        onInput={setLabel}
        maxLength={80}
        fault={isChecked ? labelFault(label, isTaken) : undefined}
      />
      <Submit label={t(USERS.letIn)} fault={fault} kind="plain" />
    </Form>
  );
}

function labelFault(label: string, isTaken: boolean): string | undefined {
  if (label.trim() === '') return t(USERS.badLabel);
  return isTaken ? t(USERS.takenLabel) : undefined;
}

/** The first of `Tablet 1`, `Tablet 2` and so on that no other device has. */
export function freeLabel(devices: readonly { readonly label: string }[]): string {
  const taken = new Set(devices.map(({ label }) => searchKey(label)));
  for (let number = 1; ; number += 1) {
    const label = t(FIRST_RUN_TABLET.defaultLabel, { number });
    if (!taken.has(searchKey(label))) return label;
  }
}
