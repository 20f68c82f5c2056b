import { TRPCClientError, type TRPCLink } from '@trpc/client';
import { observable } from '@trpc/server/observable';
import type { AppRouter } from '../../../src/app-router';
import { plainJson } from '../../shared/plain-json';

/**
 * Reads the events of a subscription once. tRPC's own link would be 2 kB more, because it reconnects, as `ReplyReader` does.
 * @param url of the API
 */
export function eventLink(url: string): TRPCLink<AppRouter> {
  return () =>
    ({ op }) =>
      observable((observer) => {
        const input = encodeURIComponent(JSON.stringify(plainJson.serialize(op.input)));
        const source = new EventSource(`${url}/${op.path}?input=${input}`);
        const fail = (cause: object): void => {
          source.close();
          observer.error(TRPCClientError.from(cause));
        };
        source.addEventListener('connected', () => {
          observer.next({ result: { type: 'state', state: 'pending', error: null } });
        });
        source.addEventListener('message', ({ data, lastEventId }: MessageEvent<string>) => {
          observer.next({ result: { data: { id: lastEventId, data: parse(data) } } });
        });
        source.addEventListener('serialized-error', ({ data }: MessageEvent<string>) => {
          fail({ error: parse(data) });
        });
        source.addEventListener('return', () => {
          source.close();
          observer.complete();
        });
        source.addEventListener('error', () => {
          fail(new Error('the connection was lost'));
        });
        return () => {
          source.close();
        };
      });
}

function parse(text: string): unknown {
  return plainJson.deserialize(JSON.parse(text) as Parameters<typeof plainJson.deserialize>[0]);
}
