import { failed, ok, type Result, type Warning } from '../../../base/index.js';
import { type Draft, type Environment, isFiscalType } from '../../../contract/index.js';
import type { IssuedInvoice, Ledger } from '../../../platform/ledger/index.js';
import type { Settings } from '../../../shop/settings/index.js';
import { ownTins } from '../draft/ownTins.js';
import { findByNumber } from '../draft/pfrNumber.js';
import { unvoidedFinal } from '../refunds/referring.js';
import type { ValidationError } from '../draft/refusals/sentence.js';
import { contentFindings } from './contentFindings.js';
import { realisedFinding, referenceFindings } from './referenceFindings.js';

interface ContentGuardDeps {
  readonly ledger: Ledger;
  readonly settings: Settings;
}

/**
 * Finds content that the tax authority forbids and the API contract allows: a buyer or an optional field outside of the
 * code book, prescribed lines with another label or quantity, a copy that differs from its original, a wrong reference.
 * The API issues such a receipt with a warning. The pages of the box, and the API with the setting `strict`, refuse it.
 * Orders with an unknown outcome are reconciled without this check.
 */
export class ContentGuard {
  constructor(private readonly deps: ContentGuardDeps) {}

  /**
   * Warnings of a receipt that is about to be issued; the error is the first that strictness refuses. `requested`:
   * faults of the request that the draft no longer shows.
   */
  async check(
    environment: Environment,
    draft: Draft,
    isStrict: boolean,
    requested: readonly ValidationError[] = [],
  ): Promise<Result<readonly Warning[], ValidationError>> {
    const referent = await this.referentOf(environment, draft);
    const { own, references } = findingsOf(draft, referent, {
      tins: ownTins(this.deps.settings, ...(referent ? [referent] : [])),
      final: referent && (await this.finalOf(draft, referent)),
    });
    // A copy of a receipt that the box has repeats it, whatever that contains.
    const repeats = draft.invoiceType === 'Copy' && referent !== undefined;
    const [refused] = repeats ? [...requested, ...references] : [...requested, ...own, ...references];
    if (refused !== undefined && isStrict) return failed(refused);
    return ok([...requested, ...own, ...references].map(asWarning));
  }

  /** The warnings of a receipt that was issued, for a caller that repeats its request and may not have read them. */
  async warningsOf(receipt: IssuedInvoice, requested: readonly ValidationError[] = []): Promise<readonly Warning[]> {
    const { environment, draft } = receipt;
    const referent = await this.referentOf(environment, draft);
    const { own, references } = findingsOf(draft, referent, {
      tins: ownTins(this.deps.settings, receipt, ...(referent ? [referent] : [])),
      final: referent && (await this.finalOf(draft, referent, receipt)),
    });
    return [...requested, ...own, ...references].map(asWarning);
  }

  /** True when a fault is refused. `isPage`: the receipt was requested on a page of the box. */
  isStrict(isPage: boolean): boolean {
    return isPage || this.deps.settings.now.strict;
  }

  /** The receipt that the draft refers to; undefined also when another box has issued it. */
  private async referentOf(environment: Environment, draft: Draft): Promise<IssuedInvoice | undefined> {
    if (draft.referentNumber === null) return undefined;
    const found = await findByNumber(this.deps.ledger, draft.referentNumber);
    return found?.environment === environment ? found : undefined;
  }

  /**
   * The final receipt that used the refund of an advance which this receipt voids. `until`: as of the issue of this
   * receipt.
   */
  private async finalOf(
    { invoiceType, transactionType }: Draft,
    voided: IssuedInvoice,
    until?: IssuedInvoice,
  ): Promise<IssuedInvoice | undefined> {
    const isRefund = isFiscalType(invoiceType) && transactionType === 'Refund';
    return isRefund && voided.draft.transactionType === 'Refund'
      ? unvoidedFinal(this.deps, voided, { ...(until && { until }) })
      : undefined;
  }
}

interface Known {
  /** TINs of the shop. */
  readonly tins: readonly string[];
  /** The final receipt that used the refund which is voided. */
  readonly final: IssuedInvoice | undefined;
}

interface Findings {
  /** Faults of the receipt by itself. */
  readonly own: readonly ValidationError[];
  /** Faults of its reference to another receipt. */
  readonly references: readonly ValidationError[];
}

function findingsOf(draft: Draft, referent: IssuedInvoice | undefined, { tins, final }: Known): Findings {
  return {
    own: contentFindings(draft, tins),
    references:
      referent === undefined
        ? []
        : [...referenceFindings(draft, referent, tins), ...(final ? [realisedFinding(referent, final)] : [])],
  };
}

function asWarning({ rule, message, messageEn }: ValidationError): Warning {
  return { rule, message, messageEn };
}
