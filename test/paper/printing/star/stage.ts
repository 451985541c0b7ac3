import type { PrinterSetting } from '../../../../src/shop/settings/printers.js';
import { TcpFront } from '../../../kit/printer/fronts/tcp.js';
import { foldHomoglyphs, readPiece } from '../../../kit/printer/reading.js';
import { StarPrinter } from '../../../kit/printer/star.js';
import type { Piece } from '../../../kit/printer/types.js';
import { SANDBOX } from '../scenarios/papers.js';
import { scene, type SceneOptions, type Stage } from '../scenarios/stage.js';

/** How a Star printer at this address is set: to print every new receipt, and nothing else by itself. */
export function starSetting(address: string, change: Partial<PrinterSetting> = {}): PrinterSetting {
  return {
    ...{ name: 'star', address, width: 80, dpi: 203, language: 'star', mode: 'raster', autoPrint: true, ticket: false },
    ...change,
  };
}

/** A scene with a Star printer on the network, which gets nothing that it does not know. */
export function starScene(
  name: string,
  act: (stage: Stage, printer: StarPrinter, front: TcpFront) => Promise<void>,
  setting: Partial<PrinterSetting> = {},
  options: SceneOptions = {},
): void {
  scene(
    name,
    async (stage) => {
      const printer = new StarPrinter({ dots: setting.width === 58 ? 384 : 576 });
      const front = await TcpFront.start(printer);
      try {
        await stage.box.set('printers', [starSetting(`tcp://127.0.0.1:${front.port}`, setting)]);
        await act(stage, printer, front);
        if (printer.errors.length > 0) throw new Error(printer.errors.slice(0, 5).join('; '));
      } finally {
        await front.stop();
      }
    },
    { isUnset: true, ...options },
  );
}

/** Waits until so many pieces are cut off: bytes that left the box are not on paper yet. */
export function cutOff(stage: Stage, printer: StarPrinter, pieces: number): Promise<void> {
  return stage.until(`${pieces} pieces`, () => printer.pieces.filter(({ end }) => end !== 'open').length === pieces);
}

/** The rows of a piece, as they look. */
export function rowsOf(piece: Piece | undefined, { options }: StarPrinter): string[] {
  return piece === undefined ? [] : readPiece(piece, options).rows.map(({ text }) => foldHomoglyphs(text.trim()));
}

/** The rows of a receipt of the sandbox, as they look on a slip. */
export function rowsOfJournal(journal: string): string[] {
  const issued = journal.split('\r\n').map((row) => row.trim());
  return [...SANDBOX, ...issued.filter((row) => row !== ''), ...SANDBOX].map(foldHomoglyphs);
}
