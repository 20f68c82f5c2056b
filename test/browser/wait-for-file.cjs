const { existsSync } = require('node:fs');
const { setTimeout: wait } = require('node:timers/promises');

/** Longer than the suites that run before. */
const MAX_WAIT_MS = 3_600_000;

/** Waits until a file exists. @param path undefined: does not wait */
async function waitForFile(path) {
  if (path === undefined) return;
  const deadline = Date.now() + MAX_WAIT_MS;
  while (!existsSync(path)) {
    if (Date.now() > deadline) throw new Error(`${path} was not created within ${MAX_WAIT_MS} ms`);
    await wait(100);
  }
}

module.exports = { waitForFile };
