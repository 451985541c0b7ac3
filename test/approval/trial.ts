import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { Page } from 'playwright-core';
import { bodyOf, type Invoice, refusalOf, type Reply, rowsOf } from './answers.js';
import type { Request } from './goods.js';
import { isShown } from './stage/pages.js';
import type { Printed } from './stage/printers.js';
import type { Shop } from './stage/shop.js';
import type { Stage } from './stage/stage.js';
import type { Finding, Paper } from './verdict.js';

/** Length of an answer in the report. */
const MAX_ANSWER = 600;

/** Decides one or more requirements, and notes what it did and saw in the trial. */
export type Check = (trial: Trial) => Promise<void>;

/** A check of labels, rates and a seller that the real sandbox does not have. */
export function withStandIn(check: Check): Check {
  return async (trial) => {
    await trial.stage.lpfr();
    await check(trial);
  };
}

/** What a check writes down: steps, answers, papers, and what it found. All texts are Serbian. */
export class Trial {
  readonly steps: string[] = [];
  readonly answers: string[] = [];
  readonly papers: Paper[] = [];
  readonly findings: Finding[] = [];

  constructor(
    readonly stage: Stage,
    /** Folder of the report; files of papers go there. */
    readonly folder: string,
    private readonly id: string,
  ) {}

  shop(): Promise<Shop> {
    return this.stage.shop();
  }

  step(text: string): void {
    this.steps.push(text);
  }

  answer(text: string): void {
    this.answers.push(text.length > MAX_ANSWER ? `${text.slice(0, MAX_ANSWER)}…` : text);
  }

  /** Notes whether something that the requirement demands is so. */
  holds(text: string, isMet: boolean, seen?: string): void {
    this.findings.push({ text: seen === undefined || isMet ? text : `${text} (добијено: ${seen})`, isMet });
  }

  /** That a value is what it must be. */
  same(text: string, seen: unknown, wanted: unknown): void {
    const [one, other] = [JSON.stringify(seen), JSON.stringify(wanted)];
    this.holds(`${text}: ${other}`, one === other, one);
  }

  /** Calls the API. */
  async call(method: string, path: string, body?: unknown, shop?: Shop): Promise<Reply> {
    this.step(`${method} ${path}${body === undefined ? '' : ` ${brief(body)}`}`);
    const reply = await (shop ?? (await this.shop())).call(method, path, body);
    this.answer(summary(reply));
    return reply;
  }

  /** Issues a receipt, which must be issued. */
  async issue(request: Request, shop?: Shop): Promise<Invoice> {
    return bodyOf(await this.call('POST', '/invoices', request, shop), 201) as Invoice;
  }

  /** What follows on a receipt: `refund`, `copy`. */
  async follow(invoice: Invoice, what: 'refund' | 'copy', body?: unknown): Promise<Invoice> {
    return bodyOf(await this.call('POST', `/invoices/${invoice.uuid}/${what}`, body), 201) as Invoice;
  }

  /** That a request is refused with a Serbian sentence. */
  async refuses(text: string, request: Request, status = 422): Promise<void> {
    const reply = await this.call('POST', '/invoices', request);
    const { message } = refusalOf(reply);
    this.holds(`${text}: одбијено (${status})`, reply.status === status, `${reply.status}`);
    this.holds(`${text}: порука је на српском`, /\p{Script=Cyrillic}{3}/u.test(message), message);
  }

  /**
   * That the authority's rule is kept where the contract of the API lets a program break it: the API issues with a warning, a page is
   * refused, and with the setting `strict` the API refuses, too.
   */
  async forbids(text: string, request: Request): Promise<void> {
    const shop = await this.shop();
    const issued = bodyOf(await this.call('POST', '/invoices', request), 201) as Invoice;
    const rules = (issued.warnings ?? []).map(({ rule }) => rule);
    this.holds(`${text}: API упозорава`, rules.length > 0);
    const asPage = await shop.asPage('POST', '/v1/invoices', request);
    this.answer(`страница: ${summary(asPage)}`);
    this.holds(`${text}: страница не издаје`, asPage.status === 422, String(asPage.status));
    const strict = await shop.during('strict', true, () => shop.call('POST', '/invoices', request));
    this.holds(`${text}: строги API не издаје`, strict.status === 422, String(strict.status));
  }

  /** Works on a page of the shop. */
  async atPage(screen: string, work: (page: Page) => Promise<void>, shop?: Shop): Promise<void> {
    const [pages, at] = [await this.stage.pages(), shop ?? (await this.shop())];
    this.step(`Страница на адреси #/${screen}`);
    await pages.at(at, screen, async (page) => {
      try {
        await work(page);
      } catch (error) {
        await this.picture(page, 'екран на коме је провера прекинута');
        throw error;
      }
    });
  }

  /** That something is on the page. */
  async shows(text: string, locator: ReturnType<Page['locator']>): Promise<boolean> {
    const isMet = await isShown(locator);
    this.holds(text, isMet);
    return isMet;
  }

  /** Keeps a picture of the page. */
  async picture(page: Page, title: string): Promise<void> {
    const name = this.file(`${title}.png`, await page.screenshot());
    this.papers.push({ title, text: '', files: [name] });
  }

  /** Keeps a receipt: its text, and its picture where it was printed. */
  paper(title: string, invoice: Pick<Invoice, 'journal'>, printed?: Printed): void {
    const files = printed === undefined ? [] : [this.file(`${title}.png`, printed.png)];
    this.papers.push({ title, text: invoice.journal, files });
  }

  /** That rows are on a receipt; blanks within a row do not count. */
  rows(invoice: Pick<Invoice, 'journal'>, ...wanted: readonly string[]): void {
    const rows = rowsOf(invoice.journal);
    for (const row of wanted) this.holds(`ред „${row}”`, rows.includes(row));
  }

  /** Writes a file of this requirement beside the report; its path from there. */
  file(name: string, content: Buffer | string): string {
    const path = join('papiri', `${this.id} ${name}`.replace(/[\s/„”]+/g, '-'));
    mkdirSync(dirname(join(this.folder, path)), { recursive: true });
    writeFileSync(join(this.folder, path), content);
    return path;
  }
}

/** A request as one line: what it sells is left out where it is long. */
function brief(body: unknown): string {
  const text = JSON.stringify(body);
  return text.length > MAX_ANSWER ? `${text.slice(0, MAX_ANSWER)}…` : text;
}

/** An answer without the members that only machines read. */
function summary({ status, text }: Reply): string {
  if (!text.startsWith('{')) return `${status} ${text}`;
  const { pfr, journal: _, ...rest } = JSON.parse(text) as Record<string, unknown>;
  if (status >= 300 || typeof pfr !== 'object' || pfr === null) return `${status} ${text}`;
  const { invoiceNumber, invoiceCounter } = pfr as Readonly<Record<string, unknown>>;
  const { warnings, referentDocumentNumber, total } = rest;
  const told = { invoiceNumber, invoiceCounter, total, referentDocumentNumber, warnings };
  return `${status} ${JSON.stringify(told)}`;
}
