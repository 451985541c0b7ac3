import { type Family, gauge, one } from '../prometheusText.js';
import type { BoardSensors } from './boardSensors.js';

export interface BoardMetricsParts {
  readonly board: Pick<BoardSensors, 'temperature' | 'isUnderVoltage' | 'storage'>;
  /** The data folder. */
  readonly folder: string;
}

/** Metrics of the board. Values that it does not measure are omitted. */
export async function boardFamilies({ board, folder }: BoardMetricsParts): Promise<Family[]> {
  const [temperature, isUnderVoltage, storage] = await Promise.all([
    board.temperature(),
    board.isUnderVoltage(),
    board.storage(folder),
  ]);
  const voltage = isUnderVoltage === null ? undefined : Number(isUnderVoltage);
  const life = storage?.life ?? undefined;
  return [
    gauge('board_temperature_celsius', 'The hottest sensor of the board.', one(temperature ?? undefined)),
    gauge('board_under_voltage', '1 while the supply voltage is too low.', one(voltage)),
    gauge(
      'storage_life_used_ratio',
      'How much of the life of the flash is used by its own estimate, at most; 1.1: it has outlived it.',
      one(life === undefined ? undefined : life / 10),
    ),
    gauge(
      'storage_reserve_state',
      'Spare blocks of the flash: 1 normal, 2 four fifths used, 3 nine tenths used.',
      one(storage?.reserve ?? undefined),
    ),
  ];
}
