require('../../dev/build/typescript.cjs');
const { publishTestServer } = require('../runner/publish-test-server');
const { startSharedStack } = require('./shared-stack');
const { waitForFile } = require('./wait-for-file');

/** Starts the servers and the stack that all browser suites share. */
module.exports = async () => {
  const stopServers = await publishTestServer();
  // After the build, of which it is a copy.
  const stopStack = await startSharedStack().catch(async (error) => {
    await stopServers();
    throw error;
  });
  globalThis.stopSharedServers = () => Promise.all([stopServers(), stopStack()]);
  // `.ci/run` prepares all of this while other suites run, and creates the file when they have ended.
  await waitForFile(process.env.BROWSER_SUITES_AFTER);
};
