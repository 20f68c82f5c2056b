import { z } from 'zod';
import { OpenAIChatModel } from '../../src/modules/chatbot/models/openai/openai-chat-model';
import { composeAdvice } from '../../src/modules/triage/advice/emergency-advice';
import { type Verdict, joinUrgencies } from '../../src/modules/triage/verdict';
import { OPENAI_URL, modelSettings } from '../../src/platform/config/model-settings';
import { integer } from '../../src/platform/config/setting-types';
import { median } from '../benchmark';
import type { AssessedMessage, ReadMessage } from './evaluate';

/** Messages that the model reads at once. */
const CONCURRENCY = 4;

const settingsSchema = z.object({ ...modelSettings, EVAL_MESSAGES: integer(1, 100_000).default(500) });

/** A model of the settings, and how many messages it reads. */
export interface EvaluatedModel {
  readonly model: OpenAIChatModel;
  readonly messages: number;
}

export interface ModelReadings {
  /** The messages, spread over all. */
  readonly sample: readonly AssessedMessage[];
  /** By the model, those for which it gave a verdict. */
  readonly alone: readonly ReadMessage[];
  /** By triage and the model. */
  readonly joined: readonly ReadMessage[];
  /** Median of the times to a verdict. */
  readonly secondsPerMessage: number;
}

/** Returns the model of the settings, as the platform calls it; undefined if there is none. */
export function createEvaluatedModel(
  variables: Readonly<Record<string, string | undefined>>,
): EvaluatedModel | undefined {
  if (!(variables.OPENAI_BASE_URL ?? variables.OPENAI_API_KEY)) return undefined;
  const settings = settingsSchema.parse(variables);
  const model = new OpenAIChatModel({
    baseUrl: settings.OPENAI_BASE_URL ?? OPENAI_URL,
    apiKey: settings.OPENAI_API_KEY,
    model: settings.OPENAI_MODEL,
    timeoutMs: settings.OPENAI_TIMEOUT_MS,
    retries: settings.OPENAI_MAX_RETRIES,
    deadlineMs: settings.CHATBOT_DEADLINE_MS,
    maxTokens: settings.CHATBOT_MAX_REPLY_TOKENS,
  });
  return { model, messages: settings.EVAL_MESSAGES };
}

/** Sends a part of the messages to a model, each as the first one of a conversation, and joins its verdicts with triage. */
export async function readByModel(
  assessed: readonly AssessedMessage[],
  { model, messages }: EvaluatedModel,
): Promise<ModelReadings> {
  const step = Math.max(1, Math.floor(assessed.length / messages));
  const sample = assessed.filter((_message, index) => index % step === 0).slice(0, messages);
  const alone: ReadMessage[] = [];
  const joined: ReadMessage[] = [];
  const seconds: number[] = [];
  const remaining = sample.values();
  const work = async (): Promise<void> => {
    for (const { message, assessments } of remaining) {
      const since = performance.now();
      const verdict = await findVerdict(model, { message, assessments });
      if (!verdict) {
        joined.push({ message, ...assessments.both });
        continue;
      }
      seconds.push((performance.now() - since) / 1_000);
      const urgency = joinUrgencies(assessments.both, verdict);
      alone.push({ message, ...verdict });
      joined.push({ message, urgency, signs: urgency === 'emergency' ? signsOf(assessments, verdict) : [] });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  model.stopProbing();
  return { sample, alone, joined, secondsPerMessage: seconds.length > 0 ? median(seconds) : 0 };
}

function signsOf({ both }: AssessedMessage['assessments'], verdict: Verdict): Verdict['signs'] {
  return both.urgency === 'emergency' ? both.signs : verdict.signs;
}

/** Returns the verdict without waiting for the text after it; undefined if the model gives none. */
async function findVerdict(
  model: OpenAIChatModel,
  { message, assessments: { both } }: AssessedMessage,
): Promise<Verdict | undefined> {
  let verdict: Verdict | undefined;
  const advice = composeAdvice(both, undefined);
  const request = {
    turns: [{ role: 'user', content: message.text }],
    language: message.language,
    triaged: () => ({
      urgency: both.urgency,
      emergency: both.urgency === 'emergency' ? { ...both, advice } : undefined,
    }),
    isWhole: false,
    takeTurn: () => undefined,
    onVerdict: (given: Verdict | null) => {
      verdict = given ?? verdict;
    },
  } as const;
  const work = new AbortController();
  const deadline = setTimeout(() => {
    work.abort(new DOMException('the time for a reply is over', 'TimeoutError'));
  }, model.deadlineMs);
  try {
    const reply = model.streamReply(request, work.signal);
    await reply.next();
    await reply.return({ source: 'model', model: '', promptVersion: null });
  } catch {
    // Counted as without a verdict.
  } finally {
    clearTimeout(deadline);
  }
  return verdict;
}
