import type { Environment } from '../../../contract/index.js';
import { isUuidV7, uuidBytes, uuidHint } from '../../../base/index.js';
import type { Change } from '../changeTypes.js';
import { refOf, type Written } from '../entry.js';
import { applyToMain } from './applyToMain.js';
import { IndexFiles, type IndexFolder, type RowKey } from './indexFiles.js';
import { InvoiceIndex, type InvoiceRef, type Referent } from './invoices.js';
import type { MainView } from './main.js';
import { type IndexedSegments, searchCount, type SearchManner, searchPage } from './search.js';
import type { InvoiceQuery, SegmentSummary } from './summary.js';

/** Number of full segments whose index stays in memory. */
const OPEN_INDEXES = 2;

interface ViewsOptions extends IndexFolder {
  /** Builds the index of a full segment from the log. */
  readonly rebuild: (segment: number) => Promise<InvoiceIndex>;
}

/**
 * All views: `main`, the index of the current segment, and those of full segments, loaded on demand. Changes are
 * applied in the order of the log, each once.
 */
export class Views implements IndexedSegments {
  /** Indexes of full segments that are not saved yet, oldest first. */
  private full: InvoiceIndex[] = [];
  private readonly opened: InvoiceIndex[] = [];
  private summaries: SegmentSummary[];
  private readonly files: IndexFiles;

  constructor(
    private readonly options: ViewsOptions,
    readonly main: MainView,
    private current: InvoiceIndex,
  ) {
    this.summaries = main.segments();
    this.files = new IndexFiles(options);
  }

  /** Applies one durable record. */
  apply(change: Change, ref: InvoiceRef): void {
    if (change.type === 'result') {
      this.startSegment(ref.segment);
      this.current.add(change.row, ref);
    }
    applyToMain(this.main, change, ref.sequence);
  }

  private startSegment(segment: number): void {
    if (segment === this.current.segment) return;
    this.full.push(this.current);
    this.current = InvoiceIndex.empty(segment);
  }

  /** Number of full segments whose index is not saved yet. */
  get unsavedIndexes(): number {
    return this.full.length;
  }

  /** Saves the indexes of full segments, so that they can be dropped from memory. Throws DiskError. */
  async saveIndexes(): Promise<void> {
    const [index] = this.full;
    if (index === undefined) return;
    const summary = index.summary();
    if (summary !== undefined) {
      await this.files.save(index);
      this.main.putSegment(summary);
      this.summaries = [summary, ...this.summaries.filter(({ segment }) => segment !== summary.segment)];
    }
    this.full.shift();
    this.keepOpen(index);
    await this.saveIndexes();
  }

  private keepOpen(index: InvoiceIndex): void {
    this.opened.unshift(index);
    this.opened.splice(OPEN_INDEXES);
  }

  /**
   * Calls `work` with the index of a segment: from memory, from its file, or rebuilt from the log. With a key the index
   * may lack the rows of other keys.
   */
  async withIndex<T>(segment: number, work: (index: InvoiceIndex) => T, key?: RowKey): Promise<T> {
    const inMemory = this.inMemory(segment);
    if (inMemory !== undefined) return work(inMemory);
    const opened = this.takeOpened(segment);
    const rows = opened === undefined && key !== undefined ? await this.files.rowsOf(segment, key) : undefined;
    if (rows !== undefined) return work(rows);
    const index = opened ?? (await this.load(segment));
    this.takeOpened(segment); // another look-up may have loaded it meanwhile
    this.keepOpen(index);
    return work(index);
  }

  private takeOpened(segment: number): InvoiceIndex | undefined {
    const at = this.opened.findIndex((index) => index.segment === segment);
    return at < 0 ? undefined : this.opened.splice(at, 1)[0];
  }

  private async load(segment: number): Promise<InvoiceIndex> {
    return (await this.files.load(segment)) ?? this.options.rebuild(segment);
  }

