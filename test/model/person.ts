import { type Environment, ENVIRONMENTS } from '../../src/base/fiscal.js';
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
      void this.world.box?.running?.ledger.tend();
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

  private async decide(environment: Environment): Promise<void> {
    const { world } = this;
    const box = world.box;
    for (const { intent, state } of box?.running?.till.settling.unsettled(environment) ?? []) {
      if (box?.running === undefined || (state !== 'doubt' && !world.plan.isHasty)) continue;
      const { requestId } = intent;
      const link = world.network.truth.get(requestId)?.['verificationUrl'];
      const verdict =
        typeof link === 'string'
          ? ({ signed: true, link, reason: 'на папиру' } as const)
          : ({ signed: false, reason: 'није на порталу' } as const);
      const decided = await Promise.race([box.running.till.settling.decide(requestId, verdict), box.death]);
      world.tell(
        `a person decides ${requestId.slice(-6)}: ${verdict.signed ? 'signed' : 'not signed'}: ${decided?.ok === false ? decided.error : 'done'}`,
      );
      if (decided?.ok === true) world.count('a person decided');
    }
  }
}

const CARD: ReadonlySet<string> = new Set(['card-out', 'pin-lost', 'restart', 'limit-reached']);
