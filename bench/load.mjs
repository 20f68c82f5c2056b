// Sends one request over and over on some connections for some seconds, and prints how many were answered a second.
// A process of its own, so that it shares no event loop with the server it measures.
import { Pool } from 'undici';

const { origin, path, method, headers, body, status, connections, seconds } = JSON.parse(
  process.argv[2] ?? '{}',
);

const pool = new Pool(origin, { connections });
const end = Date.now() + seconds * 1000;
let answered = 0;

await Promise.all(
  Array.from({ length: connections }, async () => {
    while (Date.now() < end) {
      const response = await pool.request({ path, method, headers, body });
      await response.body.dump();
      if (response.statusCode !== status)
        throw new Error(`status ${response.statusCode}, expected ${status}`);
      answered += 1;
    }
  }),
);
await pool.close();
process.stdout.write(`${Math.round(answered / seconds)}\n`);
