import { IncomingMessage } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { BodyBudget } from '../../../src/platform/http/body-budget';
import { RequestBody } from '../../../src/platform/http/json-body';

const LENGTH = 1_000_000;
/** More than a body may have without a reservation. */
const LARGE = Buffer.alloc(100_000, 'x');

describe('a body that is released before it has arrived', () => {
  let budget: BodyBudget, request: IncomingMessage, body: RequestBody;

  beforeEach(() => {
    budget = new BodyBudget({ bytes: LENGTH, bytesPerCaller: LENGTH, content: 'bodies' });
    request = new IncomingMessage(new Socket());
    request.headers['content-length'] = String(LENGTH);
    body = new RequestBody(request, 'a', { limit: LENGTH, budget, toError: (fault) => new Error(fault) });
  });

  it('is read no further', async () => {
    const reserve = jest.spyOn(budget, 'reserve');
    const read = body.readText();
    request.push('x');
    await nextTurn();
    body.release();
    await expect(read).rejects.toThrow('cutShort');
    expect(request.listenerCount('data')).toBe(0);
    request.push(LARGE);
    request.resume();
    await nextTurn();
    expect(reserve).not.toHaveBeenCalled();
  });

  it('is discarded while it waits for memory, and takes none afterwards', async () => {
    const other = await budget.reserve('b', LENGTH);
    const read = body.readText();
    request.push(LARGE);
    await nextTurn();
    body.release();
    await expect(read).rejects.toThrow('cutShort');
    request.resume();
    request.push(LARGE);
    other.release();
    await nextTurn();
    expect(request.listenerCount('data')).toBe(0);
    // The rest must be discarded, so that its sender reads the response.
    expect(request.isPaused()).toBe(false);
    (await budget.reserve('b', LENGTH)).release();
  });

  it('has its text if it was released after it was read', async () => {
    const read = body.readText();
    request.push('x');
    request.push(null);
    expect(await read).toBe('x');
    body.release();
    expect(await body.readText()).toBe('x');
  });
});
