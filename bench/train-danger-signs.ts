import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readMessages, SEEN_FILES } from './assistant/evaluate';
import { trainWeights } from './assistant/train';
import { checkoutRoot } from '../dev/checkout';

const WEIGHTS_FILE = 'src/modules/triage/classifier/danger-weights.json';

/** `npm run train:danger-signs`: trains the weights of the danger signs on all messages but the held-out ones. */
function main(): void {
  const messages = SEEN_FILES.flatMap(
    (file) => readMessages(join(checkoutRoot, 'test/modules/triage/messages', file)) ?? [],
  );
  const path = join(checkoutRoot, WEIGHTS_FILE);
  const { about } = JSON.parse(readFileSync(path, 'utf8')) as { about: string[] };
  writeFileSync(path, `${JSON.stringify({ about, ...trainWeights(messages) }, null, 2)}\n`);
  process.stdout.write(`${WEIGHTS_FILE}: learned from ${messages.length} messages\n`);
}

main();
