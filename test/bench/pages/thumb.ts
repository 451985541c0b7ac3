import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { join, resolve } from 'node:path';
import type { Bench } from '../bench.js';
import { judged, type Row } from '../figures.js';
import { freePort } from '../../kit/port.js';
import { newDevice, newPage, openBrowser, PHONE } from '../../kit/web/browser.js';

const ROOT = resolve(import.meta.dirname, '../../..');
/** s */
const REACH = 120;
const PASSWORD = 'lozinka za probu';

/** A newcomer: clones, starts the box with the script, claims it on a phone and sells. */
export async function thumbRows(bench: Bench): Promise<Row[]> {
  bench.say('from a clone to the first receipt by thumb');
  const clone = bench.folder();
  const began = performance.now();
  const seconds = (): number => (performance.now() - began) / 1000;
  execFileSync('git', ['clone', '--quiet', '--no-local', ROOT, clone]);
  const port = await freePort();
  const env = { ...process.env, KASIRBOX_DATA: join(clone, 'data'), KASIRBOX_LISTEN: `127.0.0.1:${port}` };
  const start = spawn(join(clone, 'scripts/start'), { env, stdio: ['ignore', 'pipe', 'inherit'] });
  try {
    const banner = await bannerOf(start);
    const running = seconds();
    const [, code = ''] = /Claim code +(\S+)/.exec(banner) ?? [];
    const [, pages = ''] = /Pages +(\S+)/.exec(banner) ?? [];
    const taps = await firstReceipt(pages, code);
    const all = seconds();
    return [
      {
        what: 'from clone to first receipt by thumb, scripted',
        reach: `≤ ${REACH} s`,
        reached: judged(`${all.toFixed(0)} s`, all <= REACH),
        bare: `${running.toFixed(0)} s until the banner`,
        note: `npm's packages come from its cache or the registry, as it happens; ${taps} taps`,
      },
    ];
  } finally {
    start.kill('SIGTERM');
    await new Promise((done) => start.once('close', done));
  }
}

function bannerOf(start: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let banner = '';
    start.stdout?.setEncoding('utf8').on('data', (text: string) => {
      banner += text;
      if (banner.includes('Ctrl-C stops it.')) done(banner);
    });
    start.once('close', (ended) => fail(new Error(`scripts/start ended with ${ended}: ${banner}`)));
  });
}

/** Claims the box and sells for a free amount; how many taps that took. */
async function firstReceipt(pages: string, code: string): Promise<number> {
  const browser = await openBrowser();
  try {
    const { page } = await newPage(await newDevice(browser, PHONE));
    let taps = 0;
    const tap = async (name: string | RegExp): Promise<void> => {
      await page.getByRole('button', { name }).tap();
      taps += 1;
    };
    await page.goto(pages);
    await page.getByLabel('Код за преузимање').fill(code);
    await page.getByLabel('Ваше име').fill('Проба');
    await page.getByLabel('Лозинка (најмање 8 знакова)').fill(PASSWORD);
    await page.getByLabel('Лозинка још једном').fill(PASSWORD);
    await tap('Преузми уређај');
    await tap('Код је записан');
    await tap('Мени');
    await page.getByRole('link', { name: 'Каса' }).tap();
    await tap('Слободан износ');
    await page.getByLabel('Износ (РСД)').fill('150');
    await tap('Додај');
    await tap('Наплати');
    await tap(/^Готовина, тачно/);
    await page.locator('.done pre').waitFor();
    return taps + 1;
  } finally {
    await browser.close();
  }
}
