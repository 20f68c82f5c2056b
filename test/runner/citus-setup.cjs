require('../../dev/build/typescript.cjs');
const { publishTestServer } = require('./publish-test-server');
const { publishCitusCluster } = require('./citus-cluster');

/** Jest's global setup of `npm run test:citus`. */
module.exports = async () => {
  const { CITUS_URL } = process.env;
  if (!CITUS_URL) {
    process.stdout.write('The suites on Citus were left out: CITUS_URL is not set.\n');
    process.exit(0);
  }
  // Waits for the build, which suites that start processes need.
  globalThis.stopSharedServers = await publishTestServer();
  await publishCitusCluster(CITUS_URL);
};
