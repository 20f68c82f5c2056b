import type { BrowserContext } from 'playwright-core';
import { z } from 'zod';
import { alertsContract } from '../../../src/modules/health/alerts/alerts.contract';

const responseSchema = z.object({
  result: z.object({ data: z.object({ json: alertsContract.alerts.output }) }),
});

/** Returns the weeks and alerts of `health.alerts` for the account of a browser. */
export async function readAlerts(
  context: BrowserContext,
  input: { readonly week?: string; readonly country?: string } = {},
) {
  const params = { input: JSON.stringify({ json: input }) };
  const response = await context.request.get('/api/trpc/health.alerts', { params });
  const body = await response.text();
  if (!response.ok()) throw new Error(`health.alerts responded ${String(response.status())}: ${body}`);
  return responseSchema.parse(JSON.parse(body)).result.data.json.data;
}
