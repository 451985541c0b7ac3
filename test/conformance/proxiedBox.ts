import { readFileSync } from 'node:fs';
import { BoxProcess, cleanUp } from '../kit/process.js';
import type { Options } from './options.js';
import { type Passing, Proxy } from './proxy.js';
import type { Findings } from './report.js';
import { run } from './run.js';

/** A box behind a proxy, which the kit checks as an installation. */
let box: BoxProcess;
export let proxy: Proxy;
/** The failures of the last run, line by line. */
export const failures: string[] = [];

export async function startProxiedBox(): Promise<BoxProcess> {
  box = await BoxProcess.start();
  proxy = await Proxy.before(box);
  return box;
}

export async function stopProxiedBox(): Promise<void> {
  proxy.stop();
  await box.stop();
  cleanUp();
}

/** Runs the checks of some sentences against the box behind the proxy. */
export async function runChecks(only: readonly string[], change: Partial<Options> = {}): Promise<Findings> {
  const [key] = await box.keys(1);
  const given = { url: proxy.url, key, ca: readFileSync(box.caFile, 'utf8'), only };
  const none = { operator: undefined, mailTo: undefined, contractOnly: false, reallyFiscal: false, json: undefined };
  failures.length = 0;
  const reporter = { failure: (line: string) => void failures.push(line), progress: () => undefined };
  return run({ ...none, ...given, ...change }, reporter);
}

/** Runs the checks while answers are spoiled. */
export async function runChecksSpoiled(
  spoil: Proxy['spoil'],
  only: readonly string[],
  change: Partial<Options> = {},
): Promise<Findings> {
  proxy.spoil = spoil;
  try {
    return await runChecks(only, change);
  } finally {
    proxy.spoil = () => undefined;
  }
}

/** Changes the sheets on the pages of documents. */
export function inSheet(change: (html: string) => string): (answer: Passing) => void {
  return (answer) => {
    if (answer.text.includes('<!--sheet-->')) answer.text = change(answer.text);
  };
}

/** Changes the JSON of answers to a call. */
export function inAnswer(call: RegExp, change: (body: Record<string, unknown>) => void): (answer: Passing) => void {
  return (answer) => {
    if (!call.test(`${answer.method} ${answer.path}`) || answer.status >= 300) return;
    const body = JSON.parse(answer.text) as Record<string, unknown>;
    change(body);
    answer.text = JSON.stringify(body);
  };
}

/** Answers to a call get another status. */
export function inPlaceOf(call: RegExp, from: number, to: number): (answer: Passing) => void {
  return (answer) => {
    if (call.test(`${answer.method} ${answer.path}`) && answer.status === from) answer.status = to;
  };
}

export function part(body: Record<string, unknown>, name: string): Record<string, unknown> {
  return body[name] as Record<string, unknown>;
}

export const ISSUE = /^POST \/api\/v1\/invoices$/;
