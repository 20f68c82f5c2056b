import { compileForBrowser, compileSnippets } from './compiler';

const CLIENT = `
import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../../src/app-router';
const api = createTRPCClient<AppRouter>({ links: [httpLink({ url: '', transformer: superjson })] });
`;

const ROUTER = `
import type { Caller } from '../../src/platform/access/caller';
import { z } from 'zod';
import { type Implements, type InputOf, type OutputOf, mutation, query } from '../../src/platform/contract/contract';
import type { ProcedureContext } from '../../src/platform/contract/procedure-context';
const contract = {
  greet: query({
    summary: 'Greets.',
    access: 'session',
    input: z.object({ name: z.string() }),
    output: z.object({ greeting: z.string() }),
    example: { input: { name: 'Amina' }, output: { greeting: 'Hello' } },
  }),
  leave: mutation({
    summary: 'Leaves.',
    access: 'anyone',
    output: z.object({ left: z.boolean() }),
    example: { output: { left: true } },
  }),
};
const leave = () => Promise.resolve({ left: true });
`;

/** Code that the compiler must accept. */
const VALID = {
  'a query without input': `${CLIENT} const name: Promise<string> = api.auth.me.query().then((user) => user.name);`,
  'a comparison with a role of the platform': `${CLIENT} void api.auth.me.query().then((user) => user.role === 'doctor');`,
  'an optional field left out': `${CLIENT} void api.health.pathologyStats.query({ year: 2026 });`,
  'an optional field given': `${CLIENT} void api.health.pathologyStats.query({ year: 2026, month: 3 });`,
  'a country code as text': `${CLIENT} void api.health.medicationStats.query({ year: 2026, country: 'KE' });`,
  'a timestamp as text': `${CLIENT} void api.consultations.record.mutate({ patientId: 'P', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' });`,
  'a conversation that is null': `${CLIENT} void api.chatbot.sendMessage.mutate({ message: 'Hello', conversationId: null });`,
  'a result used with its type': `${CLIENT} const units: Promise<number | undefined> = api.health.medicationStats.query({ year: 2026 }).then((stats) => stats.data[0]?.unitsSold);`,
  'a router that implements its contract': `${ROUTER} class Router implements Implements<typeof contract> {
    greet({ name }: InputOf<typeof contract.greet>, { caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof contract.greet>> {
      return Promise.resolve({ greeting: name + caller.userId });
    }
    leave = leave;
  }`,
};

/** Code that the compiler must reject, and a part of its message. */
const INVALID: Readonly<Record<string, readonly [code: string, message: string]>> = {
  'a router that does not exist': [`${CLIENT} void api.pharmacy.list.query();`, "'pharmacy' does not exist"],
  'a procedure that does not exist': [`${CLIENT} void api.auth.whoami.query();`, "'whoami' does not exist"],
  'a query called as a mutation': [`${CLIENT} void api.auth.me.mutate();`, "'mutate' does not exist"],
  'a mutation called as a query': [`${CLIENT} void api.auth.logout.query();`, "'query' does not exist"],
  'a missing field': [
    `${CLIENT} void api.consultations.record.mutate({ patientId: 'P', pathologyName: 'Malaria' });`,
    "'consultationDate' is missing",
  ],
  'a missing input': [`${CLIENT} void api.health.pathologyStats.query();`, 'Expected 1-2 arguments'],
  'a field of the wrong type': [
    `${CLIENT} void api.health.pathologyStats.query({ year: '2026' });`,
    "'string' is not assignable to type 'number'",
  ],
  'a date where text is expected': [
    `${CLIENT} void api.consultations.record.mutate({ patientId: 'P', pathologyName: 'Malaria', consultationDate: new Date() });`,
    "'Date' is not assignable to type 'string'",
  ],
  'a rating that is no boolean': [
    `${CLIENT} void api.chatbot.rateResponse.mutate({ messageId: 'm', rating: 5 });`,
    "'number' is not assignable to type 'boolean'",
  ],
  'a misspelt field': [
    `${CLIENT} void api.chatbot.sendMessage.mutate({ message: 'Hello', conversation: null });`,
    "'conversation' does not exist",
  ],
  'input for a procedure that takes none': [
    `${CLIENT} void api.auth.me.query({ id: '1' });`,
    'not assignable to',
  ],
  'a field that a result does not have': [
    `${CLIENT} void api.auth.me.query().then((user) => user.password);`,
    "'password' does not exist",
  ],
  'a result used with another type': [
    `${CLIENT} void api.health.pathologyStats.query({ year: 2026 }).then((stats) => stats.data);`,
    "'data' does not exist",
  ],
  'an unknown role': [
    `${CLIENT} void api.auth.me.query().then((user) => user.role === 'nurse');`,
    'no overlap',
  ],
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
    `${ROUTER} query({ summary: '', access: 'anyone', input: z.object({ a: z.string() }), output: z.string(), example: { input: { a: 1 }, output: '' } });`,
    "'number' is not assignable to type 'string'",
  ],
};

describe('the compiler', () => {
  let messages: Record<string, string>;

  beforeAll(() => {
    const invalid = Object.fromEntries(Object.entries(INVALID).map(([name, [code]]) => [name, code]));
    messages = compileSnippets({ ...VALID, ...invalid });
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
    expect(
      compileForBrowser(`${CLIENT}void api.specialties.list.query().then(([first]) => first?.name);`),
    ).toBe('');
  });

  it('rejects an invalid call', () => {
    const invalidCall = `${CLIENT}void api.health.pathologyStats.query({ year: '2026' });`;
    expect(compileForBrowser(invalidCall)).toContain("Type 'string' is not assignable to type 'number'");
  });
});
