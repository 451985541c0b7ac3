import { verbatim } from '../../../../src/base/index.js';
/**
 * Why files are not read with csv-parse: what it answers to files that a shop's spreadsheet saves. When one of these
 * tests fails after an update of csv-parse, the decision to read CSV with a reader of our own can be looked at again.
 */
import { CsvError, type InfoRecord, parse } from 'csv-parse/sync';
import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { type CsvTable, parsed } from './parsed.js';
import { inEnglish } from '../../../kit/inEnglish.js';

const LINE_ENDS = ['\r\n', '\n', '\r'];

/** The records of csv-parse, set up for what our reader takes; its fault with the line that csv-parse names. */
function parsedByLibrary(text: string, relaxQuotes: boolean): CsvTable {
  const records: { line: number; cells: string[] }[] = [];
  try {
    parse(text, {
      delimiter: ';',
      record_delimiter: LINE_ENDS,
      relax_column_count: true,
      relax_quotes: relaxQuotes,
      skip_empty_lines: true,
      on_record: (cells: string[], { lines }: InfoRecord) => {
        records.push({ line: lines, cells });
        return null;
      },
    });
    return { records, fault: undefined };
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    return { records, fault: { line: Number(error['lines']), reason: verbatim(error.code) } };
  }
}

function linesOf({ records }: CsvTable): number[] {
  return records.map(({ line }) => line);
}

test('csv-parse agrees on cells and lines while no cell holds a line break', () => {
  const text = 'plu;"назив"\r\n\r\n1;"Сок ""Ђус"""\r\n2;\r\n';
  assert.equal(inEnglish(parsedByLibrary(text, false)), inEnglish(parsed(text, ';')));
  assert.equal(linesOf(parsed(text, ';')), [1, 3, 4]);
});

test('csv-parse counts each CRLF inside a cell as two lines, and gives the line on which a record ends', () => {
  const text = 'plu;naziv\r\n1;"Hleb\r\nbeli"\r\n2;Kafa\r\n';
  assert.equal(linesOf(parsed(text, ';')), [1, 2, 4]);
  assert.equal(linesOf(parsedByLibrary(text, false)), [1, 4, 5], 'the file has four lines');
});

test('csv-parse refuses a quotation mark inside a plain cell, or reads rows after a misplaced one as one cell', () => {
  const inches = 'plu;naziv\n1;Pica 12"\n';
  assert.equal(parsed(inches, ';').records.at(-1)?.cells, ['1', 'Pica 12"']);
  assert.is(inEnglish(parsedByLibrary(inches, false).fault?.reason), 'INVALID_OPENING_QUOTE');
  assert.equal(
    inEnglish(parsedByLibrary(inches, true)),
    inEnglish(parsed(inches, ';')),
    'with relax_quotes it is right',
  );

  const misplaced = 'plu;naziv\n1;"Hleb;\n2;Kafa\n3;"Sok";1\n4;Voda\n';
  assert.is(parsed(misplaced, ';').fault?.line, 2);
  const relaxed = parsedByLibrary(misplaced, true);
  assert.is(inEnglish(relaxed.fault), undefined, 'no error');
  assert.equal(relaxed.records[1]?.cells, ['1', '"Hleb;\n2;Kafa\n3;"Sok"', '1'], 'three rows have become one');
});

test('csv-parse reports a quotation mark that is never closed with the last line of the file', () => {
  const text = `plu;naziv\n1;"Hleb\n${'2;Kafa\n'.repeat(50)}`;
  assert.is(parsed(text, ';').fault?.line, 2);
  const { fault } = parsedByLibrary(text, false);
  assert.equal(inEnglish([fault?.reason, fault?.line]), ['CSV_QUOTE_NOT_CLOSED', 52]);
});

test.run();
