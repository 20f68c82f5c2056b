import { join } from 'node:path';
import { LOCALES } from '../src/shared/locale';
import {
  HELD_OUT_FILE,
  type Judged,
  judged,
  LABELS,
  type LabelledMessage,
  messagesOf,
  scoreOf,
  SEEN_FILES,
} from './assistant/evaluate';

/** What the held-out part has to reach, all languages together. */
const LEAST_RECALL = 0.95;
const LEAST_PRECISION = 0.9;

const FOLDER = 'test/modules/triage/messages';
const COLUMNS = [10, 11, 6, 8, 9] as const;

/**
 * `npm run eval:assistant`: how well the danger signs are recognised in labelled messages, for the parts that were looked at
 * while the rules were written and for the one that was not. Of the latter no message is printed. Exit code 1 where it
 * misses a target.
 */
function main(): void {
  for (const file of SEEN_FILES) {
    const seen = report(file) ?? [];
    const fired = seen.filter(({ hasFired }) => hasFired);
    const missed = labelled(seen, 'emergency').filter(({ hasFired }) => !hasFired);
    listing(`Emergencies missed (${file})`, missed);
    listing(`Near misses that fired (${file})`, labelled(fired, 'near-miss'));
    listing(`Routine messages that fired (${file})`, labelled(fired, 'routine'));
  }
  const heldOut = report(HELD_OUT_FILE);
  if (!heldOut) return;
  const { recall, precision } = scoreOf(heldOut);
  const isReached = (recall ?? 0) >= LEAST_RECALL && (precision ?? 0) >= LEAST_PRECISION;
  print([
    `Targets on the held-out part: recall ${LEAST_RECALL}, precision ${LEAST_PRECISION}: ${isReached ? 'reached' : 'missed'}.`,
  ]);
  if (!isReached) process.exitCode = 1;
}

function report(file: string): Judged[] | undefined {
  const messages = messagesOf(join(FOLDER, file));
  if (!messages) {
    print([`There is no ${FOLDER}/${file}.`, '']);
    return undefined;
  }
  const all = judged(messages);
  print([
    `${file}: ${all.length} messages`,
    row(['', 'emergencies', 'others', 'recall', 'precision']),
    ...LOCALES.map((locale) =>
      line(
        locale,
        all.filter(({ message }) => message.language === locale),
      ),
    ),
    line('together', all),
    '',
    row(['', 'fired', 'not', '', '']),
    ...LABELS.map((label) => {
      const some = labelled(all, label);
      const fired = some.filter(({ hasFired }) => hasFired).length;
      return row([label, String(fired), String(some.length - fired), '', '']);
    }),
    '',
  ]);
  return all;
}

function line(name: string, some: readonly Judged[]): string {
  const { emergencies, others, recall, precision } = scoreOf(some);
  return row([name, String(emergencies), String(others), share(recall), share(precision)]);
}

/** The messages of these that were judged wrongly. */
function listing(title: string, some: readonly Judged[]): void {
  print([
    `${title}: ${some.length}`,
    ...some.map(({ message, fired }) => `  ${message.id} ${fired || (message.sign ?? '')}: ${message.text}`),
    '',
  ]);
}

function labelled(all: readonly Judged[], label: LabelledMessage['label']): Judged[] {
  return all.filter(({ message }) => message.label === label);
}

function row(texts: readonly string[]): string {
  return COLUMNS.map((width, index) => {
    const text = texts[index] ?? '';
    return index === 0 ? text.padEnd(width) : text.padStart(width);
  })
    .join('  ')
    .trimEnd();
}

function share(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

function print(lines: readonly string[]): void {
  process.stdout.write(`${lines.join('\n')}\n`);
}

main();
