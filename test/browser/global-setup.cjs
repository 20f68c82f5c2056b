require('../../dev/typescript.cjs');
const { shareTestServers } = require('../runner/run-servers');
const { startSharedStack } = require('./shared-stack');

/** Starts what a whole run of the browser shares; jest.browser.config.cjs names it. */
module.exports = async () => {
  const starts = await Promise.allSettled([shareTestServers(), startSharedStack()]);
  const stop = () => Promise.all(starts.map(({ value }) => value?.()));
  const failed = starts.find(({ status }) => status === 'rejected');
  if (failed) {
    await stop();
    throw failed.reason;
  }
  globalThis.stopTestServers = stop;
};
