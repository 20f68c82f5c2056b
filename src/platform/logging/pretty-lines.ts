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

/** An error as `errorSerializer` logs it. */
const errorFields = z.looseObject({
  type: z.string(),
  message: z.string().optional(),
  frames: z.array(z.string()).default([]),
  cause: z.unknown().optional(),
});

/** A destination of lines that can report when it has written all of them. */
interface LineStream extends DestinationStream {
  flush?: (done: (error?: Error) => void) => void;
}

/** Converts each JSON line of pino to a readable line, with the stack of an error below. */
export function prettyLines(output: LineStream): LineStream {
  const pretty = prettyFactory({
    // Fields that the message has already, or that are the same in every line.
    ignore: 'pid,hostname,context,requestId,req,res,responseTime',
    translateTime: 'SYS:HH:MM:ss',
    singleLine: true,
    messageFormat: (line, messageKey) => formatMessage(line, line[messageKey]),
    customPrettifiers: { time: String, err: formatError },
  });
  return {
    write: (line) => {
      output.write(pretty(line));
    },
    flush: (done) => {
      if (output.flush) output.flush(done);
      else done();
    },
  };
}

/** Returns the request, or the context and the message; then the request id. */
function formatMessage(line: object, message: unknown): string {
  const { context, requestId } = eventFields.parse(line);
  const { data: request } = requestFields.safeParse(line);
  const text = request
    ? `${request.req.method} ${request.req.path} ${request.res.status} ${Math.round(request.responseTime)} ms`
    : [context, message].filter((part) => typeof part === 'string').join(': ');
  return requestId === undefined ? text : `${text}  ${requestId}`;
}

function formatError(error: unknown): string {
  const { success, data } = errorFields.safeParse(error);
  if (!success) return JSON.stringify(error);
  const { type, message, frames, cause, ...details } = data;
  const reason = message === undefined ? type : `${type}: ${message}`;
  return [
    Object.keys(details).length > 0 ? `${reason} ${JSON.stringify(details)}` : reason,
    ...frames.map((frame) => `  ${frame}`),
    ...(cause === undefined ? [] : [`caused by ${formatError(cause)}`]),
  ].join('\n');
}
