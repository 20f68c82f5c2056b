import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { findDanger, DANGER_SIGNS } from '../../src/modules/triage/find-danger';
import { LOCALES } from '../../src/shared/locale';

/** Files in `test/modules/triage/messages` that the authors of rules may read and the training may use. */
export const SEEN_FILES = [
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

/** A labelled message. Danger signs should fire only for an emergency. */
export type LabelledMessage = z.infer<typeof messageSchema>;

export interface ClassifiedMessage {
  readonly message: LabelledMessage;
  readonly hasFired: boolean;
  /** The danger signs that fired: `sign, sign (language)`, or empty. */
  readonly fired: string;
}

/** The performance of the rules. A share without a denominator is null. */
export interface Score {
  readonly emergencies: number;
  readonly others: number;
  /** Share of the emergencies that fired. */
  readonly recall: number | null;
  /** Share of the fired messages that are emergencies. */
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

/** Classifies each message as the first one of a conversation. */
export function classify(messages: readonly LabelledMessage[]): ClassifiedMessage[] {
  return messages.map((message) => {
    const danger = findDanger(message.text, []);
    const fired = danger ? `${danger.signs.join(', ')} (${danger.language})` : '';
    return { message, hasFired: danger !== undefined, fired };
  });
}

export function scoreOf(messages: readonly ClassifiedMessage[]): Score {
  const emergencies = messages.filter(({ message }) => message.label === 'emergency');
  const fired = messages.filter(({ hasFired }) => hasFired);
  const truePositives = emergencies.filter(({ hasFired }) => hasFired).length;
  return {
    emergencies: emergencies.length,
    others: messages.length - emergencies.length,
    recall: emergencies.length === 0 ? null : truePositives / emergencies.length,
    precision: fired.length === 0 ? null : truePositives / fired.length,
  };
}