  async byUuid(uuid: string): Promise<InvoiceRef | undefined> {
    if (!isUuidV7(uuid)) return undefined;
    const bytes = uuidBytes(uuid);
    for (const segment of this.candidatesFor(uuidHint(uuid))) {
      const found = await this.withIndex(segment, (index) => index.byUuid(bytes), { name: 'uuid', key: bytes });
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /**
   * The segment that a uuid contains, and the next one with receipts: a record is there if it no longer fitted, or was
   * written again after a failed write. Segments that failed before they had any receipt are skipped.
   */
  private candidatesFor(hint: number): number[] {
    const distance = (segment: number): number => (segment - hint) & 0xfff;
    const segments = this.segments();
    const [nearest = 0, next = nearest] = [...new Set(segments.map(distance))].sort((a, b) => a - b);
    const candidates = segments.filter((segment) => distance(segment) <= next);
    return candidates.sort((a, b) => distance(a) - distance(b));
  }

  /** By PFR number; its parts `jid` and `totalCounter` show which segments may contain it. */
  async byNumber(number: string, jid: string, totalCounter: number): Promise<InvoiceRef | undefined> {
    return this.find(
      (index) => index.byNumber(number),
      ({ counters }) => {
        const [low, high] = counters[jid] ?? [1, 0];
        return low <= totalCounter && totalCounter <= high;
      },
      { name: 'number', key: number },
    );
  }

  async byRequest(environment: Environment, clientRequestId: string): Promise<InvoiceRef | undefined> {
    return this.find(
      (index) => index.byRequest(environment, clientRequestId),
      ({ filter }) => filter.mayHold(clientRequestId),
      { name: 'request', key: clientRequestId },
    );
  }

  /** In order of issue. */
  async byReferent(referent: Referent): Promise<InvoiceRef[]> {
    const absent = this.summaries
      .filter(({ filter }) => !filter.mayHold(referent.number))
      .map(({ segment }) => segment);
    const refs: InvoiceRef[] = [];
    for (const segment of this.segments().reverse()) {
      if (absent.includes(segment)) continue;
      const key: RowKey = { name: 'referent', key: referent.number };
      refs.push(...(await this.withIndex(segment, (index) => index.byReferent(referent), key)));
    }
    return refs;
  }

  /** The first receipt after a record. */
  async after(sequence: number): Promise<InvoiceRef | undefined> {
    const passed = this.summaries.filter(({ lastSequence }) => lastSequence <= sequence);
    for (const segment of this.segments().reverse()) {
      if (passed.some((summary) => summary.segment === segment)) continue;
      const found = await this.withIndex(segment, (index) => index.after(sequence));
      if (found !== undefined) return found;
    }
    return undefined;
  }

  private async find(
    search: (index: InvoiceIndex) => InvoiceRef | undefined,
    mayHold: (summary: SegmentSummary) => boolean,
    key: RowKey,
  ): Promise<InvoiceRef | undefined> {
    for (const index of [this.current, ...this.full]) {
      const found = search(index);
      if (found !== undefined) return found;
    }
    for (const summary of this.summaries.filter(mayHold)) {
      const found = await this.withIndex(summary.segment, search, key);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  /** Newest first, by order of issue. */
  page(query: InvoiceQuery, range: { readonly skip: number; readonly limit: number }, manner?: SearchManner) {
    return searchPage(this, query, range, manner);
  }

  /** Undefined when counting would take long. */
  count(query: InvoiceQuery, manner?: SearchManner): Promise<number | undefined> {
    return searchCount(this, query, manner);
  }

  summaryOf(segment: number): SegmentSummary | undefined {
    return this.inMemory(segment) === undefined
      ? this.summaries.find((candidate) => candidate.segment === segment)
      : undefined;
  }

  private inMemory(segment: number): InvoiceIndex | undefined {
    return [this.current, ...this.full].find((index) => index.segment === segment);
  }

  /** Newest first. */
  segments(): number[] {
    const inMemory = [this.current, ...[...this.full].reverse()].map((index) => index.segment);
    return [
      ...inMemory,
      ...this.summaries.map(({ segment }) => segment).filter((segment) => !inMemory.includes(segment)),
    ];
  }

  /** The parts of a snapshot: `main` and the index of the current segment. */
  images(): { readonly index: number; readonly parts: readonly Uint8Array[] } {
    return { index: this.current.segment, parts: [this.main.image(), ...this.current.parts] };
  }

  close(): void {
    this.main.close();
  }
}

/** The views of a ledger that grows, with all durable records applied whenever they are read. */
export class CurrentViews {
  private readonly unapplied: Written[] = [];

  constructor(
    private readonly views: Views,
    private readonly onApplied: () => void,
  ) {}

  /** Adds durable records. They are applied after the writers got their results, or before the next read. */
  add(group: readonly Written[]): void {
    if (this.unapplied.length === 0) setImmediate(this.apply.bind(this));
    this.unapplied.push(...group);
  }

  get now(): Views {
    this.apply();
    return this.views;
  }

  private apply(): void {
    if (this.unapplied.length === 0) return;
    for (const written of this.unapplied.splice(0)) this.views.apply(written.entry.change, refOf(written));
    this.onApplied();
  }
}
