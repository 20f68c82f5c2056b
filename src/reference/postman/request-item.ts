import { STATUS_CODES } from 'node:http';
import { errorAnswersOf } from '../error-answers';
import { type ExampleLink, linksOf, withValues } from '../example-links';
import { type JsonSchema, jsonSchemaOf } from '../openapi/json-schema';
import { descriptionOf } from '../openapi/operation-description';
import type { ContractedProcedure } from '../../trpc/procedures';
import { answerBody, requestBody } from '../envelopes';
import type { PostmanItem, PostmanRequest, PostmanResponse } from './postman-collection';
import { testScript } from './scripts';

/**
 * A procedure's request with its example.
 * @param folder the procedures of its folder, in their order
 */
export function requestItem(
  procedure: ContractedProcedure,
  folder: readonly ContractedProcedure[],
): PostmanItem {
  const { contract, path } = procedure;
  const earlier = folder.slice(0, folder.indexOf(procedure));
  const request = requestOf(procedure, linksOf(procedure, earlier));
  return {
    name: path,
    request,
    response: savedResponses(procedure, requestOf(procedure, [])),
    event: [
      testScript({
        schema: envelopeOf(jsonSchemaOf(contract.output, 'output')),
        kept: takenFrom(procedure, folder),
        access: contract.access,
        refusal: errorAnswersOf(procedure).find(({ name }) => name === 'role')?.body,
      }),
    ],
    protocolProfileBehavior: { disableBodyPruning: true },
  };
}

/** What other requests of the folder take from this one's answer. */
function takenFrom(procedure: ContractedProcedure, folder: readonly ContractedProcedure[]) {
  const links = folder.flatMap((other, index) => linksOf(other, folder.slice(0, index)));
  const own = links.filter(({ source }) => source.procedure === procedure.path);
  const kept = own.map((link) => ({
    variable: variableOf(link),
    path: ['result', 'data', 'json', ...link.source.path],
  }));
  return [...new Map(kept.map((each) => [each.variable, each])).values()];
}

function requestOf({ contract, path }: ContractedProcedure, links: readonly ExampleLink[]): PostmanRequest {
  const { kind, input, example } = contract;
  const replacements = links.map((link) => ({ target: link.target, value: `{{${variableOf(link)}}}` }));
  return {
    method: kind === 'query' ? 'GET' : 'POST',
    description: `${contract.summary}\n\n${descriptionOf(contract)}`,
    url: { raw: `{{base_url}}/${path}`, host: ['{{base_url}}'], path: [path] },
    header: [
      { key: 'Cookie', value: 'session={{session}}' },
      ...(input ? [{ key: 'Content-Type', value: 'application/json' }] : []),
    ],
    ...(input && {
      body: {
        mode: 'raw' as const,
        raw: text(requestBody(withValues(example.input, replacements))),
        options: { raw: { language: 'json' as const } },
      },
    }),
  };
}

function variableOf({ source: { procedure, path } }: ExampleLink): string {
  return [procedure, ...path].join('.');
}

function savedResponses(procedure: ContractedProcedure, originalRequest: PostmanRequest): PostmanResponse[] {
  const saved = (name: string, code: number, body: object): PostmanResponse => ({
    name,
    originalRequest,
    status: STATUS_CODES[code] ?? '',
    code,
    header: [{ key: 'Content-Type', value: 'application/json' }],
    body: text(body),
    _postman_previewlanguage: 'json',
  });
  return [
    saved('It worked', 200, answerBody(procedure.contract.example.output)),
    ...errorAnswersOf(procedure).map(({ status, when, body }) => saved(`${status}: ${when}`, status, body)),
  ];
}

function envelopeOf(json: JsonSchema): JsonSchema {
  const within = (name: string, schema: JsonSchema): JsonSchema => ({
    type: 'object',
    required: [name],
    properties: { [name]: schema },
  });
  return within('result', within('data', within('json', json)));
}

function text(value: object): string {
  return JSON.stringify(value, undefined, 2);
}
