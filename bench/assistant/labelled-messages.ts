import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { checkoutRoot } from '../../dev/checkout';
import type { Urgency } from '../../src/shared/urgency';
import { DANGER_SIGNS } from '../../src/modules/triage/signs/danger-sign';
import { LOCALES } from '../../src/shared/locale';

const FOLDER = 'test/modules/triage/messages';

/**
 * Kinds of messages: an emergency; a complaint for today, or a mild one; a near miss, which has words of danger without danger
 * (a question, a negation, the past, news, an idiom, an animal); and anything else.
 */
export const LABELS = ['emergency', 'today', 'mild', 'near-miss', 'routine'] as const;

export type Label = (typeof LABELS)[number];

export const labelledMessageSchema = z.strictObject({
  id: z.string(),
  language: z.enum(LOCALES),
  label: z.enum(LABELS),
  sign: z.enum(DANGER_SIGNS).optional(),
  text: z.string(),
});

export type LabelledMessage = z.output<typeof labelledMessageSchema>;

/** Labels of reviewers, by `npm run triage:labels`. They replace earlier ones. */
export const REVIEWED_FILE = 'reviewed.jsonl';

/** Files that authors of phrases may read, and from which the classifier learns. */
export const LEARNED_FILES = [
  'development.jsonl',
  'batches.jsonl',
  'training.jsonl',
  'examples.jsonl',
  'levels.jsonl',
  'questions.jsonl',
  'contrasts.jsonl',
  'causes.jsonl',
  'statements.jsonl',
  'short.jsonl',
  REVIEWED_FILE,
] as const;
/** Messages that nobody reads: only figures are printed. The authors of the blind ones saw no rule and no other message. */
export const HELD_OUT_FILES = ['held-out.jsonl', 'blind.jsonl', 'blind-2.jsonl', 'blind-3.jsonl'] as const;

/**
 * Reads the labelled messages of a JSON Lines file.
 * @returns none if the file does not exist
 * @throws ZodError if a line is not a labelled message
 */
export function readMessages(file: string): LabelledMessage[] {
  const path = join(checkoutRoot, FOLDER, file);
  if (!existsSync(path)) return [];
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => labelledMessageSchema.parse(JSON.parse(line)));
}

/** Returns the urgency that a message of a label has. */
export function urgencyOf(label: Label): Urgency {
  return label === 'emergency' || label === 'today' ? label : 'routine';
}

/** Returns the messages from which the classifier learns, each text once, with its latest label. */
export function readLearnedMessages(): LabelledMessage[] {
  const byText = new Map<string, LabelledMessage>();
  for (const message of LEARNED_FILES.flatMap((file) => readMessages(file)))
    byText.set(message.text, message);
  return [...byText.values()];
}

/** Appends messages to a JSON Lines file of labelled messages. */
export function appendMessages(file: string, messages: readonly LabelledMessage[]): void {
  const lines = messages.map((message) => `${JSON.stringify(message)}\n`);
  appendFileSync(join(checkoutRoot, FOLDER, file), lines.join(''));
}
