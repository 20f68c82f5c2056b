import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMessages, DEVELOPMENT_FILES } from './assistant/evaluate';
import { trainWeights } from './assistant/train';
import { checkoutRoot } from '../dev/checkout';

const WEIGHTS_FILE = 'src/modules/triage/classifier/danger-weights.json';

/** `npm run train:danger-signs`: trains the danger classifier with all labelled messages except the held-out ones. */
function main(): void {
  const messages = DEVELOPMENT_FILES.flatMap(
    (file) => readMessages(join(checkoutRoot, 'test/modules/triage/messages', file)) ?? [],
  );
  const path = join(checkoutRoot, WEIGHTS_FILE);
  const { about } = JSON.parse(readFileSync(path, 'utf8')) as { about: string[] };
  writeFileSync(path, `${JSON.stringify({ about, ...trainWeights(messages) }, null, 2)}\n`);
  process.stdout.write(`${WEIGHTS_FILE}: learned from ${messages.length} messages\n`);
}

main();
