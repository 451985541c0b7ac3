import type { Operator } from '../kit/operator.js';
import { list, object, text } from '../kit/shape.js';

export interface LabelSetting {
  readonly label: string;
  readonly name: string;
  readonly rate: number;
  readonly active: boolean;
}

const labelled = list(object({ label: text }));

/** Works while a tax label is configured like this, beside those that there are. */
export async function withLabel(operator: Operator, label: LabelSetting, work: () => Promise<void>): Promise<void> {
  const before = await operator.setting('taxLabels');
  const rest = (before as readonly unknown[]).filter(
    (_, index) => labelled(before, 'taxLabels')[index]?.label !== label.label,
  );
  await operator.during('taxLabels', [...rest, label], work);
}
