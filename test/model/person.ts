import { english } from '../../src/base/index.js';
import { type Environment, ENVIRONMENTS } from '../../src/contract/fiscal.js';
import { readPfrNumber } from '../../src/contract/pfrTraits.js';
import type { Intent } from '../../src/platform/ledger/intent.js';
import type { Ledger } from '../../src/platform/ledger/ledger.js';
import type { Change } from '../kit/pfr/changes.js';
import type { World } from './world.js';

/** Between two looks at the shop, ms. */
const ROUND = 40_000;
/** The same of a hasty person. */
const HASTY_ROUND = 7000;

/** The one who mends what is broken, and decides by the truth about receipts whose end the box cannot know. */
export class Person {
  constructor(private readonly world: World) {}

  /** Something happens to a processor that only some of them have. */
  suffer(environment: Environment, change: Change): void {
    const pfr = this.world.processors[environment];
    this.world.network.waits.disturb(environment);
    const isCard = typeof change === 'string' ? CARD.has(change) : 'card' in change;
    if (pfr.options.kind === 'vpfr' && isCard) pfr.change('certificate-disabled');
    else pfr.change(change);
    this.world.tell(`${JSON.stringify(change)} at the processor of ${environment}`);
  }

  async attend(): Promise<void> {
    const { clock, plan } = this.world;
    for (;;) {
      await clock.sleep(plan.isHasty ? HASTY_ROUND : ROUND);
      for (const environment of ENVIRONMENTS) await this.mend(environment);
      if (this.world.box?.running?.ledger.failure !== undefined) this.world.power.cut(0, 0);
      for (const environment of ENVIRONMENTS) await this.decide(environment);
      void this.world.box?.running?.ledger.runIdleWork();
    }
  }

  private async mend(environment: Environment): Promise<void> {
    const pfr = this.world.processors[environment];
    for (const change of ['certificate-enabled', 'audit-done'] as const) pfr.change(change);
    pfr.change({ clock: 0 });
    if (!pfr.card.isIn) pfr.change('card-in');
    const box = this.world.box;
    if (pfr.card.isOpen || box?.running === undefined) return;
    await Promise.race([box.running.pfrOf(environment).enterPin(pfr.options.pin ?? ''), box.death]);
  }

  /** What the portal shows of a receipt; of two for the same, the one that the box does not have. */
  private async linkOf({ requestId, draft, environment }: Intent, ledger: Ledger): Promise<unknown> {
    const { network, oracle } = this.world;
    if (!network.truth.has(requestId)) return undefined;
    const others = oracle.signedLike(draft, environment).map((signed) => signed.requestId);
    for (const candidate of [requestId, ...others]) {
      const answer = network.truth.get(candidate);
      const { requestedBy = '', signedBy = '', counter = 0 } = readPfrNumber(textIn(answer?.['invoiceNumber'])) ?? {};
      if ((await ledger.invoiceByNumber(requestedBy, signedBy, counter)) === undefined)
        return answer?.['verificationUrl'];
    }
    return network.truth.get(requestId)?.['verificationUrl'];
  }

  private async decide(environment: Environment): Promise<void> {
    const { world } = this;
    const box = world.box;
    const open = box?.running?.invoicing.reconciliation.unresolved(environment) ?? [];
    for (const { intent, state, number } of open) {
      if (box?.running === undefined || (state === 'asking' && !world.plan.isHasty)) continue;
      const { requestId } = intent;
      const link = await this.linkOf(intent, box.running.ledger);
      if (!box.isAlive) return;
      if (state !== 'asking')
        world.oracle.needsPerson(
          intent,
          number,
          Array.from(open, (other) => other.intent),
        );
      const verdict =
        typeof link === 'string'
          ? ({ signed: true, link, reason: 'на папиру' } as const)
          : ({ signed: false, reason: 'није на порталу' } as const);
      const decided = await Promise.race([box.running.invoicing.reconciliation.decide(requestId, verdict), box.death]);
      world.tell(
        `a person decides ${requestId.slice(-6)}: ${verdict.signed ? 'signed' : 'not signed'}: ${decided?.ok === false ? english(decided.error) : 'done'}`,
      );
      if (decided?.ok === true) world.count(`a person decided ${verdict.signed ? 'signed' : 'not signed'}`);
    }
  }
}

const CARD: ReadonlySet<string> = new Set(['card-out', 'pin-lost', 'restart', 'limit-reached']);

function textIn(value: unknown): string {
  return typeof value === 'string' ? value : '';
}
