import { join } from 'node:path';
import { LOCALES } from '../src/shared/locale';
import {
  HELD_OUT_FILE,
  type ClassifiedMessage,
  classify,
  LABELS,
  type LabelledMessage,
  readMessages,
  scoreOf,
  DEVELOPMENT_FILES,
} from './assistant/evaluate';
import { formatRow, printLines } from './table';

/** Targets for the held-out messages of all languages together. */
const MIN_RECALL = 0.95;
const MIN_PRECISION = 0.9;

const FOLDER = 'test/modules/triage/messages';
const WIDTHS = [10, 11, 6, 8, 9] as const;

/**
 * `npm run eval:assistant`: prints recall and precision of the triage for the labelled messages. Prints the errors in the
 * development messages, but never a held-out message. Exits with 1 if the held-out messages miss a target.
 */
function main(): void {
  for (const file of DEVELOPMENT_FILES) {
    const results = printReport(file) ?? [];
    const positives = results.filter(({ hasDanger }) => hasDanger);
    const missed = filterByLabel(results, 'emergency').filter(({ hasDanger }) => !hasDanger);
    printMessages(`Emergencies missed (${file})`, missed);
    printMessages(`Near misses that fired (${file})`, filterByLabel(positives, 'near-miss'));
    printMessages(`Routine messages that fired (${file})`, filterByLabel(positives, 'routine'));
  }
  const heldOut = printReport(HELD_OUT_FILE);
  if (!heldOut) return;
  const { recall, precision } = scoreOf(heldOut);
  const isReached = (recall ?? 0) >= MIN_RECALL && (precision ?? 0) >= MIN_PRECISION;
  printLines([
    `Targets on the held-out part: recall ${MIN_RECALL}, precision ${MIN_PRECISION}: ${isReached ? 'reached' : 'missed'}.`,
  ]);
  if (!isReached) process.exitCode = 1;
}

function printReport(file: string): ClassifiedMessage[] | undefined {
  const messages = readMessages(join(FOLDER, file));
  if (!messages) {
    printLines([`There is no ${FOLDER}/${file}.`, '']);
    return undefined;
  }
  const results = classify(messages);
  printLines([
    `${file}: ${results.length} messages`,
    formatRow(WIDTHS, ['', 'emergencies', 'others', 'recall', 'precision']),
    ...LOCALES.map((locale) =>
      formatScore(
        locale,
        results.filter(({ message }) => message.language === locale),
      ),
    ),
    formatScore('together', results),
    '',
    formatRow(WIDTHS, ['', 'fired', 'not', '', '']),
    ...LABELS.map((label) => {
      const labelled = filterByLabel(results, label);
      const count = labelled.filter(({ hasDanger }) => hasDanger).length;
      return formatRow(WIDTHS, [label, String(count), String(labelled.length - count), '', '']);
    }),
    '',
  ]);
  return results;
}

function formatScore(name: string, messages: readonly ClassifiedMessage[]): string {
  const { emergencies, others, recall, precision } = scoreOf(messages);
  return formatRow(WIDTHS, [
    name,
    String(emergencies),
    String(others),
    formatShare(recall),
    formatShare(precision),
  ]);
}

function printMessages(title: string, messages: readonly ClassifiedMessage[]): void {
  printLines([
    `${title}: ${messages.length}`,
    ...messages.map(
      ({ message, signs }) => `  ${message.id} ${signs || (message.sign ?? '')}: ${message.text}`,
    ),
    '',
  ]);
}

function filterByLabel(
  results: readonly ClassifiedMessage[],
  label: LabelledMessage['label'],
): ClassifiedMessage[] {
  return results.filter(({ message }) => message.label === label);
}

function formatShare(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

main();
