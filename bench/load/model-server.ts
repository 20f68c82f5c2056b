import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { z } from 'zod';

const REPLY = 'Drink enough water and rest. See a doctor if it does not get better within three weeks.';

const requestSchema = z.object({ stream: z.boolean().optional() });

const event = (delta: object, finishReason: string | null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'bench',
    choices: [{ index: 0, delta, finish_reason: finishReason }],
  })}\n\n`;

const STREAM =
  event({ role: 'assistant', content: '' }, null) +
  event({ content: REPLY }, null) +
  event({}, 'stop') +
  'data: [DONE]\n\n';

const COMPLETION = JSON.stringify({
  id: 'chatcmpl-1',
  object: 'chat.completion',
  created: 1,
  model: 'bench',
  choices: [{ index: 0, message: { role: 'assistant', content: REPLY }, finish_reason: 'stop' }],
});

/** A server with OpenAI's chat completions API that replies at once. It sends its base URL to the parent process. */
async function main(): Promise<void> {
  const server = createServer((request, response) => {
    text(request).then(
      (body) => {
        const { stream } = requestSchema.parse(JSON.parse(body));
        const type = stream ? 'text/event-stream' : 'application/json';
        response.writeHead(200, { 'content-type': type }).end(stream ? STREAM : COMPLETION);
      },
      () => response.destroy(),
    );
  });
  server.keepAliveTimeout = 60_000;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  if (address === null || typeof address === 'string') throw new TypeError('a server listens on a port');
  process.send?.(`http://127.0.0.1:${address.port}/v1`);
}

void main();
