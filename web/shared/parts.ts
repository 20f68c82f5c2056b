declare global {
  /** Stands at the end of the address of each part of the program that is loaded from now on. */
  var addressEnd: string | undefined;
}

/** How often any part has failed to load. */
let failures = 0;

/**
 * A part of the program that is loaded when it is first asked for, and again after it failed: then by another address,
 * since Chromium remembers that a module failed and never asks for it again.
 * @param load imports the part, which imports nothing itself that is not loaded yet
 */
export function part<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      failures += 1;
      globalThis.addressEnd = `?retry=${failures}`;
      throw error;
    });
    return loading;
  };
}
