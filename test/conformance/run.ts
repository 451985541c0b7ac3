import { SmtpServer } from '../kit/smtp/server.js';
import { checks } from './checks/index.js';
import { type Check, NoOccasion, type OperatorTools, Tools } from './kit/check.js';
import { Client } from './kit/client.js';
import { Broken, read } from './kit/expect.js';
import { FreshKeys, OneKey } from './kit/keys.js';
import { Description } from './kit/openapi.js';
import { Operator } from './kit/operator.js';
import { status } from './kit/shapes.js';
import { Till } from './kit/till.js';
import type { Options } from './options.js';
import { type Failure, failureLine, type Findings } from './report.js';
import { type SentenceId, sentence, sentenceIds } from './sentences/index.js';

/** Why a run cannot begin. */
export class Impossible extends Error {}

/** Where a run reports its progress. */
export interface Teller {
  /** A line for each failed check. */
  readonly failure: (line: string) => void;
  readonly progress: (line: string) => void;
}

/**
 * Runs every check that there is occasion for, one after the other, and puts back what the operator has changed. Throws
 * {@link Impossible} when it cannot begin. `stop` ends it after the check that is under way.
 */
export async function run(options: Options, teller: Teller, stop?: AbortSignal): Promise<Findings> {
  const operators = options.operator && (await openOperator(options.operator));
  const keys = operators ? new FreshKeys(operators.operator) : new OneKey(options.key ?? '', teller.progress);
  const client = new Client(options.url, keys, options.ca);
  try {
    const { till, description } = await begin(client, options);
    const tools = new Tools(client, till, operators, options.mailTo);
    return await new Run(tools, options, teller, description).all(stop);
  } finally {
    client.close();
    await operators?.mailServer.stop();
    await operators?.operator.close();
  }
}

async function openOperator({ program, folder }: NonNullable<Options['operator']>): Promise<OperatorTools> {
  const operator = new Operator(program, folder);
  const isDemo = async (name: string): Promise<boolean> =>
    JSON.stringify(await operator.setting(name)) === '{"mode":"demo"}';
  const isOwn =
    (await operator.setting('environment')) === 'sandbox' &&
    (await isDemo('pfr.sandbox')) &&
    (await isDemo('pfr.production')) &&
    (await operator.setting('mail')) !== undefined;
  if (!isOwn) {
    throw new Impossible('--operator is for a box of its own: sandbox active, all in demo mode, no password for mail');
  }
  return { operator, mailServer: await SmtpServer.start() };
}

interface Beginning {
  readonly till: Till;
  /** What the installation says of itself, when that can be read and is looked at. */
  readonly description: Description | undefined;
}

/** Looks before it leaps: nothing is issued where receipts are fiscal, unless that is wanted. */
async function begin(client: Client, options: Options): Promise<Beginning> {
  try {
    const till = await openTill(client, options);
    return { till, description: options.contractOnly ? undefined : await watch(client) };
  } catch (error) {
    if (!(error instanceof Broken)) throw error;
    throw new Impossible(`${error.message} | ${String(client.last)}`);
  }
}

async function openTill(client: Client, { reallyFiscal }: Options): Promise<Till> {
  const { fiscal } = read(await client.get('/status'), 200, status);
  if (fiscal && !reallyFiscal) throw new Impossible('the installation issues fiscal receipts; see --help');
  return Till.open(client);
}

/** Holds every answer against the description that the installation gives of itself, when that can be read. */
async function watch(client: Client): Promise<Description | undefined> {
  const { status: code, text } = await client.fetch('GET', '/openapi.json');
  const description = code === 200 ? await Description.read(text) : undefined;
  if (typeof description !== 'object') return undefined;
  client.watch(description.check);
  return description;
}

class Run {
  private readonly checked = new Set<SentenceId>();
  private readonly failures: Failure[] = [];
  private readonly noOccasion = new Map<SentenceId, string>();
  private part = '';

  constructor(
    private readonly tools: Tools,
    private readonly options: Options,
    private readonly teller: Teller,
    private readonly description: Description | undefined,
  ) {}

  async all(stop: AbortSignal | undefined): Promise<Findings> {
    const started = performance.now();
    for (const check of checks) {
      if (stop?.aborted === true) break;
      const wanted = check.proves.filter((id) => this.isWanted(id));
      if (wanted.length > 0 && this.canRun(check)) await this.one(check, wanted);
    }
    return {
      app: this.tools.till.start.app,
      checked: this.checked,
      failures: this.failures,
      noOccasion: this.noOccasion,
      leftOut: new Set(sentenceIds.filter((id) => !this.isWanted(id))),
      calls: this.tools.client.count,
      seconds: Math.round((performance.now() - started) / 1000),
    };
  }

  private async one({ run }: Check, wanted: readonly SentenceId[]): Promise<void> {
    this.tell(wanted);
    try {
      await run(this.tools);
    } catch (error) {
      if (error instanceof NoOccasion) {
        for (const id of wanted) this.noOccasion.set(id, error.message);
        return;
      }
      const expected = error instanceof Broken ? error.message : `the check broke off: ${describe(error)}`;
      const failure = { sentences: wanted, expected, call: String(this.tools.client.last) };
      this.failures.push(failure);
      this.teller.failure(failureLine(failure));
    }
    for (const id of wanted) this.checked.add(id);
  }

  /** Says it when another part of the contract begins. */
  private tell([first = '']: readonly string[]): void {
    const [part = ''] = first.split('.');
    if (part !== this.part) this.teller.progress(`checking ${part}`);
    this.part = part;
  }

  private canRun({ proves }: Check): boolean {
    // A check that depends on a decision proves nothing about an installation that only follows the contract.
    const isDecision = proves.some((id) => sentence(id).isDecision === true);
    const isAbsent = proves.some((id) => !this.isAnnounced(id));
    return !(isDecision && this.options.contractOnly) && !isAbsent && proves.every((id) => this.hasMeans(id));
  }

  private isWanted(id: SentenceId): boolean {
    const { contractOnly, only } = this.options;
    if (contractOnly && sentence(id).isDecision === true) return false;
    return this.isAnnounced(id) && (only.length === 0 || only.some((prefix) => id.startsWith(prefix)));
  }

  /** Is it of the contract, or an addition that the installation says it has? No other has to have them. */
  private isAnnounced(id: SentenceId): boolean {
    const { addition } = sentence(id);
    return addition === undefined || this.description?.announces(addition) === true;
  }

  private hasMeans(id: SentenceId): boolean {
    const { how } = sentence(id);
    switch (how) {
      case 'http':
        return true;
      case 'demo':
        return this.tools.till.start.pfr.mode === 'demo';
      case 'operator':
        return this.tools.hasOperator;
      case 'mail':
        return this.tools.hasMail;
      case 'programs':
        return this.tools.hasPrograms;
      case 'processor':
      case 'outside':
      case 'free':
        return false;
      default:
        return how satisfies never;
    }
  }
}

function describe(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
