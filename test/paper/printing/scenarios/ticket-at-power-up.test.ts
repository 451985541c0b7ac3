// turns: 2
import { X509Certificate } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { shownCode } from '../../../../src/shop/access/callers.js';
import { readCode } from '../../../kit/printer/independent.js';
import { drawPiece } from '../../../kit/printer/paper.js';
import { writePng } from '../../../kit/printer/png.js';
import { readPiece, foldHomoglyphs } from '../../../kit/printer/reading.js';
import { scene, type Stage } from './stage.js';

const MINUTE = 60_000;

const tickets = (stage: Stage): number =>
  stage.logged('print.notice').filter(({ state }) => state === 'printed').length;

scene(
  'a printer that powers up prints a ticket with address, certificate and state, and one that only flaps prints none',
  async (stage) => {
    const { printer } = stage.station;
    await stage.change({ ticket: true });
    const { uuid } = await stage.sold();
    await stage.become(uuid, 'printed');
    await stage.pass(10 * MINUTE);
    assert.is(tickets(stage), 0, 'one that is set while the box runs is on');

    const run = join(stage.box.parts.machine.root, 'run/kasirbox-board');
    mkdirSync(run, { recursive: true });
    mkdirSync(join(stage.box.parts.machine.root, 'sys/class/net/wlan0'), { recursive: true });
    const accessPoint = { ssid: 'Kasirbox-1A2B', password: 'ABCDEFGHJKMN', adapter: 'wlan0' };
    writeFileSync(join(run, 'access-point.json'), JSON.stringify(accessPoint));
    writeFileSync(join(run, 'rescue-code'), 'VWXYZ234\n');
    await stage.slowly(async () => {
      await stage.restart();
      await stage.until('the ticket of the start', () => tickets(stage) === 1);
    });
    const piece = printer.pieces[1];
    assert.ok(piece);
    const read = readPiece(piece, printer.options).rows.map(({ text }) => foldHomoglyphs(text.trim()));
    const ca = new X509Certificate(readFileSync(join(stage.box.folder, 'tls', 'ca.pem')));
    const groups = ca.fingerprint256.replaceAll(':', '').match(/.{4}/g) ?? [];
    for (const line of [
      'ПОДАЦИ О УРЕЂАЈУ',
      'ОВО НИЈЕ ФИСКАЛНИ РАЧУН',
      stage.box.origin,
      groups.slice(0, 8).join(' '),
      groups.slice(8).join(' '),
    ]) {
      assert.ok(read.includes(foldHomoglyphs(line)), `${line}: ${read.join('; ')}`);
    }
    for (const end of [
      'спреман за рад',
      'VWXY-Z234',
      'Kasirbox-1A2B',
      'ABCDEFGHJKMN',
      shownCode(stage.box.parts.claim.current ?? ''),
    ])
      assert.ok(
        read.some((line) => line.endsWith(foldHomoglyphs(end))),
        `${end}: ${read.join('; ')}`,
      );
    const codes = readCode(writePng(drawPiece(piece, printer.options), printer.options.dpi));
    assert.is(codes, `WIFI:T:WPA;S:Kasirbox-1A2B;P:ABCDEFGHJKMN;;\n${stage.box.origin}`);

    const plugIn = async (away: number): Promise<void> => {
      printer.power(false);
      await stage.pass(away);
      printer.power(true);
      await stage.pass(MINUTE);
    };
    for (let count = 0; count < 5; count += 1) await plugIn(MINUTE);
    assert.is(tickets(stage), 1, 'away for a minute is no power-up');
    await plugIn(10 * MINUTE);
    assert.is(tickets(stage), 1, 'one an hour is enough');
    printer.power(false);
    await stage.pass(60 * MINUTE);
    await stage.slowly(async () => {
      printer.power(true);
      await stage.until('the next ticket', () => tickets(stage) === 2);
    });
    assert.equal(await stage.papers(), ['1', 'scrap', 'scrap']);

    await stage.change({ ticket: false });
    await stage.restart();
    const last = await stage.sold();
    await stage.become(last.uuid, 'printed');
    await stage.pass(MINUTE);
    assert.equal(await stage.papers(), ['1', 'scrap', 'scrap', '2'], 'none where the setting says so');
  },
  { speed: 1000, tears: true },
);
