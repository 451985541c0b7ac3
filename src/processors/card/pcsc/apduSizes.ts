import { ok, type Result } from '../../../base/index.js';
import type { CardLoss } from '../link.js';
import type { HeldCard } from './heldCard.js';

/** PC/SC part 10: the features of a reader's driver. */
const GET_FEATURES = 0x42000d48;
const PROPERTIES_FEATURE = 0x12;
/** PC/SC part 10, 2.6.14: the maximum length of an APDU; 0 to 256 means short ones only. */
const MAX_DATA_PROPERTY = 0x0a;

/**
 * True when the reader reports that it takes short APDUs only. Readers that report nothing are assumed to support
 * extended ones.
 */
export async function takesShortOnly(card: HeldCard): Promise<Result<boolean, CardLoss>> {
  const features = await card.control(GET_FEATURES);
  if (!features.ok) return features;
  const question = valueOf(features.value, PROPERTIES_FEATURE);
  if (question?.length !== 4) return ok(false);
  const properties = await card.control(question.readUInt32BE());
  if (!properties.ok) return properties;
  const most = valueOf(properties.value, MAX_DATA_PROPERTY);
  return ok(most?.length === 4 && most.readUInt32LE() <= 256);
}

/** The value of a tag in a list of tag (one byte), length (one byte) and value. */
function valueOf(list: Buffer | undefined, tag: number): Buffer | undefined {
  if (list === undefined) return undefined;
  for (let at = 0; at + 2 <= list.length;) {
    const end = at + 2 + list.readUInt8(at + 1);
    if (end > list.length) return undefined;
    if (list.readUInt8(at) === tag) return list.subarray(at + 2, end);
    at = end;
  }
  return undefined;
}
