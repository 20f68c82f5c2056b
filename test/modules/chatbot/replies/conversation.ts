import { setTimeout as wait } from 'node:timers/promises';
import type { DataSource } from 'typeorm';
import { z } from 'zod';
import { chatbotContract } from '../../../../src/modules/chatbot/chatbot.contract';
import { composeAdvice } from '../../../../src/modules/triage/advice/emergency-advice';
import { assessMessage } from '../../../../src/modules/triage/assess-message';
import { URGENCY } from '../../../../src/modules/chatbot';
import { countrySchema } from '../../../../src/shared/country';
import { type PlainCaller, payload } from '../../../support/plain-caller';

export type Reply = z.output<typeof chatbotContract.sendMessage.output>;
export type Started = z.output<typeof chatbotContract.startReply.output>;

export interface StoredReply {
  readonly content: string;
  readonly state: string;
  readonly writing_until: Date | null;
  readonly urgency: string | null;
  readonly language: string | null;
  readonly source: string | null;
}

export async function send(caller: PlainCaller, input: object): Promise<Reply> {
  return chatbotContract.sendMessage.output.parse(payload(await caller.post('chatbot.sendMessage', input)));
}

export async function start(caller: PlainCaller, input: object): Promise<Started> {
  return chatbotContract.startReply.output.parse(payload(await caller.post('chatbot.startReply', input)));
}

/** An emergency in Kenya. */
export const EMERGENCY = { message: 'I have crushing chest pain and I cannot breathe', country: 'KE' };

/** Settings of a platform in production whose model is not retried. */
export const PRODUCTION = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'http://localhost:3000',
  OPENAI_MAX_RETRIES: '0',
};

/** Returns the advice for an emergency in Kenya. */
export function findAdvice(message: string, earlier: readonly string[] = []): string {
  const assessment = assessMessage(message, earlier);
  if (assessment.urgency !== 'emergency') throw new Error('no emergency was recognised');
  return composeAdvice(assessment, countrySchema.parse('KE'));
}

/** Returns the stored reply, or undefined if there is none. */
export async function storedReply(database: DataSource, messageId: string): Promise<StoredReply | undefined> {
  const [found] = await database.query<StoredReply[]>(
    `SELECT m.*, ${URGENCY} AS urgency FROM message m WHERE id = $1`,
    [messageId],
  );
  return found;
}

const DEADLINE_MS = 60_000;

/** Waits until a stored reply is complete or failed. */
export async function storedEnd(database: DataSource, messageId: string): Promise<StoredReply> {
  const deadline = performance.now() + DEADLINE_MS;
  for (;;) {
    const found = await storedReply(database, messageId);
    if (found && found.state !== 'writing') return found;
    if (performance.now() > deadline) throw new Error(`still ${String(found?.state)}`);
    await wait(20);
  }
}
