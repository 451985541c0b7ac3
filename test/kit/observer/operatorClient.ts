import { type Message, english } from '../../../src/base/index.js';
import * as assert from 'uvu/assert';
import type { Input, OperationName, Reply } from '../../../src/interfaces/admin/operations.js';
import type { BoxProcess } from '../process.js';
import type { Random } from '../random.js';
import { Cell } from './cell.js';

/** What comes of a question to the socket; undefined when no answer came. */
export type AskBox = <N extends OperationName>(name: N, ask: Input<N>) => Promise<Reply<N> | undefined>;

interface KnownKey {
  readonly label: string;
  readonly key: string;
  readonly revoked: Cell<boolean>;
}

/** Keys and settings as the one operator knows them who changes them over the socket of the box. */
export class OperatorClient {
  private readonly keys = new Map<number, KnownKey>();
  /** Labels of new keys whose making had no answer. */
  private readonly unanswered = new Set<string>();
  /** Numbers of keys that were found although their text was never shown. */
  private readonly untold = new Map<number, string>();
  /** Keys that were made or revoked since the last look. */
  private readonly changed = new Set<KnownKey>();
  private made = 0;

  constructor(
    private readonly random: Random,
    /** The number in the setting "esir". */
    private readonly esir = new Cell('the setting "esir"', '0'),
  ) {}

  /** Changes the setting, or makes or revokes a key. False when it was not answered well. */
  change(ask: AskBox): Promise<boolean> {
    const { random } = this;
    const inUse = [...this.keys.entries()].filter(([, { revoked }]) => !revoked.value);
    this.made += 1;
    if (random.oneIn(2)) return this.set(ask);
    return inUse.length > 3 && random.oneIn(2) ? this.revoke(ask, random.pick(inUse)) : this.make(ask);
  }

  private async set(ask: AskBox): Promise<boolean> {
    const number = String(this.made);
    this.esir.ask(number);
    const reply = await ask('settings.set', { name: 'esir', value: { number, version: '1' } });
    if (reply?.ok !== true) return false;
    this.esir.hold();
    return true;
  }

  private async make(ask: AskBox): Promise<boolean> {
    const label = `key ${this.made}`;
    this.unanswered.add(label);
    const reply = await ask('keys.create', { label });
    if (reply?.ok !== true) return false;
    this.unanswered.delete(label);
    const { id, key } = reply.value;
    const known = { label, key, revoked: new Cell(`${label} is revoked`, false) };
    this.keys.set(id, known);
    this.changed.add(known);
    return true;
  }

  private async revoke(ask: AskBox, [id, known]: readonly [number, KnownKey]): Promise<boolean> {
    known.revoked.ask(true);
    this.changed.add(known);
    const reply = await ask('keys.revoke', { id });
    if (reply?.ok !== true) return false;
    known.revoked.hold();
    return true;
  }

  /** `others`: how many keys there are that this operator has not made, the first ones. */
  async compare(box: BoxProcess, others: number): Promise<void> {
    const shown = await answered(box.ask('settings.show', { name: 'esir' }));
    this.esir.compare((shown['esir'] as { number: string }).number);
    const listed = await answered(box.ask('keys.list', {}));
    const numbers = new Set(listed.map(({ id }) => id));
    for (const id of this.keys.keys()) assert.ok(numbers.has(id), `key ${id} is gone`);
    for (const { id, label, revokedAt } of listed.filter(({ id }) => id > others)) {
      const known = this.keys.get(id);
      if (known !== undefined) {
        assert.is(label, known.label);
        known.revoked.compare(revokedAt !== null);
      } else if (this.untold.get(id) !== label) {
        assert.ok(this.unanswered.delete(label), `nobody has asked for ${label}`);
        this.untold.set(id, label);
      }
    }
    this.unanswered.clear();
    for (const { key, label, revoked } of this.changed) {
      const { status } = await box.send('GET', '/items', key);
      assert.is(status, revoked.value ? 401 : 200, `${label} opens as it was told`);
    }
    this.changed.clear();
  }

  /** What the operator knows at this moment; see `ReceiptBook.frozen`. */
  frozen(): OperatorClient {
    const operator = new OperatorClient(this.random, this.esir.frozen());
    for (const [id, known] of this.keys) operator.keys.set(id, { ...known, revoked: known.revoked.frozen() });
    for (const [id, label] of this.untold) operator.untold.set(id, label);
    for (const label of this.unanswered) operator.unanswered.add(label);
    return operator;
  }
}

async function answered<T>(
  reply: Promise<{ ok: true; value: T } | { ok: false; error: Message } | undefined>,
): Promise<T> {
  const given = await reply;
  if (given?.ok !== true)
    throw new Error(given === undefined ? 'the socket of the box gave no answer' : english(given.error));
  return given.value;
}
