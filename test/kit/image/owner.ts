import { setTimeout as pause } from 'node:timers/promises';
import * as assert from 'uvu/assert';
import { partitionOf, readFat, writeFat } from './filesystem.js';
import type { ImageMachine } from './machine.js';

/** The claim code that {@link prepareClaim} gives to a card. */
export const CODE = '7K3QM2XW';
const PAUSE = 1000;
const PERSON = { name: 'Мира', secret: 'tajna-lozinka-8' };

/** Calls an operation of the pages, and gives what it answers. Throws when it is refused. */
export type Operate = (name: string, question: object) => Promise<Record<string, unknown>>;

/** Writes a claim code into the first-boot file of a card that has not started yet, as a technician does. */
export function prepareClaim(card: string): void {
  const [fat, name] = [partitionOf(card, 1), 'kasirbox.toml'];
  const toml = readFat(card, fat, name).toString();
  writeFat(card, fat, name, Buffer.from(toml.replace(/^#code = .*$/m, `code = "${CODE}"`)));
}

/** Takes a new box as its first owner. */
export function claim(machine: ImageMachine): Promise<Operate> {
  return enter(machine, '/web/claim', { code: CODE, ...PERSON });
}

/** Signs in at a box that {@link claim} has taken. */
export function signIn(machine: ImageMachine): Promise<Operate> {
  return enter(machine, '/web/session', PERSON);
}

async function enter(machine: ImageMachine, path: string, ask: object): Promise<Operate> {
  const entered = await machine.send('POST', path, ask, { Origin: machine.origin });
  assert.is(entered.status, 200, entered.text);
  const { csrf } = JSON.parse(entered.text) as { csrf: string };
  const cookie = (entered.headers['set-cookie'] ?? []).map((one) => one.split(';')[0]).join('; ');
  const headers = { Origin: machine.origin, Cookie: cookie, 'X-CSRF-Token': csrf };
  return async (name, question) => {
    const { status, text } = await machine.send('POST', `/web/operations/${name}`, question, headers);
    assert.is(status, 200, text);
    return (JSON.parse(text) as { value: Record<string, unknown> }).value;
  };
}

/** How the last update ended; null without one. */
export async function outcomeOf(operate: Operate): Promise<{ readonly kind: string } | null> {
  return (await operate('update.status', {}))['outcome'] as { kind: string } | null;
}

/** Why the box takes no such update. */
export async function refusalOf(operate: Operate, question: object): Promise<string> {
  for (;;) {
    const why = await operate('update.install', question).then(
      () => 'it was installed',
      (error: unknown) => String(error),
    );
    // A stick is mounted some time after the start, and RAUC reports the running slot.
    if (!/не види такву датотеку|Још се не зна/.test(why)) return why;
    await pause(PAUSE);
  }
}

/** A till of a box: an API key that sells. */
export class Till {
  private constructor(
    private readonly machine: ImageMachine,
    private readonly key: string,
  ) {}

  static async open(machine: ImageMachine, operate: Operate): Promise<Till> {
    const { key } = await operate('keys.create', { label: 'till' });
    return new Till(machine, String(key));
  }

  /** Sells one coffee, and gives the uuid of the receipt. */
  async sell(): Promise<string> {
    const sale = { items: [{ name: 'Кафа', quantity: 1, unitPrice: 150, label: 'Ђ' }] };
    const { uuid } = (await this.ask('POST', '/invoices', 201, sale)) as { uuid: string };
    return uuid;
  }

  /** Asks for a receipt, and gives the uuid of what it is given. */
  async find(uuid: string): Promise<string> {
    return ((await this.ask('GET', `/invoices/${uuid}`, 200)) as { uuid: string }).uuid;
  }

  /** The states of the print jobs of a receipt. */
  async printStates(uuid: string): Promise<readonly string[]> {
    const { jobs } = (await this.ask('GET', `/invoices/${uuid}/print-jobs`, 200)) as { jobs: { state: string }[] };
    return jobs.map(({ state }) => state);
  }

  private async ask(method: string, path: string, expected: number, json?: unknown): Promise<unknown> {
    const authorization = { Authorization: `Bearer ${this.key}` };
    const { status, text } = await this.machine.send(method, `/api/v1${path}`, json, authorization);
    assert.is(status, expected, text);
    return JSON.parse(text);
  }
}
