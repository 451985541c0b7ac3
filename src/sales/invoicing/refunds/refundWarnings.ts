import {
  formatMoney,
  formatQuantity,
  formatSum,
  type Para,
  type ParaSum,
  type Thousandths,
  type Warning,
} from '../../../base/index.js';
import type { InvoiceLine } from '../../../contract/index.js';
import type { IssuedInvoice } from '../../../platform/ledger/index.js';
import type { ChainEnd } from '../advance/chainState.js';
import type { Referring } from './referring.js';

/** Maximum number of earlier refunds that a message names. */
const MAX_NAMED = 3;

/** Warnings about a refund that returns what was already returned. */
export const refundWarnings = {
  already(sale: IssuedInvoice, earlier: Referring): Warning {
    return {
      rule: 'refund.already-refunded',
      message: `Рачун ${numberOf(sale)} је већ у целини рефундиран: ${named(earlier, 'и још', 'РСД')}.`,
      messageEn: `Receipt ${numberOf(sale)} was refunded in full before: ${named(earlier, 'and more:', 'RSD')}.`,
    };
  },
  beyondAmount(sale: IssuedInvoice, earlier: Referring, amount: Para, remaining: Para): Warning {
    return {
      rule: 'refund.beyond-what-is-left',
      message: `Рефундација од ${formatMoney(amount)} РСД већа је од онога што је остало од рачуна ${numberOf(sale)} (${formatMoney(remaining)} РСД).${earlierSr(earlier)}`,
      messageEn: `The refund of ${formatMoney(amount)} RSD is more than is left of receipt ${numberOf(sale)} (${formatMoney(remaining)} RSD).${earlierEn(earlier)}`,
    };
  },
  beyondQuantity(
    sale: IssuedInvoice,
    earlier: Referring,
    { name, unit }: InvoiceLine,
    remaining: Thousandths,
  ): Warning {
    const rest = `${formatQuantity(remaining)} ${unit}`;
    return {
      rule: 'refund.beyond-what-is-left',
      message: `Ставке „${name}” враћа се више него што је остало од рачуна ${numberOf(sale)} (${rest}).${earlierSr(earlier)}`,
      messageEn: `More of "${name}" comes back than is left of receipt ${numberOf(sale)} (${rest}).${earlierEn(earlier)}`,
    };
  },
  /** About a summary of corporate cards; `last`: the sale that it must name. */
  summaryReferent(named: IssuedInvoice, last: IssuedInvoice | undefined): Warning {
    const rule = 'refund.summary-referent';
    const [number, right] = [numberOf(named), last && numberOf(last)];
    if (right === undefined) {
      return {
        rule,
        message: `У наведеном периоду купац нема промет корпорацијском картицом на овом уређају, па се збирна рефундација не може позвати на рачун ${number}. Проверите купца и период.`,
        messageEn: `In that period this box has no sale by corporate card to the buyer, so the summary refund cannot refer to receipt ${number}. Check buyer and period.`,
      };
    }
    return {
      rule,
      message: `Збирна рефундација се позива на последњи рачун купца у периоду, ${right}, а не на ${number}. Наведите рачун ${right}.`,
      messageEn: `The summary refund refers to the last receipt of the buyer in the period, ${right}, not to ${number}. Name receipt ${right}.`,
    };
  },
  advanceEnded(advance: IssuedInvoice, { refund, final }: ChainEnd): Warning {
    const [number, refunded] = [numberOf(advance), numberOf(refund)];
    if (final === undefined) {
      return {
        rule: 'refund.already-refunded',
        message: `Аванс ${number} је већ рефундиран заједно са авансима који га настављају: ${refunded}.`,
        messageEn: `Advance ${number} was refunded before, with the advances that continue it: ${refunded}.`,
      };
    }
    return {
      rule: 'refund.advance-closed',
      message: `Аванс ${number} је већ затворен: рефундација ${refunded}, коначни рачун ${numberOf(final)}.`,
      messageEn: `Advance ${number} was closed before: refund ${refunded}, final receipt ${numberOf(final)}.`,
    };
  },
  /** About a sale, not a refund: the remaining amount is below zero. */
  moreThanSold(sale: IssuedInvoice, earlier: Referring, excess: ParaSum): Warning {
    return {
      rule: 'refund.beyond-what-is-left',
      message: `Од рачуна ${numberOf(sale)} рефундирано је ${formatSum(excess)} РСД више него што је продато: ${named(earlier, 'и још', 'РСД')}.`,
      messageEn: `Of receipt ${numberOf(sale)} ${formatSum(excess)} RSD more was refunded than sold: ${named(earlier, 'and more:', 'RSD')}.`,
    };
  },
} as const;

/** The warning as a refusal, with an action. */
export function refusedBy({ rule, message, messageEn }: Warning): Warning {
  return {
    rule,
    message: `${message} Рефундација није издата. Ако купцу заиста треба још да се врати, власник поставља подешавање „refundGuard” на „warn”, па поновите захтев.`,
    messageEn: `${messageEn} The refund was not issued. If the buyer must get more back all the same, the owner sets refundGuard to "warn"; then repeat the request.`,
  };
}

function earlierSr(earlier: Referring): string {
  return earlier.receipts.length === 0 ? '' : ` Раније рефундације: ${named(earlier, 'и још', 'РСД')}.`;
}

function earlierEn(earlier: Referring): string {
  return earlier.receipts.length === 0 ? '' : ` Refunded before: ${named(earlier, 'and more:', 'RSD')}.`;
}

/** PFR numbers with their amounts; only the first ones when there are many. */
function named({ receipts, more }: Referring, andMore: string, currency: string): string {
  const all = receipts
    .slice(0, MAX_NAMED)
    .map((one) => `${numberOf(one)} (${formatMoney(one.draft.total)} ${currency})`);
  const rest = receipts.length + more - all.length;
  return `${all.join(', ')}${rest > 0 ? ` ${andMore} ${rest}` : ''}`;
}

function numberOf({ signature }: IssuedInvoice): string {
  return signature.invoiceNumber;
}
