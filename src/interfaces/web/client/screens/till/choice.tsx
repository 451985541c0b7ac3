import type { JSX } from 'preact';
import { Button } from '../../parts/button.js';
import { t } from '../../text/language.js';
import { TILL } from '../../text/till.js';
import type { Coded } from '../../till/items.js';
import { para } from './words.js';
import { TillDialog } from './tillDialog.js';

interface ChoiceDialogProps {
  readonly choice: readonly Coded[];
  /** Undefined: none of them. */
  readonly onChosen: (chosen: Coded | undefined) => void;
}

/** Asks which item is sold when several items have the scanned code. */
export function ChoiceDialog({ choice, onChosen }: ChoiceDialogProps): JSX.Element {
  return (
    <TillDialog title={t(TILL.whichItem)} onClose={() => onChosen(undefined)}>
      <p>{t(TILL.whichItemHint)}</p>
      <div class="choices">
        {choice.map((one) => (
          <Button key={one.item.id} class="large wide" onClick={() => onChosen(one)}>
            <bdi>{one.item.name}</bdi> <span class="muted">{one.item.plu ?? ''}</span>{' '}
            <span class="number">{para(one.price ?? one.item.price)}</span>
          </Button>
        ))}
      </div>
    </TillDialog>
  );
}
