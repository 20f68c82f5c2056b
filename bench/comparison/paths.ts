import { pathologies } from '../../dev/demo/pathologies';
import type { LoadRequest } from '../load/plan';
import type { ContestantName } from './contestants';
import type { Cookies } from './database';

export interface StoredRows {
  readonly table: 'consultation' | 'message';
  readonly rows: number;
}

/** What is measured: requests to the same procedure or procedures, sent to several contestants. */
export interface BenchPath {
  readonly name: string;
  /** Shown in the report, in Markdown. */
  readonly title: string;
  readonly connections: number;
  readonly contestants: readonly ContestantName[];
  readonly requests: readonly LoadRequest[];
  /** Fields whose values differ between contestants, because each creates its own. */
  readonly ownFields: readonly string[];
  /** Whether a model server writes the replies. */
  readonly hasModel: boolean;
  /** The table in which each request stores rows, and how many. */
  readonly stores?: StoredRows;
}

const BASE = '/api/trpc/';
const DAY_MS = 24 * 60 * 60 * 1000;
const CONNECTIONS = 32;
const COMPARED = ['bare', 'ours', 'idiomatic'] as const;

/** Returns all paths, in the order of the report. */
export function listPaths(cookies: Cookies): BenchPath[] {
  const { doctor, ministry } = cookies;
  return [
    path('specialties.list', [query('specialties.list')], { contestants: [...COMPARED, 'http'] }),
    path('auth.me', [query('auth.me', doctor)]),
    recordPath('consultations.record', doctor, CONNECTIONS),
    recordPath('consultations.record@128', doctor, 128),
    recordPath('consultations.record@1', doctor, 1),
    path('health.pathologyStats', [pathologyStats(ministry)], {
      title: '`health.pathologyStats`, a month of all countries',
    }),
    path('batch', [batch(ministry)], { title: 'a batch of 20 mixed queries' }),
    chatPath('chatbot.sendMessage', 'offline', { hasModel: false }),
    chatPath('chatbot.sendMessage@model', 'a model that replies at once', { hasModel: true }),
  ];
}

function path(
  name: string,
  requests: readonly LoadRequest[],
  options: Partial<Omit<BenchPath, 'name' | 'requests'>> = {},
): BenchPath {
  return {
    name,
    requests,
    title: `\`${name}\``,
    connections: CONNECTIONS,
    contestants: COMPARED,
    ownFields: [],
    hasModel: false,
    ...options,
  };
}

function recordPath(name: string, cookie: string, connections: number): BenchPath {
  return path(name, recordRequests(cookie), {
    title: `\`consultations.record\`, ${connections} connection${connections === 1 ? '' : 's'}`,
    connections,
    ownFields: ['id', 'recordedAt'],
    stores: { table: 'consultation', rows: 1 },
  });
}

/** The bare contestant stores the same rows and reads nothing; there is no documented way to compare with. */
function chatPath(name: string, author: string, { hasModel }: { hasModel: boolean }): BenchPath {
  const headers = { 'content-type': 'application/json' };
  const requests = listQuestions().map((message) => ({
    method: 'POST' as const,
    path: `${BASE}chatbot.sendMessage`,
    headers,
    body: JSON.stringify({ json: { message, conversationId: null } }),
  }));
  return path(name, requests, {
    title: `\`chatbot.sendMessage\`, ${author}`,
    contestants: ['bare', 'ours'],
    // Only the platform looks for emergencies and languages.
    ownFields: ['response', 'conversationId', 'messageId', 'urgency', 'language'],
    hasModel,
    stores: { table: 'message', rows: 2 },
  });
}

/** Different questions, because the platform caches what it knows of a word. */
function listQuestions(): string[] {
  return pathologies.flatMap(({ name }) => [
    `What helps against ${name}?`,
    `My brother has ${name}. Which doctor should he see, and how soon?`,
    `How do I protect my children from ${name}?`,
    `Is ${name} contagious?`,
  ]);
}

function query(procedures: string, cookie?: string, search = ''): LoadRequest {
  return { method: 'GET', path: BASE + procedures + search, headers: cookie === undefined ? {} : { cookie } };
}

function pathologyStats(cookie: string): LoadRequest {
  const input = JSON.stringify({ json: { year: 2025, month: 3 } });
  return query('health.pathologyStats', cookie, `?input=${encodeURIComponent(input)}`);
}

/** The queries of a dashboard: account, catalogue, twelve months, three years, and sales of three years. */
function batch(cookie: string): LoadRequest {
  const years = [2023, 2024, 2025];
  const calls = [
    { procedure: 'auth.me', input: undefined },
    { procedure: 'specialties.list', input: undefined },
    ...Array.from({ length: 12 }, (_none, index) => ({
      procedure: 'health.pathologyStats',
      input: { json: { year: 2025, month: index + 1 } },
    })),
    ...years.map((year) => ({ procedure: 'health.pathologyStats', input: { json: { year } } })),
    ...years.map((year) => ({ procedure: 'health.medicationStats', input: { json: { year } } })),
  ];
  const procedures = calls.map(({ procedure }) => procedure).join(',');
  const inputs = JSON.stringify(Object.fromEntries(calls.map(({ input }, index) => [index, input])));
  return query(procedures, cookie, `?batch=1&input=${encodeURIComponent(inputs)}`);
}

/** Consultations of 20 diseases on the last five days. */
function recordRequests(cookie: string): LoadRequest[] {
  const now = Date.now();
  const names = pathologies.slice(0, 20).map(({ name }) => name);
  return Array.from({ length: 200 }, (_none, index) => ({
    method: 'POST',
    path: `${BASE}consultations.record`,
    headers: { 'content-type': 'application/json', cookie },
    body: JSON.stringify({
      json: {
        patientId: `P-${index}`,
        pathologyName: names[index % names.length],
        consultationDate: new Date(now - (Math.floor(index / names.length) % 5) * DAY_MS).toISOString(),
      },
    }),
  }));
}
