/** Where a value is stored: on the device, or only for this tab. */
type Place = 'localStorage' | 'sessionStorage';

/** A value that was stored as JSON; undefined when there is none, or the device cannot be read. */
export function readStored(name: string, place: Place = 'localStorage'): unknown {
  try {
    const text = window[place].getItem(name);
    return text === null ? undefined : JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Stores a value as JSON; undefined removes it. False when the device is full, or stores nothing. */
export function store(name: string, value: object | undefined, place: Place = 'localStorage'): boolean {
  try {
    if (value === undefined) window[place].removeItem(name);
    else window[place].setItem(name, JSON.stringify(value));
    return true;
  } catch {
    return false;
  }
}
