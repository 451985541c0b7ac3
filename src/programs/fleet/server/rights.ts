import { CONSUMER, STREAM } from '../ingest/stream.js';

/** The subjects that a user of nats-server may publish to and subscribe to. All others are denied. */
export interface Rights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** A box on the owner's server. */
export interface FleetBox {
  /** Token of its subject. */
  readonly shop: string;
  /** Its id, 32 lower-case hex digits. */
  readonly box: string;
  /** Group whose prices and settings it may read; undefined: no group. */
  readonly group?: string | undefined;
}

/**
 * Prices and settings of groups: a bucket of JetStream's key-value store (ADR 8 of NATS), and the subject to which the
 * server publishes each stored value.
 */
const BUCKET = 'KASIRBOX';
const TOLD = 'kasirbox-group';
const DIRECT_GET = '$JS.API.DIRECT.GET';

/** Subjects that an account exports or imports. */
interface Offer {
  /** Subjects of requests that are answered. */
  readonly services: readonly string[];
  /** Subjects of published messages. */
  readonly streams: readonly string[];
}

/** The imports of a box's account from the owner's: its own subjects, and those of its group. */
export function boxImports({ shop, box, group }: FleetBox): Offer {
  const own = `kasirbox.${shop}.${box}`;
  const keys = group === undefined ? [] : ['catalogue', 'settings'].map((kind) => `${kind}.${group}`);
  return {
    services: [
      ...[own, `${own}.state`, `${DIRECT_GET}.${STREAM}.${own}`],
      ...keys.map((key) => `${DIRECT_GET}.KV_${BUCKET}.$KV.${BUCKET}.${key}`),
    ],
    streams: keys.map((key) => `${TOLD}.${key}`),
  };
}

/** The exports of the owner's account for boxes. */
export const OFFERED = boxImports({ shop: '*', box: '*', group: '*' });

/**
 * The rights of a box: to publish its records and state, to read its own last message, and the last prices and settings
 * of its group. It cannot create streams or consumers, and receives only answers to its own requests, not those to
 * another box of its shop.
 */
export function boxRights(box: FleetBox): Rights {
  const { services, streams } = boxImports(box);
  return { publish: services, subscribe: [`_INBOX.${box.box}.>`, ...streams] };
}

/**
 * The rights of an ingester: to create the stream, to inspect it, to recreate its own consumer, and to read messages
 * from it, but not to publish any. It works in the owner's account, where it could redirect answers to any subject. So
 * its credential must stay on the owner's own machine.
 */
export function ingesterRights(): Rights {
  const consumer = `${STREAM}.${CONSUMER}`;
  return {
    publish: [
      ...['$JS.API.INFO', `$JS.API.STREAM.INFO.${STREAM}`, `$JS.API.STREAM.CREATE.${STREAM}`],
      `$JS.API.STREAM.MSG.GET.${STREAM}`,
      ...['INFO', 'CREATE', 'DURABLE.CREATE', 'DELETE', 'MSG.NEXT'].map(
        (verb) => `$JS.API.CONSUMER.${verb}.${consumer}`,
      ),
      `$JS.ACK.${consumer}.>`,
    ],
    subscribe: ['_INBOX.>'],
  };
}

/** The box with these publish rights; undefined: not a box. */
export function boxOfRights(publish: readonly string[]): FleetBox | undefined {
  const [, shop, box] = /^kasirbox\.([^.]+)\.([0-9a-f]{32})$/.exec(publish[0] ?? '') ?? [];
  if (shop === undefined || box === undefined) return undefined;
  const key = `${DIRECT_GET}.KV_${BUCKET}.$KV.${BUCKET}.catalogue.`;
  const group = publish.find((subject) => subject.startsWith(key))?.slice(key.length);
  return { shop, box, group };
}
