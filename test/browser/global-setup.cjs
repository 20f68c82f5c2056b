require('../../dev/typescript.cjs');
const { startTestServers } = require('../runner/test-servers');
const { startSharedStack } = require('./shared-stack');

/** Starts what a whole run of the browser shares; jest.browser.config.cjs names it. */
module.exports = async () => {
  const stops = await Promise.all([startTestServers(), startSharedStack()]);
  globalThis.stopTestServers = () => Promise.all(stops.map((stop) => stop()));
};
