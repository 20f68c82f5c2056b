import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import { type LoadPlan, type LoadResult, percentile } from './plan';

/**
 * Sends requests at regular times, however long the responses take. Response times count from the time at which the request
 * was due, so that a slow server cannot hide behind requests that were not sent. (autocannon's `overallRate` sends a
 * second's requests at once and then pauses.)
 */
export async function sendPaced({
  origin,
  requests,
  connections,
  seconds,
  rate,
}: LoadPlan & { readonly rate: number }): Promise<LoadResult> {
  const pool = new Pool(origin, { connections });
  const total = Math.floor(seconds * rate);
  const times = new Float64Array(total);
  const failures: string[] = [];
  const pending = new Set<Promise<void>>();
  let done = 0;
  const send = async (index: number, dueAt: number): Promise<void> => {
    const request = requests[index % requests.length];
    if (!request) return;
    const { statusCode, body } = await pool.request(request);
    await body.dump();
    if (statusCode !== 200) failures.push(`status ${statusCode}`);
    times[done] = performance.now() - dueAt;
    done += 1;
  };
  const beganAt = performance.now();
  for (let sent = 0; sent < total;) {
    const dueCount = Math.min(total, Math.floor(((performance.now() - beganAt) / 1000) * rate));
    for (; sent < dueCount; sent += 1) {
      const work = send(sent, beganAt + (sent / rate) * 1000).catch((error: unknown) => {
        failures.push(String(error));
      });
      pending.add(work);
      void work.finally(() => pending.delete(work));
    }
    await sleep(1);
  }
  await Promise.all(pending);
  const elapsed = (performance.now() - beganAt) / 1000;
  await pool.close();
  const sorted = times.subarray(0, done).sort();
  return {
    responses: done,
    seconds: elapsed,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    failures: failures.length,
    failure: failures[0],
  };
}
