import { LiveReply, type ReplyEvents } from '../../../../src/modules/chatbot/replies/live-reply';

/** Reads until the end, and returns texts and ids. */
async function readAll(events: ReplyEvents): Promise<{ texts: string[]; ids: string[] }> {
  const texts: string[] = [];
  const ids: string[] = [];
  for await (const [id, event] of events) {
    ids.push(id);
    texts.push(event.type === 'delta' ? event.text : event.type);
  }
  return { texts, ids };
}

const FAILED = { type: 'failed', code: 'INTERNAL_SERVER_ERROR', message: 'No.' } as const;

const tick = () => new Promise((resolve) => setTimeout(resolve, 5));

describe('LiveReply', () => {
  it('waits for the second half of a surrogate pair, and replaces it if it never arrives', async () => {
    const live = new LiveReply();
    const reading = readAll(live.read(0));
    for (const piece of ['Rest \ud83e', '\udd12', ' \ud83e', ' or\0 \udd27', 'x\ud83d']) {
      live.append(piece);
      await tick();
    }
    live.flush();
    live.finish(FAILED);
    const { texts, ids } = await reading;
    expect(texts).toEqual(['Rest ', '🤒', ' ', '\ufffd or \ufffd', 'x', '\ufffd', 'failed']);
    for (const text of texts) expect(text.isWellFormed()).toBe(true);
    expect(Number(ids.at(-1))).toBe(live.text.length);
  });

  it('joins pieces that arrive together, and sends each reader the text after its position', async () => {
    const live = new LiveReply();
    const readings = [readAll(live.read(0)), readAll(live.read(4)), readAll(live.read(99))];
    await tick();
    for (const piece of ['Rest ', 'and ', 'drink.']) live.append(piece);
    await tick();
    live.finish(FAILED);
    expect(await Promise.all(readings)).toEqual([
      { texts: ['Rest and drink.', 'failed'], ids: ['15', '15'] },
      { texts: [' and drink.', 'failed'], ids: ['15', '15'] },
      { texts: ['failed'], ids: ['15'] },
    ]);
    expect(live.readers).toBe(0);
  });

  it('removes a reader that leaves while it waits, or before it reads', async () => {
    const live = new LiveReply();
    const waiting = live.read(0);
    const unread = live.read(0);
    const next = waiting.next();
    expect(live.readers).toBe(2);
    await waiting.return();
    await unread.return();
    expect(await next).toEqual({ done: true, value: undefined });
    expect(live.readers).toBe(0);
  });

  it('disconnects the oldest reader if there are too many', async () => {
    const live = new LiveReply();
    const readings = Array.from({ length: 10 }, () => live.read(0));
    const [first, second] = readings.map((reading) => reading.next());
    const unread = readings[2]?.return();
    const late = [live.read(0), live.read(0)];
    await expect(first).rejects.toThrow('Too many are reading this reply; try again in 5 seconds');
    await unread;
    expect(live.readers).toBe(10);
    live.append('Rest.');
    await tick();
    live.finish(FAILED);
    expect((await second)?.value).toEqual(['5', { type: 'delta', text: 'Rest.' }, expect.anything()]);
    for (const reading of late) expect((await readAll(reading)).texts).toEqual(['Rest.', 'failed']);
    expect(await readings[0]?.next()).toEqual({ done: true, value: undefined });
  });

  it('disconnects the oldest reader also if it is not waiting for an event', async () => {
    const live = new LiveReply();
    const first = live.read(0);
    live.append('Rest.');
    for (let reader = 0; reader < 10; reader += 1) live.read(0);
    await expect(first.next()).rejects.toThrow('Too many are reading this reply');
  });
});
