require('../../dev/typescript.cjs');
const { startSharedStack } = require('./shared-stack');

/** Starts what a whole run of the browser shares; jest.browser.config.cjs names it. */
module.exports = async () => {
  globalThis.stopTestServers = await startSharedStack();
};
