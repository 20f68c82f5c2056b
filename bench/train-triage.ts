import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { checkoutRoot } from '../dev/checkout';
import { readLearnedMessages } from './assistant/labelled-messages';
import { trainClassifier } from './assistant/train-classifier';

const WEIGHTS_FILE = 'src/modules/triage/classifier/weights.json';

/** `npm run train:triage`: trains the classifier with all labelled messages except the held-out ones. */
function main(): void {
  const messages = readLearnedMessages();
  const path = join(checkoutRoot, WEIGHTS_FILE);
  const { about } = JSON.parse(readFileSync(path, 'utf8')) as { about: string[] };
  writeFileSync(path, `${JSON.stringify({ about, ...trainClassifier(messages) }, null, 2)}\n`);
  process.stdout.write(`${WEIGHTS_FILE}: learned from ${messages.length} messages\n`);
}

main();
