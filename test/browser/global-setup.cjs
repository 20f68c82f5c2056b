require('../../dev/build/typescript.cjs');
const { shareTestServers } = require('../runner/run-servers');
const { startSharedStack } = require('./shared-stack');

/** Starts what a whole run of the browser shares; jest.browser.config.cjs names it. */
module.exports = async () => {
  const stopServers = await shareTestServers();
  // After the build, of which it is a copy.
  const stopStack = await startSharedStack().catch(async (error) => {
    await stopServers();
    throw error;
  });
  globalThis.stopTestServers = () => Promise.all([stopServers(), stopStack()]);
};
