import type { JSX } from 'preact';
import { useId, useState } from 'preact/hooks';

interface FileButtonProps {
  readonly label: string;
  /** Accepted files: `.csv,text/csv`. */
  readonly accept: string;
  /** Handles the chosen file; no other file is accepted meanwhile. */
  readonly onFile: (file: File) => Promise<void>;
}

/** A button that asks for a file. The same file may be chosen again. */
export function FileButton({ label, accept, onFile }: FileButtonProps): JSX.Element {
  const id = useId();
  const [isBusy, setBusy] = useState(false);
  const choose = async (input: HTMLInputElement): Promise<void> => {
    const [file] = input.files ?? [];
    if (file === undefined) return;
    setBusy(true);
    try {
      await onFile(file);
    } finally {
      input.value = '';
      setBusy(false);
    }
  };
  return (
    <span class={isBusy ? 'file-button busy' : 'file-button'}>
      <input
        id={id}
        type="file"
        accept={accept}
        disabled={isBusy}
        onChange={(event) => void choose(event.currentTarget)}
      />
      <label for={id} class="button">
        {label}
      </label>
    </span>
  );
}

/** Maximum piece that is converted to text at a time. */
const PIECE = 0x8000;

/** The content of a file in base64. */
export async function base64Of(file: Blob): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE));
  return btoa(text);
}

/** Downloads a file that the page has created. */
export function download(name: string, content: string | Uint8Array<ArrayBuffer>, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  URL.revokeObjectURL(url);
}
