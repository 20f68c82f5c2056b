// A server with OpenAI's chat completions API that streams tokens at fixed times. Each token is the time at which it was
// sent, in microseconds since 1970, so that a reader can compute its age.
import { createServer } from 'node:http';
import { performance } from 'node:perf_hooks';

const { tokens, firstMs, betweenMs } = JSON.parse(process.argv[2] ?? '{}');

const chunk = (delta, finish_reason = null) =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'timetable',
    choices: [{ index: 0, delta, finish_reason }],
  })}\n\n`;

const now = () => Math.round((performance.timeOrigin + performance.now()) * 1000);

const server = createServer((request, response) => {
  request.resume();
  request.on('end', () => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(chunk({ role: 'assistant', content: '' }));
    let remaining = tokens;
    const sendToken = () => {
      response.write(chunk({ content: `${now()} ` }));
      remaining -= 1;
      if (remaining > 0) setTimeout(sendToken, betweenMs);
      else response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
    };
    setTimeout(sendToken, firstMs);
  });
});

server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/v1\n`));
