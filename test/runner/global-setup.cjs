require('../../dev/build/typescript.cjs');
const { publishTestServer } = require('./publish-test-server');

/** Jest's global setup. */
module.exports = async () => {
  globalThis.stopSharedServers = await publishTestServer();
};
