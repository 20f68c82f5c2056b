import { existsSync, readFileSync } from 'node:fs';
import { z } from 'zod';
import { dangerIn, DANGER_SIGNS } from '../../src/modules/triage/danger-signs';
import { LOCALES } from '../../src/shared/locale';

/** In `test/modules/chatbot/models`: what whoever writes rules, and what learns weights, may look at. */
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

/** One labelled message. Only an emergency should fire. */
export type LabelledMessage = z.infer<typeof messageSchema>;

export interface Judged {
  readonly message: LabelledMessage;
  readonly hasFired: boolean;
  /** What fired, as `sign, sign (language)`; empty where nothing did. */
  readonly fired: string;
}

/** How often the rules are right. A share of nothing is `null`. */
export interface Score {
  readonly emergencies: number;
  readonly others: number;
  /** Emergencies that fired, of all. */
  readonly recall: number | null;
  /** Emergencies, of all that fired. */
  readonly precision: number | null;
}

/**
 * The labelled messages of a file with one JSON object a line.
 * @returns undefined where there is no such file
 * @throws ZodError where a line is not a labelled message
 */
export function messagesOf(path: string): LabelledMessage[] | undefined {
  if (!existsSync(path)) return undefined;
  return readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => messageSchema.parse(JSON.parse(line)));
}

/** Each message on its own, as the first of a conversation. */
export function judged(messages: readonly LabelledMessage[]): Judged[] {
  return messages.map((message) => {
    const danger = dangerIn(message.text, []);
    const fired = danger ? `${danger.signs.join(', ')} (${danger.language})` : '';
    return { message, hasFired: danger !== undefined, fired };
  });
}

export function scoreOf(some: readonly Judged[]): Score {
  const emergencies = some.filter(({ message }) => message.label === 'emergency');
  const fired = some.filter(({ hasFired }) => hasFired);
  const right = emergencies.filter(({ hasFired }) => hasFired).length;
  return {
    emergencies: emergencies.length,
    others: some.length - emergencies.length,
    recall: emergencies.length === 0 ? null : right / emergencies.length,
    precision: fired.length === 0 ? null : right / fired.length,
  };
}
