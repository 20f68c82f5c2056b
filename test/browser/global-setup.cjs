require('../../dev/build/typescript.cjs');
const { publishTestServer } = require('../runner/publish-test-server');
const { startSharedStack } = require('./shared-stack');

/** Starts the servers and the stack that all browser suites share. */
module.exports = async () => {
  const stopServers = await publishTestServer();
  // After the build, of which it is a copy.
  const stopStack = await startSharedStack().catch(async (error) => {
    await stopServers();
    throw error;
  });
  globalThis.stopSharedServers = () => Promise.all([stopServers(), stopStack()]);
};
