import autocannon from 'autocannon';
import { type LoadPlan, type LoadResult, percentile } from './plan';

/** Room for the response times of one run. */
const MAX_RESPONSES = 2_000_000;

/** Time for the last response of each connection. */
const LAST_RESPONSE_SECONDS = 120;

/**
 * Sends a request on each connection as soon as the previous one has its response, with autocannon. Waits for the last
 * response of each connection: otherwise the requests of one run would be answered during the next one.
 */
export async function sendSaturating({
  origin,
  requests,
  connections,
  seconds,
}: LoadPlan): Promise<LoadResult> {
  const times = new Float64Array(MAX_RESPONSES);
  const failures: string[] = [];
  const clients: autocannon.Client[] = [];
  let responses = 0;
  const beganAt = performance.now();
  let lastAt = beganAt;
  const options: autocannon.Options & { readonly sampleInt: number } = {
    url: origin,
    connections,
    duration: seconds + LAST_RESPONSE_SECONDS,
    timeout: LAST_RESPONSE_SECONDS,
    sampleInt: 50,
    requests,
    setupClient: (client) => {
      const first = (clients.length * 7) % requests.length;
      clients.push(client);
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
    },
  };
  await new Promise<void>((resolve, reject) => {
    const run = autocannon(options, (error: unknown) => {
      clearTimeout(timer);
      if (error instanceof Error) reject(error);
      else resolve();
    });
    const timer = setTimeout(() => {
      // The maximum number of a client's requests: it ends after the response that it waits for.
      for (const client of clients) Reflect.set(client, 'responseMax', 1);
    }, seconds * 1000);
    run.on('response', (...[, statusCode, , responseTime]) => {
      if (statusCode !== 200) failures.push(`status ${statusCode}`);
      times[responses] = responseTime;
      responses += 1;
      lastAt = performance.now();
    });
    run.on('reqError', (error) => {
      failures.push(String(error));
    });
  });
  const sorted = times.subarray(0, responses).sort();
  return {
    responses,
    seconds: (lastAt - beganAt) / 1000,
    p50Ms: percentile(sorted, 0.5),
    p99Ms: percentile(sorted, 0.99),
    failures: failures.length,
    failure: failures[0],
  };
}
