import { compileForBrowser, compileSnippets } from './compiler';
import { INVALID_CALLS } from './invalid-calls';

const CLIENT = `
import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../../src/app-router';
const api = createTRPCClient<AppRouter>({ links: [httpLink({ url: '', transformer: superjson })] });
`;

const ROUTER = `
import type { Caller } from '../../src/platform/access/caller';
import { z } from 'zod';
import { mutation, query } from '../../src/platform/contract/contract';
import type { Implements, InputOf, OutputOf } from '../../src/platform/contract/implementation-types';
import type { ProcedureContext } from '../../src/platform/contract/procedure-context';
const contract = {
  greet: query({
    summary: 'Greets.',
    access: 'session',
    input: z.object({ name: z.string() }),
    output: z.object({ greeting: z.string() }),
    example: { input: { name: 'Amina' }, output: { greeting: 'Hello' } },
    audit: 'none',
  }),
  leave: mutation({
    summary: 'Leaves.',
    access: 'anyone',
    output: z.object({ left: z.boolean() }),
    example: { output: { left: true } },
    audit: 'none',
  }),
};
const leave = () => Promise.resolve({ left: true });
`;

/** Code with a client `api` that the compiler must accept. */
const VALID_CALLS = {
  'a query without input': 'const name: Promise<string> = api.auth.me.query().then((user) => user.name);',
  'a comparison with a role of the platform': "api.auth.me.query().then((user) => user.role === 'doctor');",
  'an optional field left out': 'api.health.pathologyStats.query({ year: 2026 });',
  'an optional field given': 'api.health.pathologyStats.query({ year: 2026, month: 3 });',
  'a country code as text': "api.health.medicationStats.query({ year: 2026, country: 'KE' });",
  'a timestamp as text':
    "api.consultations.record.mutate({ patientId: 'P', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' });",
  'a conversation that is null':
    "api.chatbot.sendMessage.mutate({ message: 'Hello', conversationId: null });",
  'a result used with its type':
    'const units: Promise<number | undefined> = api.health.medicationStats.query({ year: 2026 }).then((stats) => stats.data[0]?.unitsSold);',
};

const VALID = {
  ...forEachValue(VALID_CALLS, (call) => `${CLIENT} ${call}`),
  'a router that implements its contract': `${ROUTER} class Router implements Implements<typeof contract> {
    greet({ name }: InputOf<typeof contract.greet>, { caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof contract.greet>> {
      return Promise.resolve({ greeting: name + caller.userId });
    }
    leave = leave;
  }`,
};

/** Code that the compiler must reject, and a part of its message. */
const INVALID: typeof INVALID_CALLS = {
  ...forEachValue(INVALID_CALLS, ([call, message]) => [`${CLIENT} void ${call}`, message] as const),
  'a client without the transformer': [
    `import { httpLink } from '@trpc/client'; import type { AppRouter } from '../../src/app-router'; httpLink<AppRouter>({ url: '' });`,
    "'transformer' is missing",
  ],
  'a method whose input is not the contract’s': [
    `${ROUTER} class Router implements Implements<typeof contract> {
      greet(input: { name: number }): Promise<{ greeting: string }> { return Promise.resolve({ greeting: '' }); }
      leave = leave;
    }`,
    "Types of parameters 'input' and 'input' are incompatible",
  ],
  'a method whose result is not the contract’s': [
    `${ROUTER} class Router implements Implements<typeof contract> {
      greet(input: { name: string }): Promise<{ greeting: number }> { return Promise.resolve({ greeting: 1 }); }
      leave = leave;
    }`,
    "'number' is not assignable to type 'string'",
  ],
  'a method that is missing': [
    `${ROUTER} class Router implements Implements<typeof contract> { leave = leave; }`,
    "Property 'greet' is missing",
  ],
  'a required caller in a procedure with access "anyone"': [
    `${ROUTER} class Router implements Implements<typeof contract> {
      greet(input: { name: string }): Promise<{ greeting: string }> { return Promise.resolve({ greeting: '' }); }
      leave = ({ caller }: ProcedureContext<Caller>) => Promise.resolve({ left: caller.userId !== '' });
    }`,
    "'null' is not assignable to type 'Caller'",
  ],
  'a contract with an invalid example': [
    `${ROUTER} query({ summary: '', access: 'anyone', input: z.object({ a: z.string() }), output: z.string(), example: { input: { a: 1 }, output: '' }, audit: 'none' });`,
    "'number' is not assignable to type 'string'",
  ],
};

function forEachValue<From, To>(
  values: Readonly<Record<string, From>>,
  map: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(values).map(([name, value]) => [name, map(value)]));
}

describe('the compiler', () => {
  let messages: Record<string, string>;

  beforeAll(() => {
    messages = compileSnippets({ ...VALID, ...forEachValue(INVALID, ([code]) => code) });
  });

  it.each(Object.keys(VALID))('accepts %s', (name) => {
    expect(messages[name]).toBe('');
  });

  it.each(Object.entries(INVALID))('rejects %s', (name, [, message]) => {
    expect(messages[name]).toContain(message);
  });
});

describe('AppRouter in a browser front end', () => {
  it('compiles without the types of Node', () => {
    const call = 'void api.specialties.list.query().then(([first]) => first?.name);';
    expect(compileForBrowser(CLIENT + call)).toBe('');
  });

  it('rejects an invalid call', () => {
    const invalidCall = `${CLIENT}void api.health.pathologyStats.query({ year: '2026' });`;
    expect(compileForBrowser(invalidCall)).toContain("Type 'string' is not assignable to type 'number'");
  });
});
