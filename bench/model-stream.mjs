// A server that speaks OpenAI's chat completions and streams tokens on a timetable, in a process of its own. Each token is
// the moment at which it left, in microseconds since 1970, so that whoever reads it knows how old it is.
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
    let left = tokens;
    const token = () => {
      response.write(chunk({ content: `${now()} ` }));
      left -= 1;
      if (left > 0) setTimeout(token, betweenMs);
      else response.end(`${chunk({}, 'stop')}data: [DONE]\n\n`);
    };
    setTimeout(token, firstMs);
  });
});

server.listen(0, '127.0.0.1', () => process.stdout.write(`http://127.0.0.1:${server.address().port}/v1\n`));
