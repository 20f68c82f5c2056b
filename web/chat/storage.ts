type Storages = 'sessionStorage' | 'localStorage';

/** What a browser keeps; undefined also where it lets nothing be kept. */
export function read(storage: Storages, name: string): string | undefined {
  try {
    return globalThis[storage].getItem(name) ?? undefined;
  } catch {
    return undefined;
  }
}

/** @param value undefined to keep nothing under the name any more */
export function write(storage: Storages, name: string, value: string | undefined): void {
  try {
    if (value === undefined) globalThis[storage].removeItem(name);
    else globalThis[storage].setItem(name, value);
  } catch {
    // Where nothing may be kept, the page works for as long as it is open.
  }
}
