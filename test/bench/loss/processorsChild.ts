import { assertNever } from '../../../src/base/result.js';
import { DEFAULTS } from '../../kit/pfr/options.js';
import { FakePfrServer } from '../../kit/pfr/server.js';
import { routeOf } from '../../kit/pfr/wire.js';
import { Random } from '../../kit/random.js';
import type { Account, Address, Answers, Order, Wanted } from './processors.js';
import { type Way, WAYS } from './ways.js';

/** The other end of `ProcessorsProcess`: processors that lose answers by lot. */

function nameIn(body: Buffer): string {
  const { items } = JSON.parse(body.toString()) as { readonly items: readonly { readonly name: string }[] };
  return items[0]?.name ?? '';
}

/** A processor of which one answer in so many is lost, each time in another way. */
class LossyProcessor {
  private readonly lost: { name: string; way: string; at: number }[] = [];
  private loses = false;
  private next: Way | undefined;
  private losses: number;

  private server: FakePfrServer | undefined;

  constructor(
    private readonly kind: Wanted['kind'],
    private readonly lostOneIn: number,
    private readonly random: Random,
  ) {
    this.losses = random.int(0, WAYS.length - 1);
  }

  async open(): Promise<Address> {
    this.server = await FakePfrServer.start({
      ...{ kind: this.kind, pin: null },
      onCall: ({ request }) => {
        if (routeOf(request, '')?.call === 'invoice') this.served(request.body);
      },
    });
    const { url, authority } = this.server;
    if (authority === undefined) return { url, tls: null };
    const { jid, company, environment } = DEFAULTS;
    return { url, tls: { authority: authority.pem, client: await authority.client({ jid, company, environment }) } };
  }

  lose(loses: boolean): void {
    this.loses = loses;
    this.drawNext();
  }

  /** Notes a call for a receipt whose end has begun. */
  private served(body: Buffer): void {
    if (this.next !== undefined) {
      this.losses += 1;
      this.lost.push({ name: nameIn(body), way: this.next.name, at: Date.now() });
    }
    this.drawNext();
  }

  private drawNext(): void {
    const isLost = this.loses && this.lostOneIn > 0 && this.random.oneIn(this.lostOneIn);
    this.next = isLost ? WAYS[this.losses % WAYS.length] : undefined;
    this.server?.faults.clear();
    if (this.next !== undefined) this.server?.faults.add(this.next.mishap);
  }

  get account(): Account {
    const signed = (this.server?.pfr.signed ?? []).map(({ body, invoiceNumber }) => ({
      name: nameIn(body),
      number: invoiceNumber,
    }));
    return { signed, lost: this.lost };
  }
}

const processors: LossyProcessor[] = [];

async function obey(order: Order): Promise<Answers[Order['do']]> {
  switch (order.do) {
    case 'open': {
      const { kind, count, lostOneIn, seed } = order.wanted;
      const all = Array.from({ length: count }, (_, at) => new LossyProcessor(kind, lostOneIn, new Random(seed + at)));
      processors.push(...all);
      return Promise.all(all.map((processor) => processor.open()));
    }
    case 'lose':
      for (const processor of processors) processor.lose(order.loses);
      return null;
    case 'account':
      return processors.map(({ account }) => account);
    default:
      return assertNever(order);
  }
}

process.on('message', (order: Order) => {
  void obey(order).then((answer) => process.send?.(answer));
});
