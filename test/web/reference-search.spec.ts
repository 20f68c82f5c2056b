import type { ApiDocument } from '../../web/reference/document';
import { buildSearchIndex, searchIndex } from '../../web/reference/search-index';

const errorOf = (code: string, message: string) => ({
  content: {
    'application/json': {
      examples: { one: { summary: `When ${message}`, value: { error: { json: { code, message } } } } },
    },
  },
});

const operation = (parts: object = {}) => ({ tags: ['any'], summary: 'Cases by week.', ...parts });

const LOGIN = { 401: errorOf('UNAUTHORIZED', 'Please login (10001)') };

const entries = buildSearchIndex({
  info: { title: 'Platform', version: '1', description: 'Hello.\n\n## Get a token\n\nFrom the portal.' },
  tags: [],
  paths: {
    '/api/trpc/health.trend': {
      post: operation({
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Input' } } } },
        responses: LOGIN,
      }),
      get: operation(),
    },
    '/fhir/Encounter/{id}': {
      get: operation({
        summary: 'An encounter.',
        parameters: [{ name: 'id', in: 'path', description: 'As the answer gave it.' }],
        responses: LOGIN,
      }),
    },
  },
  components: {
    schemas: {
      Input: {
        properties: {
          json: {
            properties: { région: { description: 'Where.' }, parent: { $ref: '#/components/schemas/Input' } },
          },
        },
      },
    },
  },
} satisfies ApiDocument);

const titlesOf = (text: string) => searchIndex(entries, text).map(({ title }) => title);

describe('the search of the reference', () => {
  it('finds procedures by name and by words of their summary, in any order and case', () => {
    expect(titlesOf('trend')[0]).toBe('health.trend');
    expect(searchIndex(entries, 'WEEK cases')[0]).toEqual({
      route: 'post-/api/trpc/health.trend',
      title: 'health.trend',
      detail: 'Cases by week.',
    });
  });

  it('finds fields of referenced schemas without accents, and stops at recursive ones', () => {
    expect(searchIndex(entries, 'region')).toEqual([
      { route: 'post-/api/trpc/health.trend', title: 'région', detail: 'health.trend: Where.' },
    ]);
  });

  it('finds routes, their parameters and the sections of the introduction', () => {
    expect(titlesOf('encounter')[0]).toBe('/fhir/Encounter/{id}');
    expect(searchIndex(entries, 'answer gave')[0]).toMatchObject({
      title: 'id',
      route: 'get-/fhir/Encounter/-id-',
    });
    expect(searchIndex(entries, 'portal')).toMatchObject([{ title: 'Get a token', route: 'overview' }]);
  });

  it('finds errors by status and code, each once with the number of others', () => {
    expect(searchIndex(entries, '10001')).toEqual([
      {
        route: 'post-/api/trpc/health.trend',
        title: '401 UNAUTHORIZED',
        detail: 'health.trend and 1 more: When Please login (10001)',
      },
    ]);
    expect(titlesOf('401 encounter')).toEqual(['401 UNAUTHORIZED']);
  });

  it('finds nothing for other words', () => {
    expect(titlesOf('nothing like this')).toEqual([]);
  });
});
