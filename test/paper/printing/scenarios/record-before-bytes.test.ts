import * as assert from 'uvu/assert';
import { nodeDisk } from '../../../../src/base/nodeDisk.js';
import { wrapped } from '../../../kit/disk/wrapped.js';
import { scene } from './stage.js';

let flushes = 0;
const unflushed = new Set<string>();
const disk = wrapped(nodeDisk, {
  file: (file, path) => ({
    write(position, bytes) {
      if (path.includes('ledger')) unflushed.add(path);
      file.write(position, bytes);
    },
    async datasync() {
      // What is written while the flush is under way is not in it.
      unflushed.delete(path);
      flushes += 1;
      await file.datasync();
    },
  }),
});
/** ESC @, with which a slip begins. */
const INITIALISE = Buffer.of(0x1b, 0x40);

scene(
  'a job is written with its receipt in one flush, and its record is flushed before the first byte leaves',
  async (stage) => {
    const { printer } = stage.station;
    const first = await stage.sold();
    await stage.become(first.uuid, 'printed');
    printer.cover('open');
    const flushesOf = async (print: boolean): Promise<number> => {
      const before = flushes;
      await stage.sold({ print });
      return flushes - before;
    };
    assert.is(await flushesOf(true), await flushesOf(false), 'a job costs no flush');

    const seen: string[] = [];
    const take = printer.take.bind(printer);
    printer.take = (bytes) => {
      if (Buffer.from(bytes).subarray(0, 2).equals(INITIALISE)) {
        seen.push(`${stage.box.parts.printing.jobs()[0]?.state}, ${unflushed.size} to flush`);
      }
      return take(bytes);
    };
    printer.cover('closed');
    const [job] = stage.box.parts.printing.jobs();
    await stage.become(job?.uuid ?? '', 'printed');
    assert.equal(seen, ['sending, 0 to flush']);
  },
  { disk },
);
