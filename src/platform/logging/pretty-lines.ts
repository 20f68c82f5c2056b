import type { DestinationStream } from 'pino';
import { prettyFactory } from 'pino-pretty';
import { z } from 'zod';

const requestFields = z.object({
  req: z.object({ method: z.string(), path: z.string() }),
  res: z.object({ status: z.number() }),
  responseTime: z.number(),
});

const optionalText = z.string().optional().catch(undefined);
const eventFields = z.object({ context: optionalText, requestId: optionalText });

/** An error as `serializeError` writes it. */
const errorFields = z.looseObject({
  type: z.string(),
  message: z.string().optional(),
  frames: z.array(z.string()).default([]),
  cause: z.unknown().optional(),
});

/** Writes each JSON line of pino's as one readable line; an error adds its stack below. */
export function prettyLines(output: DestinationStream): DestinationStream {
  const pretty = prettyFactory({
    // What the message has, or what every line of one process repeats.
    ignore: 'pid,hostname,context,requestId,req,res,responseTime',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    messageFormat: (line, messageKey) => messageOf(line, line[messageKey]),
    customPrettifiers: { time: String, err: errorText },
  });
  return {
    write: (line) => {
      output.write(pretty(line));
    },
  };
}

/** The request, or the message behind its context; then the id of the request that it belongs to. */
function messageOf(line: object, message: unknown): string {
  const { context, requestId } = eventFields.parse(line);
  const { data: request } = requestFields.safeParse(line);
  const text = request
    ? `${request.req.method} ${request.req.path} ${request.res.status} ${Math.round(request.responseTime)} ms`
    : [context, message].filter((part) => typeof part === 'string').join(': ');
  return requestId === undefined ? text : `${text}  ${requestId}`;
}

function errorText(error: unknown): string {
  const { success, data } = errorFields.safeParse(error);
  if (!success) return JSON.stringify(error);
  const { type, message, frames, cause, ...details } = data;
  const reason = message === undefined ? type : `${type}: ${message}`;
  return [
    Object.keys(details).length > 0 ? `${reason} ${JSON.stringify(details)}` : reason,
    ...frames.map((frame) => `  ${frame}`),
    ...(cause === undefined ? [] : [`caused by ${errorText(cause)}`]),
  ].join('\n');
}
