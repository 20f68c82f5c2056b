declare global {
  /** Appended to the URL of every dynamic import by the Vite plugin `retryImports`. */
  var importSuffix: string | undefined;
}

const RETRY_PAUSE_MS = 3_000;

/** The number of failed imports of all modules. */
let failures = 0;

/**
 * Returns a function that imports a module once, and again after a failure. Chromium never requests a failed module
 * again, so each retry has a new URL.
 * @param load imports a module whose own imports are all loaded already
 */
export function lazyImport<Module>(load: () => Promise<Module>): () => Promise<Module> {
  let loading: Promise<Module> | undefined;
  return () => {
    loading ??= load().catch((error: unknown) => {
      loading = undefined;
      failures += 1;
      globalThis.importSuffix = `?retry=${failures}`;
      throw error;
    });
    return loading;
  };
}

/** Repeats a lazy import until it succeeds. */
export async function importWithRetry<Module>(load: () => Promise<Module>): Promise<Module> {
  for (;;) {
    try {
      return await load();
    } catch {
      await new Promise((resolve) => setTimeout(resolve, RETRY_PAUSE_MS));
    }
  }
}
