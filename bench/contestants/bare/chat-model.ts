import { Pool } from 'undici';
import { z } from 'zod';

/** Returns the reply of a model to a message. */
export type ChatModel = (message: string) => Promise<string>;

/** The fixed reply of the bare contestant, about as long as one of the offline assistant. */
export const REPLY =
  'For a cough, drink enough, rest, and avoid smoke. See a doctor if it lasts longer than three weeks, if you cough up ' +
  'blood, or if you have a fever or difficulty breathing. This is general information and no diagnosis.';

const completionSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});

/** Creates a client of a server with OpenAI's chat completions API. */
export function createChatModel(baseUrl: string): ChatModel {
  const { origin, pathname } = new URL(baseUrl);
  const pool = new Pool(origin, { connections: 128 });
  return async (message) => {
    const { body } = await pool.request({
      path: `${pathname}/chat/completions`,
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        model: 'bench',
        messages: [
          { role: 'system', content: 'You are a health assistant.' },
          { role: 'user', content: message },
        ],
      }),
    });
    const { choices } = completionSchema.parse(await body.json());
    return choices[0]?.message.content ?? '';
  };
}
