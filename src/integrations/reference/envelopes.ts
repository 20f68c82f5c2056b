/** Wraps an input as the documented request body. */
export function buildRequestBody(input: unknown): object {
  return { 0: { json: input } };
}

/** Wraps an output as the documented body of a successful response. */
export function buildResponseBody(output: unknown): object {
  return { result: { data: { json: output } } };
}

export const EVENT_STREAM = 'text/event-stream';

/** Name of the event that ends a subscription. */
export const LAST_EVENT = 'return';

/** Wraps an output as the data of a subscription event. */
export function buildEventData(event: unknown): object {
  return { json: event };
}

/** Writes the last event of a subscription and the closing event as server-sent events. */
export function buildEventStream(event: unknown): string {
  return `data: ${JSON.stringify(buildEventData(event))}\nid: 1\n\nevent: ${LAST_EVENT}\ndata: \n\n`;
}
