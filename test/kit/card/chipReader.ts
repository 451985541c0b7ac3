import { failed, ok, type Result } from '../../../src/base/result.js';
import type { CardLink, CardLoss, CardReader } from '../../../src/processors/card/link.js';
import type { Chip } from './chip.js';

/** What happens at a command instead of its answer; `seen`: did the card still run it? */
export interface Interruption {
  readonly loss: CardLoss;
  readonly seen: boolean;
}

/** A reader without USB: its cards are chips, and they answer at once. */
export class ChipReader implements CardReader {
  readonly name = 'reader in process';
  readonly gone: Promise<CardLoss>;
  /** Does it carry extended APDUs? Read at each connect. */
  isExtended = true;
  /** Set: cards do not answer at power-up. */
  isMute = false;
  /** Asked at each command; the link ends with what it gives, and a card that was pulled is out. */
  interrupt: ((command: Buffer) => Interruption | undefined) | undefined;
  /** Power-ups so far. */
  connects = 0;
  /** How often it was closed. */
  closes = 0;
  /** Runs while it is being closed. */
  closing: (() => Promise<unknown>) | undefined;
  chip: Chip | undefined;
  private link: ChipLink | undefined;
  private listener: ((hasCard: boolean) => void) | undefined;
  private end: (loss: CardLoss) => void = () => undefined;
  private loss: CardLoss | undefined;

  constructor() {
    this.gone = new Promise((resolve) => (this.end = resolve));
  }

  insert(chip: Chip): void {
    this.remove();
    this.chip = chip;
    this.listener?.(true);
  }

  remove(): void {
    if (this.chip === undefined) return;
    this.chip.reset();
    this.chip = undefined;
    this.link?.finish('removed');
    this.listener?.(false);
  }

  unplug(loss: CardLoss = 'reader gone'): void {
    if (this.loss !== undefined) return;
    this.loss = loss;
    this.chip?.reset();
    this.link?.finish(loss);
    this.end(loss);
  }

  /** Says that a card was put in or taken out, whether it was or not. */
  tell(hasCard: boolean): void {
    this.listener?.(hasCard);
  }

  /** The link to the card that is in ends by itself. */
  lose(loss: CardLoss): void {
    this.chip?.reset();
    this.link?.finish(loss);
  }

  async hasCard(): Promise<Result<boolean, CardLoss>> {
    return this.loss === undefined ? ok(this.chip !== undefined) : failed(this.loss);
  }

  onChange(listener: ((hasCard: boolean) => void) | undefined): void {
    this.listener = listener;
  }

  async connect(): Promise<Result<CardLink, CardLoss>> {
    this.link?.finish('closed');
    if (this.loss !== undefined) return failed(this.loss);
    if (this.chip === undefined) return failed('no card');
    this.connects += 1;
    if (this.isMute) return failed('mute');
    this.chip.reset();
    this.link = new ChipLink(this.chip, this.isExtended, (command) => this.interruption(command));
    return ok(this.link);
  }

  async close(): Promise<void> {
    this.closes += 1;
    if (this.closing !== undefined) await this.closing();
    this.unplug('closed');
  }

  private interruption(command: Buffer): CardLoss | undefined {
    const interruption = this.interrupt?.(command);
    if (interruption === undefined) return undefined;
    const { chip } = this;
    if (interruption.seen) chip?.transmit(command);
    if (interruption.loss === 'removed') this.remove();
    else if (interruption.loss === 'reader gone') this.unplug();
    else chip?.reset();
    return interruption.loss;
  }
}

class ChipLink implements CardLink {
  readonly protocol = 'T=1';
  readonly ended: Promise<CardLoss>;
  private end: (loss: CardLoss) => void = () => undefined;
  private loss: CardLoss | undefined;

  constructor(
    private readonly chip: Chip,
    readonly isExtended: boolean,
    private readonly interruption: (command: Buffer) => CardLoss | undefined,
  ) {
    this.ended = new Promise((resolve) => (this.end = resolve));
  }

  get atr(): Buffer {
    return this.chip.atr;
  }

  async transmit(command: Buffer): Promise<Result<Buffer, CardLoss>> {
    if (this.loss !== undefined) return failed(this.loss);
    if (!this.isExtended && command.length > 5 && command[4] === 0) return failed('too long');
    const loss = this.interruption(command);
    if (loss === undefined) return ok(this.chip.transmit(command));
    this.finish(loss);
    return failed(loss);
  }

  async close(): Promise<void> {
    this.finish('closed');
  }

  finish(loss: CardLoss): void {
    if (this.loss !== undefined) return;
    this.loss = loss;
    this.end(loss);
  }
}
