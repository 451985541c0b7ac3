import { signal } from '@preact/signals';

/** The last unknown code. A new object each time, so that a repeat is shown again. */
export const unknownCode = signal<{ readonly code: string } | undefined>(undefined);

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
