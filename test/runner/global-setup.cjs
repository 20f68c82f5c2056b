require('../../dev/build/typescript.cjs');
const { shareTestServers } = require('./run-servers');

/** Starts what a whole run shares; jest.config.cjs names it. */
module.exports = async () => {
  globalThis.stopTestServers = await shareTestServers();
};
