type StorageName = 'sessionStorage' | 'localStorage';

/** Returns a stored value; undefined also if the browser forbids storage. */
export function readStorage(storage: StorageName, name: string): string | undefined {
  try {
    return globalThis[storage].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param value undefined to delete the entry */
export function writeStorage(storage: StorageName, name: string, value: string | undefined): void {
  try {
    if (value === undefined) globalThis[storage].removeItem(name);
    else globalThis[storage].setItem(name, value);
  } catch {
    // The browser forbids storage: the page works, but forgets everything when it is closed.
  }
}
