import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { findDanger } from '../../src/modules/triage/find-danger';
import { DANGER_SIGNS } from '../../src/modules/triage/signs/danger-sign';
import { LOCALES } from '../../src/shared/locale';

/** Files in `test/modules/triage/messages` that authors of rules may read and the training may use. */
export const DEVELOPMENT_FILES = [
  'danger-signs.jsonl',
  'danger-signs.batches.jsonl',
  'danger-signs.training.jsonl',
] as const;
export const HELD_OUT_FILE = 'danger-signs.held-out.jsonl';

export const LABELS = ['emergency', 'near-miss', 'routine'] as const;

const messageSchema = z.object({
  id: z.string(),
  language: z.enum(LOCALES),
  label: z.enum(LABELS),
  sign: z.enum(DANGER_SIGNS).nullish(),
  text: z.string(),
});

/** A labelled message. Danger should be found only in an emergency. */
export type LabelledMessage = z.infer<typeof messageSchema>;

export interface ClassifiedMessage {
  readonly message: LabelledMessage;
  readonly hasDanger: boolean;
  /** The signs found: `sign, sign (language)`, or empty. */
  readonly signs: string;
}

/** The performance of rules and classifier. A share without a denominator is null. */
export interface Score {
  readonly emergencies: number;
  readonly others: number;
  /** The share of the emergencies in which danger is found. */
  readonly recall: number | null;
  /** The share of emergencies among the messages in which danger is found. */
  readonly precision: number | null;
}

/**
 * Reads the labelled messages of a JSON Lines file.
 * @returns undefined if the file does not exist
 * @throws ZodError if a line is not a labelled message
 */
export function readMessages(path: string): LabelledMessage[] | undefined {
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => messageSchema.parse(JSON.parse(line)));
}

/** Triages each message as the first one of a conversation. */
export function classify(messages: readonly LabelledMessage[]): ClassifiedMessage[] {
  return messages.map((message) => {
    const danger = findDanger(message.text, []);
    const signs = danger ? `${danger.signs.join(', ')} (${danger.language})` : '';
    return { message, hasDanger: danger !== undefined, signs };
  });
}

export function scoreOf(messages: readonly ClassifiedMessage[]): Score {
  const emergencies = messages.filter(({ message }) => message.label === 'emergency');
  const positives = messages.filter(({ hasDanger }) => hasDanger);
  const truePositives = emergencies.filter(({ hasDanger }) => hasDanger).length;
  return {
    emergencies: emergencies.length,
    others: messages.length - emergencies.length,
    recall: emergencies.length === 0 ? null : truePositives / emergencies.length,
    precision: positives.length === 0 ? null : truePositives / positives.length,
  };
}
