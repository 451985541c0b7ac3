import type { JSX } from 'preact';
import { path } from '../../route.js';
import { ReceiptList } from './list.js';
import { ReceiptDetail } from './receipt.js';

/** The list, or the receipt in the address. */
export function ReceiptsScreen(): JSX.Element {
  const [, uuid] = path.value;
  return uuid === undefined ? <ReceiptList /> : <ReceiptDetail key={uuid} uuid={uuid} />;
}
