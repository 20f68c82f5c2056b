require('../../dev/typescript.cjs');
const { startTestServers } = require('./test-servers');

/** Starts what a whole run shares; jest.config.cjs names it. */
module.exports = async () => {
  const stop = await startTestServers();
  globalThis.stopTestServers = stop;
};
