import { z } from 'zod';
import type { ServerError } from './ledger';

const loggedError = z.object({
  type: z.string(),
  message: z.string().optional(),
  code: z.string().optional(),
  frames: z.array(z.string()).default([]),
  get cause() {
    return loggedError.optional();
  },
});
/** A line of the log about a failed request. The levels of pino: 50 is an error. */
const failureLine = z.object({ level: z.number().min(50), requestId: z.string(), err: loggedError });
/** How many frames say where an error was thrown. */
const FRAMES = 4;
const IDS = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Returns the causes of responses of status 500 as the logs have them, each with the number of its responses. */
export function explainServerErrors(errors: readonly ServerError[], logs: readonly string[]): string[] {
  const causes = new Map(logs.flatMap((log) => log.split('\n').flatMap(causeOfLine)));
  const counts = new Map<string, number>();
  for (const { procedure, requestId, text } of errors) {
    const cause = causes.get(requestId) ?? text.slice(0, 200).replace(IDS, '…');
    const description = `500 from ${procedure}: ${cause}`;
    counts.set(description, (counts.get(description) ?? 0) + 1);
  }
  return [...counts].map(([description, count]) => `${count} x ${description}`);
}

function causeOfLine(line: string): [requestId: string, cause: string][] {
  // The last line of a process that was killed may be cut.
  if (!line.startsWith('{') || !line.endsWith('}')) return [];
  const { success, data } = failureLine.safeParse(JSON.parse(line));
  if (!success) return [];
  return [[data.requestId, describe(data.err)]];
}

/** Returns an error with its causes, and where the innermost was thrown. */
function describe({ type, code, message, frames, cause }: z.infer<typeof loggedError>): string {
  const error = [type, code, message].filter(Boolean).join(' ');
  return cause ? `${error}, because of ${describe(cause)}` : [error, ...frames.slice(0, FRAMES)].join(' < ');
}
