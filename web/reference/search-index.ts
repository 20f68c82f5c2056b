import { groupBy } from '../../src/shared/groups';
import { type ApiDocument, listProcedures } from './document';
import { START_ROUTE, operationRoute } from './routes';

/** Something that the reference describes. */
export interface SearchResult {
  readonly route: string;
  readonly title: string;
  readonly detail: string;
}

interface Entry extends SearchResult {
  /** The procedure or route that it belongs to, and the position of its kind among equal results. */
  readonly owner: string;
  readonly rank: 0 | 1 | 2;
  readonly words: string;
}

const MAX_RESULTS = 20;

/** Fields of the envelope of every call. */
const ENVELOPE = ['0', 'json', 'result', 'data'];

type Fields = Readonly<Record<string, unknown>>;

/** Lists procedures, routes, fields and errors that have all words; those with the words in their titles first. */
export function searchIndex(entries: readonly Entry[], text: string): SearchResult[] {
  const words = fold(text).split(/\s+/).filter(Boolean);
  const hasAll = (where: string): boolean => words.every((word) => where.includes(word));
  const found = entries
    .filter((entry) => hasAll(entry.words))
    .map((entry) => ({ entry, order: entry.rank + (hasAll(fold(entry.title)) ? 0 : 3) }))
    .sort((one, other) => one.order - other.order);
  // Many procedures have the same errors and fields.
  const groups = groupBy(found, ({ entry: { title, detail } }) => `${title} ${detail}`);
  return [...groups.values()].slice(0, MAX_RESULTS).flatMap(([first, ...others]) => {
    if (!first) return [];
    const { route, title, detail, owner, rank } = first.entry;
    const where = others.length > 0 ? `${owner} and ${others.length} more` : owner;
    return [{ route, title, detail: rank === 0 ? detail : `${where}: ${detail}` }];
  });
}

/** Builds the search entries of a document. */
export function buildSearchIndex(api: ApiDocument): Entry[] {
  return [
    ...listProcedures(api).flatMap(({ path, title, summary, methods: [method = 'post'] }) => {
      const operation = toFields(api.paths[path]?.[method]);
      const common = { route: operationRoute(method, path), owner: title };
      const toEntry = (
        rank: Entry['rank'],
        [name, detail, ...more]: readonly [string, string, ...string[]],
      ): Entry => ({
        ...common,
        rank,
        title: name,
        detail,
        words: fold([title, path, name, detail, ...more].join(' ')),
      });
      return [
        toEntry(0, [title, summary, toText(operation.description)]),
        ...listFields(api, operation).map((field) => toEntry(1, field)),
        ...listErrors(operation).map(({ status, code, when, body }) =>
          toEntry(2, [`${status} ${code}`, when, body]),
        ),
      ];
    }),
    ...listSections(api.info.description),
  ];
}

/** Lists the sections of the introduction. */
function listSections(description = ''): Entry[] {
  return description
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      route: START_ROUTE,
      owner: 'Start here',
      rank: 0,
      title: section.split('\n', 1).join(''),
      detail: 'Start here',
      words: fold(section),
    }));
}

/** Lists the fields of an operation's parameters, request and result with their descriptions, each once. */
function listFields(api: ApiDocument, operation: Fields): [name: string, description: string][] {
  const found = new Map<string, string>();
  const visited = new Set<unknown>();
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null || visited.has(value)) return;
    visited.add(value);
    const { $ref: reference, properties, name, in: position, description } = toFields(value);
    if (typeof reference === 'string') visit(findTarget(api, reference));
    if (typeof name === 'string' && typeof position === 'string') found.set(name, toText(description));
    for (const [field, schema] of Object.entries(toFields(properties)))
      if (!ENVELOPE.includes(field) && !found.has(field))
        found.set(field, toText(toFields(schema).description));
    Object.values(value).forEach(visit);
  };
  const responses = toFields(operation.responses);
  visit([operation.parameters, operation.requestBody, toFields(responses['200']).content]);
  return [...found];
}

function findTarget(api: ApiDocument, reference: string): unknown {
  return reference
    .split('/')
    .slice(1)
    .reduce<unknown>((value, part) => toFields(value)[part], api);
}

/** Lists the documented errors of an operation. */
function listErrors(operation: Fields) {
  return Object.entries(toFields(operation.responses))
    .filter(([status]) => status !== '200')
    .flatMap(([status, response]) =>
      Object.values(toFields(toFields(response).content)).flatMap((media) =>
        Object.values(toFields(toFields(media).examples)).map((example) => {
          const { summary, value } = toFields(example);
          const body = JSON.stringify(value);
          const [, code = ''] = /"code":"([^"]+)"/.exec(body) ?? [];
          return { status, code, when: String(summary), body };
        }),
      ),
    );
}

function toFields(value: unknown): Fields {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {};
}

function toText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** Removes case and accents. */
function fold(text: string): string {
  return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}
