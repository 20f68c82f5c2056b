/** Jest's global teardown. */
module.exports = () => globalThis.stopSharedServers?.();
