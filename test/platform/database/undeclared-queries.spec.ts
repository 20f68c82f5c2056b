import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../../../dev/checkout';

const SOURCE = join(checkoutRoot, 'src');
/** A prepared statement cannot stream the data of COPY. */
const STREAMS = 'integrations/imports/staging/staging.ts';

it('no file outside of the database folder sends a query that is not a declared statement', () => {
  const files = readdirSync(SOURCE, { recursive: true, encoding: 'utf8' }).filter(
    (file) => file.endsWith('.ts') && !file.startsWith(join('platform', 'database')),
  );
  const senders = files.filter((file) => /\.query\s*\(/.test(readFileSync(join(SOURCE, file), 'utf8')));
  expect(senders).toEqual([STREAMS]);
});
