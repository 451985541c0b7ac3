import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { Bilingual } from '../../../../../base/index.js';
import { request } from '../../net/http.js';
import { Button } from '../../parts/button.js';
import { faultWords, Notice } from '../../parts/notice.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { rules } from './till.js';

/** Why a drawer did not open, as returned by `POST /web/till/drawer`. */
interface Opened {
  readonly trouble: { readonly found: Bilingual; readonly action: Bilingual } | null;
}

/** Opens a cash drawer without a receipt, which is recorded; a button for each printer that has one. */
export function Drawers(): JSX.Element | null {
  const [told, setTold] = useState<{ readonly kind: 'success' | 'failure'; readonly words: string }>();
  const { drawers = [] } = rules.value;
  const open = async (name: string): Promise<void> => {
    setTold(undefined);
    const reply = await request<Opened>('/web/till/drawer', { method: 'POST', body: { name } });
    if (!reply.ok) setTold({ kind: 'failure', words: faultWords(reply.error) });
    else if (reply.value.trouble === null) setTold({ kind: 'success', words: t(TILL.drawerOpened) });
    else setTold({ kind: 'failure', words: `${t(reply.value.trouble.found)} ${t(reply.value.trouble.action)}` });
  };
  if (drawers.length === 0) return null;
  return (
    <>
      <div class="ways">
        {drawers.map((name) => (
          <Button key={name} class="large" onClick={() => open(name)}>
            {drawers.length === 1 ? t(TILL.drawer) : t(TILL.drawerOf, { name })}
          </Button>
        ))}
      </div>
      {told !== undefined && <Notice kind={told.kind}>{told.words}</Notice>}
    </>
  );
}
