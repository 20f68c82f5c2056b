import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { messagesOf, SEEN_FILES } from './assistant/evaluate';
import { train } from './assistant/train';
import { checkoutRoot } from '../dev/checkout';

const FILE = 'src/modules/triage/evidence/danger-weights.json';

/** `npm run train:danger-signs`: learns the weights of danger anew from all messages but those that are held out. */
function main(): void {
  const messages = SEEN_FILES.flatMap(
    (file) => messagesOf(join(checkoutRoot, 'test/modules/triage/messages', file)) ?? [],
  );
  const path = join(checkoutRoot, FILE);
  const { about } = JSON.parse(readFileSync(path, 'utf8')) as { about: string[] };
  writeFileSync(path, `${JSON.stringify({ about, ...train(messages) }, null, 2)}\n`);
  process.stdout.write(`${FILE}: learned from ${messages.length} messages\n`);
}

main();
