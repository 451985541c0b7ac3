// turns: 2
import * as assert from 'uvu/assert';
import { read, readError } from '../../../kit/client.js';
import { readPiece, foldHomoglyphs } from '../../../kit/printer/reading.js';
import { withProcessor } from './processor.js';
import { scene, type Stage } from './stage.js';

const QUEUE = { enabled: true, maxCount: 200, maxAgeHours: 48, printSlip: true };

/** What a person reads on each paper of the first printer, line by line. */
function papers({ station: { printer } }: Stage): string[][] {
  return printer.pieces
    .filter(({ end }) => end !== 'open')
    .map((piece) => readPiece(piece, printer.options).rows.map(({ text }) => text));
}

const isSlip = (lines: readonly string[]): boolean =>
  lines.includes(foldHomoglyphs('БРОЈ 1')) || lines.includes('БРОЈ 2');

scene(
  'a customer who waits for the processor gets a slip that is no receipt, and the receipt when it is issued',
  (stage) =>
    withProcessor(stage, async (pfr) => {
      await stage.sold({ print: false });
      await stage.box.set('offlineQueue', QUEUE);
      await pfr.stop();
      const ask = async (key: string, print: unknown = null) =>
        read('Queued', 202, await stage.sell({ whenOffline: 'queue', print }, key));

      await ask('prodaja-1');
      await stage.until('a slip is out', () => papers(stage).length === 1);
      const [slip = []] = papers(stage);
      const text = slip.map(foldHomoglyphs);
      assert.is(text.filter((line) => line === foldHomoglyphs('ФИСКАЛНИ РАЧУН')).length, 2);
      for (const line of ['БРОЈ 1', 'фискални процесор није доступан.'])
        assert.ok(text.includes(foldHomoglyphs(line)), line);
      assert.not.ok(
        text.some((line) => line.includes('300,00')),
        'no amount',
      );
      assert.ok(
        text.some((line) => /^.{7} +prodaja-1$/.test(line)),
        'the key',
      );
      assert.is(readPiece(stage.station.printer.pieces[0]!, stage.station.printer.options).qr, undefined);

      await ask('prodaja-1');
      await ask('prodaja-2', false);
      await stage.box.set('offlineQueue', { ...QUEUE, printSlip: false });
      await ask('prodaja-3', true);
      assert.equal(stage.box.parts.printing.jobs(), [], 'no receipt is printed on suspicion');

      await pfr.up();
      await stage.until('the queue is empty', () => stage.box.parts.invoicing.queue.list().length === 0);
      const { invoices } = read('InvoiceList', 200, await stage.client.get('/invoices'));
      const of = (key: string): string => invoices.find(({ clientRequestId }) => clientRequestId === key)?.uuid ?? '';
      await stage.become(of('prodaja-1'), 'printed');
      await stage.become(of('prodaja-3'), 'printed');
      assert.equal(await stage.jobsOf(of('prodaja-2')), []);
      assert.is(papers(stage).filter(isSlip).length, 1, 'a repeat, print: false, and a setting give no slip');
      assert.equal(await stage.papers(), ['scrap', '2', '4']);

      await pfr.stop();
      await stage.box.set('offlineQueue', { ...QUEUE, printSlip: false, printReceipts: false });
      await ask('prodaja-4', 'kasa');
      await stage.use();
      await ask('prodaja-4', 'kasa');
      const { code } = readError(422, await stage.sell({ whenOffline: 'queue', print: 'kasa' }, 'prodaja-5'));
      assert.is(code, 'configuration', 'only a repeat may name a printer that is not set any more');
      await stage.use(stage.station);
      await pfr.up();
      await stage.until('the queue is empty', () => stage.box.parts.invoicing.queue.list().length === 0);
      assert.is(stage.box.parts.printing.jobs().length, 2, 'receipts of the queue are kept, and not printed');
    }),
  { tears: true },
);
