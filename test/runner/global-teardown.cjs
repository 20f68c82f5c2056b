/** Stops what the setup started. */
module.exports = () => globalThis.stopTestServers?.();
