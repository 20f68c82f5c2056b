import { compile, compileForBrowser } from './compiler';

const CLIENT = `
import { createTRPCClient, httpLink } from '@trpc/client';
import superjson from 'superjson';
import type { AppRouter } from '../../src/app-router';
const api = createTRPCClient<AppRouter>({ links: [httpLink({ url: '', transformer: superjson })] });
`;

const ROUTER = `
import type { Caller } from '../../src/platform/access/caller';
import { z } from 'zod';
import { mutation, query, type Implements, type InputOf, type OutputOf } from '../../src/platform/trpc/contract/contract';
import type { ProcedureContext } from '../../src/platform/trpc/context/procedure-context';
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

/** What the compiler must accept, by what it is. */
const RIGHT = {
  'a query without input': `${CLIENT} const name: Promise<string> = api.auth.me.query().then((user) => user.name);`,
  'a role that can be compared with ours': `${CLIENT} void api.auth.me.query().then((user) => user.role === 'doctor');`,
  'an optional field left out': `${CLIENT} void api.health.pathologyStats.query({ year: 2026 });`,
  'an optional field given': `${CLIENT} void api.health.pathologyStats.query({ year: 2026, month: 3 });`,
  'a country as a caller writes it': `${CLIENT} void api.health.medicationStats.query({ year: 2026, country: 'KE' });`,
  'a timestamp as text': `${CLIENT} void api.consultations.record.mutate({ patientId: 'P', pathologyName: 'Malaria', consultationDate: '2026-03-14T09:30:00Z' });`,
  'a conversation that is null': `${CLIENT} void api.chatbot.sendMessage.mutate({ message: 'Hello', conversationId: null });`,
  'a result used as what it is': `${CLIENT} const units: Promise<number | undefined> = api.health.medicationStats.query({ year: 2026 }).then((stats) => stats.data[0]?.unitsSold);`,
  'a router that does what its contract says': `${ROUTER} class Router implements Implements<typeof contract> {
    greet({ name }: InputOf<typeof contract.greet>, { caller }: ProcedureContext<Caller>): Promise<OutputOf<typeof contract.greet>> {
      return Promise.resolve({ greeting: name + caller.userId });
    }
    leave = leave;
  }`,
};

/** What it must refuse, and what it must then speak of. */
const WRONG: Readonly<Record<string, readonly [code: string, about: string]>> = {
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
  'a result taken for another type': [
    `${CLIENT} void api.health.pathologyStats.query({ year: 2026 }).then((stats) => stats.data);`,
    "'data' does not exist",
  ],
  'a role that we do not have': [
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
  'a caller taken for granted where anyone may call': [
    `${ROUTER} class Router implements Implements<typeof contract> {
      greet(input: { name: string }): Promise<{ greeting: string }> { return Promise.resolve({ greeting: '' }); }
      leave = ({ caller }: ProcedureContext<Caller>) => Promise.resolve({ left: caller.userId !== '' });
    }`,
    "'null' is not assignable to type 'Caller'",
  ],
  'a contract whose example is no call of it': [
    `${ROUTER} query({ summary: '', access: 'anyone', input: z.object({ a: z.string() }), output: z.string(), example: { input: { a: 1 }, output: '' } });`,
    "'number' is not assignable to type 'string'",
  ],
};

describe('the compiler', () => {
  let said: Record<string, string>;

  beforeAll(() => {
    const wrong = Object.fromEntries(Object.entries(WRONG).map(([name, [code]]) => [name, code]));
    said = compile({ ...RIGHT, ...wrong });
  });

  it.each(Object.keys(RIGHT))('accepts %s', (name) => {
    expect(said[name]).toBe('');
  });

  it.each(Object.entries(WRONG))('refuses %s', (name, [, about]) => {
    expect(said[name]).toContain(about);
  });
});

describe('the type of the platform in a browser’s front end', () => {
  it('compiles without the types of Node', () => {
    expect(
      compileForBrowser(`${CLIENT}void api.specialties.list.query().then(([first]) => first?.name);`),
    ).toBe('');
  });

  it('tells a wrong call there too', () => {
    const wrong = `${CLIENT}void api.health.pathologyStats.query({ year: '2026' });`;
    expect(compileForBrowser(wrong)).toContain("Type 'string' is not assignable to type 'number'");
  });
});
