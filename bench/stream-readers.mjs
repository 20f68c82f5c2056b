// Reads many streams at once: replies of the platform, or a model server's own streams. Prints for each the ages of its
// tokens at their arrival, in milliseconds, and whether it was complete.
import { request } from 'node:http';
import { performance } from 'node:perf_hooks';

const { url, platform, streams } = JSON.parse(process.argv[2] ?? '{}');

const now = () => (performance.timeOrigin + performance.now()) * 1000;

function sendRequest(address, body) {
  return new Promise((resolve, reject) => {
    const outgoing = request(address, {
      method: body === undefined ? 'GET' : 'POST',
      agent: false,
      headers: { accept: 'text/event-stream', 'content-type': 'application/json' },
    });
    outgoing.on('response', resolve).on('error', reject);
    outgoing.end(body === undefined ? undefined : JSON.stringify(body));
  });
}

async function* eventsOf(response) {
  let rest = '';
  response.setEncoding('utf8');
  for await (const part of response) {
    const blocks = (rest + part).split('\n\n');
    rest = blocks.pop();
    yield blocks.map((block) => /^data: (\{.*)$/m.exec(block)?.[1]).filter(Boolean);
  }
}

async function startReply() {
  const response = await sendRequest(`${url}chatbot.startReply`, {
    json: { message: 'What helps against a cough?' },
  });
  let text = '';
  for await (const part of response.setEncoding('utf8')) text += part;
  if (response.statusCode !== 200) throw new Error(`chatbot.startReply answered ${text}`);
  return JSON.parse(text).result.data.json.messageId;
}

async function readOne() {
  const input = platform && encodeURIComponent(JSON.stringify({ json: { messageId: await startReply() } }));
  const response = platform
    ? await sendRequest(`${url}chatbot.reply?input=${input}`)
    : await sendRequest(`${url}/chat/completions`, {
        model: 'm',
        stream: true,
        messages: [{ role: 'user', content: 'x' }],
      });
  const ages = [];
  const arrivals = [];
  let completed = false;
  for await (const events of eventsOf(response)) {
    const arrival = now();
    for (const data of events) {
      const event = JSON.parse(data);
      const text = platform ? (event.json?.text ?? '') : (event.choices?.[0]?.delta?.content ?? '');
      for (const token of text.match(/\d{10,}/g) ?? []) {
        ages.push((arrival - Number(token)) / 1000);
        arrivals.push(arrival / 1000);
      }
      if (platform ? event.json?.type === 'completed' : event.choices?.[0]?.finish_reason === 'stop')
        completed = true;
    }
  }
  const gaps = arrivals.slice(1).map((arrival, index) => arrival - arrivals[index]);
  return { ages, longestGap: Math.max(0, ...gaps), completed };
}

const read = await Promise.all(Array.from({ length: streams }, readOne));
process.stdout.write(JSON.stringify(read));
