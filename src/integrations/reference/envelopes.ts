/** The documented request of a call: its input under `0.json`. */
export function buildRequestBody(input: unknown): object {
  return { 0: { json: input } };
}

/** The documented answer of a call that worked. */
export function buildResponseBody(output: unknown): object {
  return { result: { data: { json: output } } };
}

/** The media type of what a subscription answers. */
export const EVENT_STREAM = 'text/event-stream';

/** The name of the event after which a subscription is over. */
export const LAST_EVENT = 'return';

/** The data of a subscription's event. */
export function buildEventData(event: unknown): object {
  return { json: event };
}

/** A subscription's last events as they come over the wire. */
export function buildEventStream(event: unknown): string {
  return `data: ${JSON.stringify(buildEventData(event))}\nid: 1\n\nevent: ${LAST_EVENT}\ndata: \n\n`;
}
