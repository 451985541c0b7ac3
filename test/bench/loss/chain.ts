import type { Bench } from '../bench.js';
import { Branch, type Books } from './branch.js';
import { type Account, ProcessorsProcess, type Wanted } from './processors.js';
import type { Sold, Tills } from './tills.js';

/** What the tills of each branch do in one go; `pause` in ms. */
export interface Shift {
  readonly name: string;
  readonly sales: number;
  readonly tills: number;
  readonly pause: number;
}

/** One branch after the trade: what its tills, its processor and its box say. */
export interface Told extends Account, Books {
  readonly sold: readonly Sold[];
}

/** Sales before anything is lost or counted. */
const WARM_UP = 20;

/** Branches of one kind, each with a processor of its own, and what they have done. */
export class Chain {
  /** When the tills of a branch sold, by the wall clock, ms. */
  private readonly spans: { readonly branch: number; readonly began: number; readonly ended: number }[] = [];

  private constructor(
    private readonly tills: Tills,
    private readonly processors: ProcessorsProcess,
    private readonly branches: readonly Branch[],
  ) {}

  static async open(bench: Bench, tills: Tills, wanted: Wanted): Promise<Chain> {
    const processors = new ProcessorsProcess();
    const branches: Branch[] = [];
    for (const address of await processors.order({ do: 'open', wanted })) {
      branches.push(await Branch.open(bench.folder(), address));
    }
    const chain = new Chain(tills, processors, branches);
    await chain.sellEverywhere({ name: 'warm', sales: WARM_UP, tills: 1, pause: 0 });
    chain.spans.length = 0;
    await processors.order({ do: 'lose', loses: true });
    return chain;
  }

  /** Resolves when the last buyer was answered. */
  async sellEverywhere({ name: prefix, ...shift }: Shift): Promise<void> {
    await Promise.all(
      this.branches.map(async ({ counter }, branch) => {
        this.spans.push({ branch, ...(await this.tills.sell({ counter, prefix, ...shift })) });
      }),
    );
  }

  /** What became of all, when nothing is lost any more and who waits has waited. */
  async told(): Promise<Told[]> {
    await this.processors.order({ do: 'lose', loses: false });
    const sold = await Promise.all(this.branches.map(({ counter }) => this.tills.rest(counter, 'rest')));
    const accounts = await this.processors.order({ do: 'account' });
    const books = await Promise.all(this.branches.map((branch) => branch.books()));
    return this.branches.map((_, place) => ({
      sold: at(sold, place).filter(({ name }) => !name.startsWith('warm')),
      ...at(accounts, place),
      ...at(books, place),
    }));
  }

  /** Receipts per second while the tills sold, of all branches together. */
  rate(told: readonly Told[]): number {
    return this.branches.reduce((rate, _, branch) => {
      const spans = this.spans.filter((span) => span.branch === branch);
      const seconds = spans.reduce((sum, { began, ended }) => sum + ended - began, 0) / 1000;
      const end = Math.max(...spans.map(({ ended }) => ended));
      const { sold } = at(told, branch);
      return rate + sold.filter(({ from, wait }) => wait !== null && from + wait <= end).length / seconds;
    }, 0);
  }

  async close(): Promise<void> {
    for (const branch of this.branches) await branch.close();
    this.processors.end();
  }
}

function at<T>(list: readonly T[], place: number): T {
  const one = list[place];
  if (one === undefined) throw new Error('a branch is missing');
  return one;
}
