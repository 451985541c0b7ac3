import { signal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { ScanReader } from '../../till/scanner.js';

/** Who gets the next code; screens on top come later. */
const takers: ((code: string) => void)[] = [];

/** The last code that meant nothing; a new object each time, so that the same code is told again. */
export const unknownCode = signal<{ readonly code: string } | undefined>(undefined);

/** Gives codes that are scanned while a screen is shown to it. */
export function useScans(take: (code: string) => void, on: readonly unknown[]): void {
  useLayoutEffect(() => {
    takers.push(take);
    return () => void takers.splice(takers.indexOf(take), 1);
  }, on);
}

/** Listens for a scanner that types; what it types into a field meanwhile is taken out again. */
export function useScanner(): void {
  // Not after the paint, as an effect would: who sees the till may scan.
  useLayoutEffect(() => {
    const reader = new ScanReader();
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.altKey || event.metaKey) return;
      const code = reader.press(event.key, event.timeStamp);
      const taker = takers.at(-1);
      if (code === undefined || taker === undefined) return;
      event.preventDefault();
      event.stopPropagation();
      if (event.target instanceof HTMLInputElement) takeOut(event.target, code);
      taker(code);
    };
    document.addEventListener('keydown', press, true);
    return () => document.removeEventListener('keydown', press, true);
  }, []);
}

function takeOut(field: HTMLInputElement, code: string): void {
  const at = field.value.lastIndexOf(code);
  if (at < 0) return;
  field.value = field.value.slice(0, at) + field.value.slice(at + code.length);
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

let audio: AudioContext | undefined;

/** Says with a picture and a tone that a code means nothing here. */
export function tellUnknown(code: string): void {
  unknownCode.value = { code: code.slice(0, 40) };
  try {
    audio ??= new AudioContext();
    const tone = audio.createOscillator();
    tone.frequency.value = 220;
    tone.connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.35);
  } catch {
    // A device without sound still shows it.
  }
}
