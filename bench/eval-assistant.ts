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
  SEEN_FILES,
} from './assistant/evaluate';
import { formatRow, printLines } from './table';

/** Targets for the held-out messages, all languages together. */
const MIN_RECALL = 0.95;
const MIN_PRECISION = 0.9;

const FOLDER = 'test/modules/triage/messages';
const WIDTHS = [10, 11, 6, 8, 9] as const;

/**
 * `npm run eval:assistant`: prints how well danger signs are recognised in labelled messages: in those that the authors of the
 * rules may read, and in the held-out ones, of which it prints no message. Exits with 1 if the held-out ones miss a target.
 */
function main(): void {
  for (const file of SEEN_FILES) {
    const seen = report(file) ?? [];
    const fired = seen.filter(({ hasFired }) => hasFired);
    const missed = withLabel(seen, 'emergency').filter(({ hasFired }) => !hasFired);
    printMessages(`Emergencies missed (${file})`, missed);
    printMessages(`Near misses that fired (${file})`, withLabel(fired, 'near-miss'));
    printMessages(`Routine messages that fired (${file})`, withLabel(fired, 'routine'));
  }
  const heldOut = report(HELD_OUT_FILE);
  if (!heldOut) return;
  const { recall, precision } = scoreOf(heldOut);
  const isReached = (recall ?? 0) >= MIN_RECALL && (precision ?? 0) >= MIN_PRECISION;
  printLines([
    `Targets on the held-out part: recall ${MIN_RECALL}, precision ${MIN_PRECISION}: ${isReached ? 'reached' : 'missed'}.`,
  ]);
  if (!isReached) process.exitCode = 1;
}

function report(file: string): ClassifiedMessage[] | undefined {
  const messages = readMessages(join(FOLDER, file));
  if (!messages) {
    printLines([`There is no ${FOLDER}/${file}.`, '']);
    return undefined;
  }
  const all = classify(messages);
  printLines([
    `${file}: ${all.length} messages`,
    formatRow(WIDTHS, ['', 'emergencies', 'others', 'recall', 'precision']),
    ...LOCALES.map((locale) =>
      scoreRow(
        locale,
        all.filter(({ message }) => message.language === locale),
      ),
    ),
    scoreRow('together', all),
    '',
    formatRow(WIDTHS, ['', 'fired', 'not', '', '']),
    ...LABELS.map((label) => {
      const labelled = withLabel(all, label);
      const fired = labelled.filter(({ hasFired }) => hasFired).length;
      return formatRow(WIDTHS, [label, String(fired), String(labelled.length - fired), '', '']);
    }),
    '',
  ]);
  return all;
}

function scoreRow(name: string, messages: readonly ClassifiedMessage[]): string {
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
      ({ message, fired }) => `  ${message.id} ${fired || (message.sign ?? '')}: ${message.text}`,
    ),
    '',
  ]);
}

function withLabel(all: readonly ClassifiedMessage[], label: LabelledMessage['label']): ClassifiedMessage[] {
  return all.filter(({ message }) => message.label === label);
}

function formatShare(value: number | null): string {
  return value === null ? '-' : value.toFixed(3);
}

main();
