import type { JSX } from 'preact';
import { callApi } from '../../net/http.js';
import { Choice, Field } from '../../parts/field.js';
import { useLoaded } from '../../parts/load.js';
import { t } from '../../text/language.js';
import { RECEIPTS } from '../../text/receipts.js';

/** Who gets the money back: `kind` is a code of the codebook, `own` for the shop itself, or `same` as on the receipt. */
export interface Buyer {
  readonly kind: string;
  readonly value: string;
}

const KINDS = {
  '10': RECEIPTS.id10,
  '11': RECEIPTS.id11,
  '12': RECEIPTS.id12,
  '20': RECEIPTS.id20,
  '23': RECEIPTS.id23,
  '30': RECEIPTS.id30,
  '40': RECEIPTS.id40,
} as const;

/** `code:value` as a receipt has it; undefined while it is not whole. `tin`: of the shop. */
export function buyerIdOf({ kind, value }: Buyer, same: string | null, tin: string | undefined): string | undefined {
  if (kind === 'same') return same ?? undefined;
  if (kind === 'own') return tin === undefined ? undefined : `10:${tin}`;
  return value.trim() === '' ? undefined : `${kind}:${value.trim()}`;
}

/** Tax number of the shop. */
export function useOwnTin(): string | undefined {
  return useLoaded(() => callApi<{ readonly company: { readonly tin: string } }>('/status')).value?.company.tin;
}

interface BuyerFieldProps {
  readonly buyer: Buyer;
  /** Of the receipt that is refunded. */
  readonly same: string | null;
  readonly onChange: (buyer: Buyer) => void;
}

export function BuyerField({ buyer, same, onChange }: BuyerFieldProps): JSX.Element {
  const options: [string, string][] = [
    ...(same === null ? [] : [['same', t(RECEIPTS.idOther, { id: same })] satisfies [string, string]]),
    ...Object.entries(KINDS).map(([code, name]) => [code, t(name)] satisfies [string, string]),
    ['own', t(RECEIPTS.ownReceipt)],
  ];
  return (
    <>
      <Choice
        label={t(RECEIPTS.buyerKind)}
        hint={t(RECEIPTS.buyerKindHint)}
        value={buyer.kind}
        options={options}
        onChange={(kind) => onChange({ ...buyer, kind })}
      />
      {buyer.kind !== 'same' && buyer.kind !== 'own' && (
        <Field
          label={t(RECEIPTS.buyerValue)}
          value={buyer.value}
          onInput={(value) => onChange({ ...buyer, value })}
          maxLength={17}
          required
        />
      )}
    </>
  );
}
