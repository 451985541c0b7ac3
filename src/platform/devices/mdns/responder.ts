import { collapseBlanks, toNfc } from '../../../base/index.js';
import { type DnsName, type DnsRecord, nameKey, queryBytes, readResponse, type RecordType } from './dnsMessage.js';

/** Printers that accept raw bytes, mostly on port 9100 (Bonjour Printing Specification 1.2.1, 3.2.2). */
export const SERVICE: DnsName = ['_pdl-datastream', '_tcp', 'local'];

/** An announced printer. */
export interface Announced {
  readonly host: string;
  readonly port: number;
  /** Name reported by the printer; may be empty. */
  readonly name: string;
}

/**
 * Limits per device: datagrams, follow-up questions, records, and records of one name and type. A print server has some
 * ten printers.
 */
const MAX_DATAGRAMS = 32;
const MAX_QUESTIONS = 32;
const MAX_RECORDS = 128;
const MAX_ALIKE = { PTR: 32, SRV: 4, TXT: 4, A: 4 } as const satisfies Readonly<Record<RecordType, number>>;
const MAX_PRINTERS = 16;
/** Maximum characters of a name. */
const MAX_NAME = 60;

/**
 * The announcements of one device. Each device is evaluated separately, so one that sends false or too much data does
 * not affect another.
 */
export class Responder {
  readonly #records = new Map<string, DnsRecord[]>();
  readonly #asked = new Set<string>();
  #heard = 0;
  #kept = 0;

  /** Reads a datagram and stores relevant records; datagrams beyond the limit are ignored. */
  hear(datagram: Buffer): void {
    if (this.#heard === MAX_DATAGRAMS) return;
    this.#heard += 1;
    const read = readResponse(datagram);
    if (read.ok) read.value.forEach((record) => this.#keep(record));
  }

  /** Queries for the missing records between the service and an address; each is returned once. */
  missing(): Buffer[] {
    const instances = this.#instances();
    const hosts = instances.flatMap((instance) => this.#of('SRV', instance)).map(({ host }) => host);
    return [
      ...instances.flatMap((instance) => [...this.#unasked('SRV', instance), ...this.#unasked('TXT', instance)]),
      ...hosts.flatMap((host) => this.#unasked('A', host)),
    ];
  }

  /** The announced printers, one per address and port; `isNear` decides whether an address may belong to one. */
  printers(isNear: (address: string) => boolean): Announced[] {
    const announced = this.#instances().flatMap((instance) => {
      const name = this.#nameOf(instance);
      return this.#of('SRV', instance).flatMap(({ host, port }) => {
        const near = this.#of('A', host).filter(({ address }) => isNear(address));
        return near.map(({ address }) => ({ host: address, port, name }));
      });
    });
    return [...new Map(announced.map((one) => [`${one.host}:${one.port}`, one])).values()].slice(0, MAX_PRINTERS);
  }

  #keep(record: DnsRecord): void {
    const key = keyOf(record.type, record.name);
    const alike = this.#records.get(key) ?? [];
    if (this.#kept === MAX_RECORDS || alike.length === MAX_ALIKE[record.type]) return;
    this.#records.set(key, [...alike, record]);
    this.#kept += 1;
  }

  /** `<Instance>._pdl-datastream._tcp.local`, each once (RFC 6763 section 4.1). */
  #instances(): DnsName[] {
    const targets = this.#of('PTR', SERVICE).map(({ target }) => target);
    const instances = targets.filter(([, ...service]) => nameKey(service) === nameKey(SERVICE));
    return [...new Map(instances.map((one) => [nameKey(one), one])).values()];
  }

  #of<T extends RecordType>(type: T, name: DnsName): Extract<DnsRecord, { readonly type: T }>[] {
    const alike = this.#records.get(keyOf(type, name)) ?? [];
    return alike.filter((record): record is Extract<DnsRecord, { readonly type: T }> => record.type === type);
  }

  #unasked(type: RecordType, name: DnsName): Buffer[] {
    const key = keyOf(type, name);
    if (this.#records.has(key) || this.#asked.has(key) || this.#asked.size === MAX_QUESTIONS) return [];
    this.#asked.add(key);
    return [queryBytes(name, type)];
  }

  /**
   * The model, such as `EPSON TM-m30` or `(TM-m30)` (Bonjour Printing Specification 1.2.1, 9.2.3 and 9.2.8), otherwise
   * the name of the instance.
   */
  #nameOf(instance: DnsName): string {
    const values = this.#of('TXT', instance)[0]?.values;
    const [named = ''] = [values?.get('ty'), values?.get('product')?.replace(/^\((.*)\)$/s, '$1'), instance[0]]
      .map((text) => shown(text ?? ''))
      .filter((text) => text !== '');
    return named;
  }
}

function keyOf(type: RecordType, name: DnsName): string {
  return `${type} ${nameKey(name)}`;
}

/** A name that can be shown in one row: without characters that control a terminal, reverse text or draw nothing. */
function shown(text: string): string {
  const visible = collapseBlanks(toNfc(text.replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, ' ')));
  return Array.from(visible.trim()).slice(0, MAX_NAME).join('').trim();
}
