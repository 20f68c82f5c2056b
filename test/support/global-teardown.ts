/** Stops what the setup started. */
export default async function globalTeardown(): Promise<void> {
  await globalThis.stopTestServers?.();
}
