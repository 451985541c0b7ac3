import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'uvu';
import type { Turns } from '../turns.js';
import { FACE } from './deviceFont.js';

/** Debian's own: its python3-pil is for no other. */
const PYTHON = '/usr/bin/python3';

/** What independent.py finds on a picture. */
export interface Found {
  readonly widthMm: number;
  readonly heightMm: number;
  /** Without the blanks before and behind; letters that look the same in both alphabets are Latin (`foldHomoglyphs`). */
  readonly lines: readonly {
    readonly text: string;
    /** Upper left corner, and width and height of a cell, dots. */
    readonly x: number;
    readonly y: number;
    readonly cell: readonly [width: number, height: number];
  }[];
  /** First and last row, dots, of what is neither text nor a code. */
  readonly unread: readonly (readonly [from: number, to: number])[];
  readonly code: null | {
    readonly x: number;
    readonly y: number;
    /** Dots of a side, without its quiet zone, and its modules. */
    readonly side: number;
    readonly modules: number;
    /** The side. */
    readonly mm: number;
    /** White on the side where it is least. */
    readonly quietModules: number;
    readonly quietMm: number;
  };
}

/** Registers a test that needs Debian's python3-pil and zbar-tools, which scripts/test installs; elsewhere it says skipped. */
export function needsReaders(name: string, work: () => void | Promise<void>, turns?: Turns): void {
  const isThere = (program: string, ...args: string[]): boolean => spawnSync(program, args).status === 0;
  const areThere = isThere(PYTHON, '-c', 'import PIL') && isThere('zbarimg', '--version');
  if (!areThere) console.log('skipped: the Debian packages python3-pil and zbar-tools');
  if (turns !== undefined) turns.test(name, areThere ? work : undefined);
  else if (areThere) test(name, work);
  else test.skip(name, work);
}

/** Reads a picture by a program that shares nothing with what drew it. */
export function readIndependently(png: Uint8Array): Found {
  const script = join(import.meta.dirname, 'independent.py');
  return JSON.parse(execFileSync(PYTHON, [script, FACE], { input: png }).toString()) as Found;
}

/** The content of the QR code on a picture; throws when it is unreadable. */
export function readCode(png: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'kasirbox-paper-'));
  try {
    const file = join(folder, 'paper.png');
    writeFileSync(file, png);
    const args = ['--raw', '-q', '-Sdisable', '-Sqrcode.enable', file];
    return execFileSync('zbarimg', args, { stdio: ['ignore', 'pipe', 'ignore'] })
      .toString()
      .trim();
  } finally {
    rmSync(folder, { recursive: true });
  }
}
