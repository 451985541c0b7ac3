import { CONSUMER, STREAM } from '../ingest/stream.js';

/** What a user of nats-server may publish on, and subscribe to; nothing else. */
export interface Rights {
  readonly publish: readonly string[];
  readonly subscribe: readonly string[];
}

/** A box as the owner's server knows it. */
export interface FleetBox {
  /** Token of its subject. */
  readonly shop: string;
  /** Its id, 32 lower-case hex digits. */
  readonly box: string;
  /** Whose prices and settings it may read; undefined: of no group. */
  readonly group?: string | undefined;
}

/**
 * Prices and settings of groups: a bucket of JetStream's key-value store (ADR 8 of NATS), and the subject where the server tells each
 * value once it is stored.
 */
const BUCKET = 'KASIRBOX';
const TOLD = 'kasirbox-group';
const DIRECT_GET = '$JS.API.DIRECT.GET';

/** What an account offers to others, or takes from one. */
interface Offer {
  /** Subjects of which each message is asked for, and answered. */
  readonly services: readonly string[];
  /** Subjects that are listened to. */
  readonly streams: readonly string[];
}

/** What the account of a box takes from the owner's: its own subjects, and those of its group. */
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

/** What the owner's account has for boxes. */
export const OFFERED = boxImports({ shop: '*', box: '*', group: '*' });

/**
 * The rights of a box: to tell what it has and is, to read its own last message, and the last prices and settings of its group. It can
 * make no stream and no consumer, and hears answers for itself alone, not even those for another box of its shop.
 */
export function boxRights(box: FleetBox): Rights {
  const { services, streams } = boxImports(box);
  return { publish: services, subscribe: [`_INBOX.${box.box}.>`, ...streams] };
}

/**
 * The rights of an ingester: to make the stream, to look at it, to make its own consumer anew, and to take messages from it; not to put
 * any there. It works in the owner's account, so that it could have answers sent anywhere there: its credential is one for the owner's own
 * machine.
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

/** Reads back who may publish on these subjects; undefined: no box. */
export function boxOfRights(publish: readonly string[]): FleetBox | undefined {
  const [, shop, box] = /^kasirbox\.([^.]+)\.([0-9a-f]{32})$/.exec(publish[0] ?? '') ?? [];
  if (shop === undefined || box === undefined) return undefined;
  const key = `${DIRECT_GET}.KV_${BUCKET}.$KV.${BUCKET}.catalogue.`;
  const group = publish.find((subject) => subject.startsWith(key))?.slice(key.length);
  return { shop, box, group };
}
