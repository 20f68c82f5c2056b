// Repeats a request on several connections for some seconds and prints the responses per second. It is a separate process,
// so that it does not share the event loop of the measured server.
import { Pool } from 'undici';

const { origin, path, method, headers, body, status, connections, seconds } = JSON.parse(
  process.argv[2] ?? '{}',
);

const pool = new Pool(origin, { connections });
const end = Date.now() + seconds * 1000;
let responseCount = 0;

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (Date.now() < end) {
      const response = await pool.request({ path, method, headers, body });
      await response.body.dump();
      if (response.statusCode !== status)
        throw new Error(`status ${response.statusCode}, expected ${status}`);
      responseCount += 1;
    }
  }),
);
await pool.close();
process.stdout.write(`${Math.round(responseCount / seconds)}\n`);
