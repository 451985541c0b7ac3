import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { Button } from '../../parts/button.js';
import { Confirm } from '../../parts/dialog.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import { copyRequest } from '../../till/requests.js';
import { issue } from './till.js';

interface CopyButtonProps {
  readonly uuid: string;
  /** Its PFR number. */
  readonly number: string | null;
  /** Para. */
  readonly total: number;
  /** As large as what a found receipt offers beside it. */
  readonly isLarge?: boolean;
}

/** Asks, and issues a copy of a receipt: what a buyer gets who needs another paper. */
export function CopyButton({ uuid, number, total, isLarge = false }: CopyButtonProps): JSX.Element {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button {...(isLarge && { class: 'large' })} onClick={() => setAsking(true)}>
        {t(TILL.copy)}
      </Button>
      {isAsking && (
        <Confirm
          kind="primary"
          title={t(TILL.copy)}
          question={t(TILL.copyQuestion, { number: number ?? '' })}
          action={t(TILL.issueCopy)}
          onClose={() => setAsking(false)}
          onConfirm={() => {
            setAsking(false);
            void issue('copy', copyRequest({ uuid }), { total });
          }}
        />
      )}
    </>
  );
}
