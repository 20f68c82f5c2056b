import { createServer } from 'node:http';
import { Pool } from 'pg';
import { LIST_SPECIALTIES } from './bare/statements';
import { readSettings } from './settings';

/** The limit of Node: a list of specialties from memory, without log, headers or checks. */
async function main(): Promise<void> {
  const { DATABASE_URL, PORT } = readSettings();
  const pool = new Pool({ connectionString: DATABASE_URL });
  const { rows } = await pool.query<object>(LIST_SPECIALTIES);
  await pool.end();
  const body = Buffer.from(JSON.stringify({ result: { data: { json: rows } } }));
  const headers = { 'content-type': 'application/json', 'content-length': body.length };
  createServer((_request, response) => {
    response.writeHead(200, headers).end(body);
  }).listen(PORT, '127.0.0.1');
}

main().catch((error: unknown) => {
  process.stderr.write(`${String(error)}\n`);
  process.exit(1);
});
