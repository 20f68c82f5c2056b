import { TRPCError } from '@trpc/server';
import superjson from 'superjson';
import { errorShape, serializeError } from '../../src/platform/trpc/errors/error-body';
import { plainJson } from '../../web/shared/plain-json';

describe('the envelope of superjson without its annotations', () => {
  it('writes the input that superjson writes for plain JSON', () => {
    const input = { period: '2026-03', pathologies: ['Malaria'] };
    expect(plainJson.serialize(input)).toEqual(superjson.serialize(input));
    expect(plainJson.serialize(undefined)).toBeUndefined();
  });

  it('reads a result', () => {
    expect(plainJson.deserialize({ json: { data: [1, null] } })).toEqual({ data: [1, null] });
  });

  it('reads an error as superjson does, with the number that tRPC needs', () => {
    const error = new TRPCError({ code: 'NOT_FOUND', message: 'not here' });
    const body = serializeError(errorShape(error, 'chatbot.history', 'request'));
    const envelope = JSON.parse(JSON.stringify(body)) as Parameters<typeof superjson.deserialize>[0];
    expect(plainJson.deserialize(envelope as Parameters<typeof plainJson.deserialize>[0])).toEqual(
      superjson.deserialize(envelope),
    );
  });
});
