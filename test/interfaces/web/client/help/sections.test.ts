import { test } from 'uvu';
import * as assert from 'uvu/assert';
import { excerpt, findSections, type Section } from '../../../../../src/interfaces/web/client/screens/help/sections.js';

function section(heading: string, text: string): Section {
  return { document: 'uputstvo', id: heading, depth: 2, heading, text };
}

const SECTIONS = [
  section('Издавање', 'Попуст на ставку снижава цену.'),
  section('Попуст', 'Додирните ставку.'),
  section('Ђак', 'Његова каса.'),
];

function headings(sought: string): string[] {
  return findSections(SECTIONS, sought).map(({ heading }) => heading);
}

test('a section is found by all of the words, in either alphabet, with or without marks; a heading counts more', () => {
  assert.equal(headings('popust'), ['Попуст', 'Издавање']);
  assert.equal(headings('ПОПУСТ цену'), ['Издавање']);
  assert.equal(headings('djak'), ['Ђак']);
  assert.equal(headings('đak njegova'), ['Ђак']);
  assert.equal(headings('popust kasa'), []);
  assert.equal(headings('  '), []);
});

test('an excerpt shows the found word with the text around it', () => {
  const text = `${'реч '.repeat(60)}љубичаста ${'крај '.repeat(60)}`.trim();
  const shown = excerpt(text, 'ljubicasta');
  assert.match(shown, /^….*љубичаста.*…$/);
  assert.ok(shown.length < 230, shown);
  assert.is(excerpt('Кратко.', 'kratko'), 'Кратко.');
  assert.is(excerpt('Без речи из наслова.', 'naslovkojegnema'), 'Без речи из наслова.');
});

test.run();
