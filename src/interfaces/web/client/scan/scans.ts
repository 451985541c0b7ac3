import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { type KeyDown, KeyReader, LONGEST_GAP, type Scan, SILENCE } from './keys.js';

type Taker = (scan: Scan) => void;

/** Receivers of the next code; screens on top are added last. */
const takers: Taker[] = [];

/** Codes that arrived while the screen that accepts them was loading. */
const early: Scan[] = [];
const MAX_BUFFERED = 50;

/** True when a screen that accepts codes is loading. Set by the page. */
let isExpected = (): boolean => false;

/**
 * The last code that no screen uses; empty when it was read in part. A new object each time, so that a repeat is shown
 * again.
 */
export const unusedScan = signal<{ readonly scan: Scan } | undefined>(undefined);

/** Passes scanned codes to a screen while it is shown, and those that arrived while it was loading. */
export function useScans(take: Taker, on: readonly unknown[]): void {
  // Before the paint, unlike an effect: a person who sees the screen may scan.
  useLayoutEffect(() => {
    takers.push(take);
    for (const scan of early.splice(0)) take(scan);
    return () => void takers.splice(takers.indexOf(take), 1);
  }, on);
}

/** Reports that a code means nothing on this screen. */
export function reportUnused(scan: Scan): void {
  unusedScan.value = { scan };
}

function deliver(scan: Scan): void {
  const taker = takers.at(-1);
  unusedScan.value = undefined;
  if (taker !== undefined) taker(scan);
  else if (isExpected() && early.length < MAX_BUFFERED) early.push(scan);
  else reportUnused(scan);
}

/** Content of a field before a character was typed. */
interface Before {
  readonly field: Field;
  readonly value: string;
  readonly start: number | null;
  readonly end: number | null;
}

type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;

/** For longer codes only the first fields are stored, because the code begins there. */
const MAX_STORED = 100;

/** Elements that a blank activates. */
const PRESSED_BY_BLANK =
  'button, summary, [role=button], input:is([type=checkbox], [type=radio], [type=button], [type=submit], [type=file])';

/** Inputs without text. */
const NO_TEXT: ReadonlySet<string> = new Set([
  'checkbox',
  'radio',
  'button',
  'submit',
  'reset',
  'file',
  'range',
  'color',
]);

function fieldOf(target: EventTarget | null): Field | undefined {
  if (target instanceof HTMLInputElement) return NO_TEXT.has(target.type) ? undefined : target;
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement ? target : undefined;
}

/**
 * Listens on the whole page for a scanner that types like a keyboard. Its keys never reach a button or a form, and
 * characters that they wrote into a field are removed again. Passwords are an exception, because security keys and
 * programs type them as fast. Returns the function that ends it.
 */
export function listenForScanner(expects: () => boolean): () => void {
  isExpected = expects;
  const reader = new KeyReader();
  let before: (Before | undefined)[] = [];
  let unsure: { readonly target: HTMLElement; timer: ReturnType<typeof setTimeout> } | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;

  const keep = (event: Event): void => {
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  /** Activates the element that a person meant with a blank. */
  const press = (): void => {
    if (unsure === undefined) return;
    const { target, timer } = unsure;
    clearTimeout(timer);
    unsure = undefined;
    if (target.isConnected) target.click();
  };
  const forgetUnsure = (): void => {
    clearTimeout(unsure?.timer);
    unsure = undefined;
  };
  let isRestoring = false;
  const found = (scan: Scan, from: number): void => {
    const written = before.slice(from);
    before = [];
    isRestoring = true;
    restore(written);
    isRestoring = false;
    deliver(scan);
  };
  const touched = (): void => {
    if (!isRestoring && reader.length === 0) reader.touched();
  };
  const down = (event: KeyboardEvent): void => {
    const field = fieldOf(event.target);
    // A PIN is typed by hand.
    if (field instanceof HTMLInputElement && field.type === 'password' && field.inputMode !== 'numeric') return;
    const { characters } = reader;
    const verdict = reader.down(keyOf(event, field !== undefined));
    clearTimeout(silence);
    if (reader.length > 0) silence = setTimeout(atSilence, SILENCE);
    if (reader.characters > characters) {
      if (reader.length === 1) before = [];
      if (before.length < MAX_STORED) before.push(field && stateOf(field));
    }
    switch (verdict.kind) {
      case 'person':
        if (reader.length > 1) forgetUnsure();
        return;
      case 'scanner':
        forgetUnsure();
        keep(event);
        return;
      case 'unsure': {
        if (event.repeat) {
          keep(event);
          return;
        }
        press();
        const { target } = event;
        // Elsewhere a blank only scrolls.
        if (!(target instanceof HTMLElement) || !target.matches(PRESSED_BY_BLANK)) return;
        keep(event);
        unsure = { target, timer: setTimeout(press, LONGEST_GAP) };
        return;
      }
      case 'unread':
        forgetUnsure();
        keep(event);
        unusedScan.value = { scan: [] };
        return;
      case 'scan':
        forgetUnsure();
        keep(event);
        found(verdict.scan, verdict.from);
    }
  };
  const up = (event: KeyboardEvent): void => {
    const held = reader.up({ key: event.key, code: event.code, time: event.timeStamp });
    // A released key need not wait: no scanner holds a key for so long.
    if (event.key === ' ' && unsure !== undefined) {
      keep(event);
      if ((held ?? 0) > LONGEST_GAP / 3) press();
    } else if (event.key === ' ' && fieldOf(event.target) === undefined && reader.length > 0) keep(event);
  };
  const atSilence = (): void => {
    const ended = reader.silence();
    if (ended !== undefined) found(ended.scan, ended.from);
  };
  document.addEventListener('keydown', down, true);
  document.addEventListener('keyup', up, true);
  document.addEventListener('pointerdown', touched, true);
  document.addEventListener('input', touched, true);
  return () => {
    document.removeEventListener('keydown', down, true);
    document.removeEventListener('keyup', up, true);
    document.removeEventListener('pointerdown', touched, true);
    document.removeEventListener('input', touched, true);
    clearTimeout(silence);
    forgetUnsure();
  };
}

function keyOf(event: KeyboardEvent, isInField: boolean): KeyDown {
  const isLetterByAltGr = event.getModifierState('AltGraph') && event.key.length === 1;
  return {
    ...{ key: event.key, code: event.code, time: event.timeStamp, shift: event.shiftKey, isInField },
    capsLock: event.getModifierState('CapsLock'),
    isCommand: (event.ctrlKey || event.altKey || event.metaKey) && !isLetterByAltGr,
    isRepeat: event.repeat,
  };
}

function stateOf(field: Field): Before {
  const { value } = field;
  if (field instanceof HTMLSelectElement) return { field, value, start: null, end: null };
  return { field, value, start: field.selectionStart, end: field.selectionEnd };
}

/** Restores each field to its content before the code. */
function restore(written: readonly (Before | undefined)[]): void {
  const first = new Map<Field, Before>();
  for (const one of written) if (one !== undefined && !first.has(one.field)) first.set(one.field, one);
  for (const { field, value, start, end } of first.values()) {
    if (field.value === value) continue;
    field.value = value;
    if (!(field instanceof HTMLSelectElement) && start !== null) field.setSelectionRange(start, end);
    field.dispatchEvent(new Event('input', { bubbles: true }));
    if (field instanceof HTMLSelectElement) field.dispatchEvent(new Event('change', { bubbles: true }));
  }
}
