import {
  assessAll,
  assessUnlearned,
  type AssessedMessage,
  type ReaderName,
  READERS,
  readingsOf,
  type Score,
  scoreOf,
} from './assistant/evaluate';
import { HELD_OUT_FILES, LEARNED_FILES, readMessages } from './assistant/labelled-messages';
import { LOCALES } from '../src/shared/locale';
import { median } from './benchmark';
import { assessMessage } from '../src/modules/triage/assess-message';
import { createEvaluatedModel, readByModel } from './assistant/model-reader';
import { formatRow, printLines } from './table';

/** Least recall and sign agreement, and most false alarms, of all languages together on messages that nobody read. */
const TARGETS = {
  recall: 0.97,
  missedAsRoutine: 0.01,
  mild: 0.03,
  'near-miss': 0.05,
  sameDayAgreement: 0.85,
};

const WIDTHS = [34, 6, 7, 8, 6, 7, 6, 10, 8, 7] as const;
const HEADER = [
  'percent of …',
  'count',
  'recall',
  'routine!',
  'sign',
  'today',
  'mild',
  'near miss',
  'routine',
  'today=',
];

/**
 * `npm run eval:assistant`: prints how the triage reads the labelled messages, by phrases alone, by weights alone and by both, in
 * each language. Messages from which the classifier learns are read by one that did not learn from them. Prints figures only:
 * nobody reads the held-out messages. With `OPENAI_BASE_URL` or `OPENAI_API_KEY`, a model also reads `EVAL_MESSAGES` of them. Exits with 1 if the held-out messages miss a target.
 */
async function main(): Promise<void> {
  printLines([
    'recall: emergencies recognised; routine!: emergencies taken for routine; sign: recognised emergencies with the labelled sign;',
    'today, mild, near miss, routine: taken for an emergency; today=: today or mild, as labelled, of those not taken for an emergency',
    '',
    formatRow(WIDTHS, HEADER),
  ]);
  const heldOut = HELD_OUT_FILES.flatMap((file) => {
    const assessed = assessAll(readMessages(file));
    printScores(file, assessed);
    return assessed;
  });
  const learned = LEARNED_FILES.flatMap((file) => readMessages(file).map((message) => ({ file, message })));
  const fileOf = new Map(learned.map(({ file, message }) => [message.id, file]));
  const unlearned = assessUnlearned(learned.map(({ message }) => message));
  for (const file of LEARNED_FILES)
    printScores(
      file,
      unlearned.filter(({ message }) => fileOf.get(message.id) === file),
    );
  for (const locale of LOCALES)
    printScores(
      `all, ${locale}`,
      unlearned.filter(({ message }) => message.language === locale),
    );
  await printModelScores([...heldOut, ...unlearned]);
  printLines(['', ...describeLatency()]);
  const missed = findMissedTargets(scoreOf(readingsOf(heldOut, 'both')));
  printLines([
    `Targets on held-out messages: ${missed.length === 0 ? 'reached' : `missed: ${missed.join(', ')}`}`,
  ]);
  if (missed.length > 0) process.exitCode = 1;
}

function printScores(name: string, assessed: readonly AssessedMessage[]): void {
  for (const reader of Object.keys(READERS).filter(isReaderName))
    printLines([formatScore(`${name} (${reader})`, scoreOf(readingsOf(assessed, reader)))]);
}

/** Prints how a model reads a part of the messages, and both readers together, as the platform joins them. */
async function printModelScores(assessed: readonly AssessedMessage[]): Promise<void> {
  const model = createEvaluatedModel(process.env);
  if (!model) return;
  const { sample, alone, joined, secondsPerMessage } = await readByModel(assessed, model);
  printLines([
    '',
    formatScore('a sample (triage alone)', scoreOf(readingsOf(sample, 'both'))),
    formatScore('a sample (model alone)', scoreOf(alone)),
    formatScore('a sample (both)', scoreOf(joined)),
    `Without a verdict: ${sample.length - alone.length} of ${sample.length}. Median time to a verdict: ${secondsPerMessage.toFixed(2)} s`,
  ]);
}

function isReaderName(name: string): name is ReaderName {
  return name in READERS;
}

function formatScore(
  name: string,
  { count, recall, missedAsRoutine, rightSign, alarms, sameDayAgreement }: Score,
) {
  const shares = [
    recall,
    missedAsRoutine,
    rightSign,
    alarms.today,
    alarms.mild,
    alarms['near-miss'],
    alarms.routine,
    sameDayAgreement,
  ].map((share) => (share === undefined ? '-' : (100 * share).toFixed(1)));
  return formatRow(WIDTHS, [name, String(count), ...shares]);
}

/** Times of single messages, each the median of many. */
function describeLatency(): string[] {
  const short = 'My son fell from the mango tree and does not wake up, please help';
  const long = `${short}. `.repeat(100).slice(0, 4_000);
  return [short, long].map((message) => {
    const times = Array.from({ length: 20 }, () => {
      const start = performance.now();
      assessMessage(message, []);
      return performance.now() - start;
    });
    return `A message of ${message.length} characters is read in ${median(times).toFixed(1)} ms`;
  });
}

function findMissedTargets({
  recall = 1,
  missedAsRoutine = 0,
  alarms,
  sameDayAgreement = 1,
}: Score): string[] {
  return [
    ...(recall < TARGETS.recall ? ['recall'] : []),
    ...(missedAsRoutine > TARGETS.missedAsRoutine ? ['emergencies taken for routine'] : []),
    ...((alarms.mild ?? 0) > TARGETS.mild ? ['mild complaints'] : []),
    ...((alarms['near-miss'] ?? 0) > TARGETS['near-miss'] ? ['near misses'] : []),
    ...(sameDayAgreement < TARGETS.sameDayAgreement ? ['today and mild'] : []),
  ];
}

void main();
