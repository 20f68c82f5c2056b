import { type DocumentedError, listDocumentedErrors } from '../documented-errors';
import { type ExampleLink, findExampleLinks, replaceValues } from '../example-links';
import { type JsonSchema, toJsonSchema } from '../openapi/json-schema';
import { describeProcedure } from '../openapi/operation-description';
import type { ContractedProcedure } from '../../../platform/trpc/contract/procedures';
import { EVENT_STREAM, buildResponseBody, buildEventStream, buildRequestBody } from '../envelopes';
import { buildJsonBody, buildSavedResponse } from './saved-response';
import type { PostmanItem, PostmanRequest, PostmanResponse } from './postman-collection';
import { buildRouteTests, buildProcedureTests } from './scripts';

const JSON_TYPE = 'application/json';

/**
 * A procedure's request with its example.
 * @param folder the procedures of its folder, in their order
 */
export function buildRequestItem(
  procedure: ContractedProcedure,
  folder: readonly ContractedProcedure[],
): PostmanItem {
  const { contract, path } = procedure;
  const earlier = folder.slice(0, folder.indexOf(procedure));
  const request = requestOf(procedure, findExampleLinks(procedure, earlier));
  const errors = listDocumentedErrors(procedure);
  const permission = {
    access: contract.access,
    refusal: errors.find(({ name }) => name === 'role')?.body,
  };
  return {
    name: path,
    request,
    response: savedResponses(procedure, { request: requestOf(procedure, []), errors }),
    event: [
      contract.kind === 'subscription'
        ? buildRouteTests({ mediaType: EVENT_STREAM, further: [], ...permission })
        : buildProcedureTests({
            schema: envelopeOf(toJsonSchema(contract.output, 'output')),
            kept: takenFrom(procedure, folder),
            ...permission,
          }),
    ],
    protocolProfileBehavior: { disableBodyPruning: true },
  };
}

/** What other requests of the folder take from this one's answer. */
function takenFrom(procedure: ContractedProcedure, folder: readonly ContractedProcedure[]) {
  const links = folder.flatMap((other, index) => findExampleLinks(other, folder.slice(0, index)));
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
    method: kind === 'mutation' ? 'POST' : 'GET',
    description: `${contract.summary}\n\n${describeProcedure(contract)}`,
    url: { raw: `{{base_url}}/${path}`, host: ['{{base_url}}'], path: [path] },
    header: [
      { key: 'Cookie', value: 'session={{session}}' },
      ...(input ? [{ key: 'Content-Type', value: JSON_TYPE }] : []),
    ],
    ...(input && {
      body: buildJsonBody(buildRequestBody(replaceValues(example.input, replacements))),
    }),
  };
}

function variableOf({ source: { procedure, path } }: ExampleLink): string {
  return [procedure, ...path].join('.');
}

function savedResponses(
  { contract }: ContractedProcedure,
  { request, errors }: { request: PostmanRequest; errors: readonly DocumentedError[] },
): PostmanResponse[] {
  const { kind, example } = contract;
  const success = { name: 'It worked', code: 200 };
  return [
    buildSavedResponse(
      request,
      kind === 'subscription'
        ? { ...success, mediaType: EVENT_STREAM, body: buildEventStream(example.output) }
        : { ...success, mediaType: JSON_TYPE, body: buildResponseBody(example.output) },
    ),
    ...errors.map(({ status, when, body }) =>
      buildSavedResponse(request, { name: `${status}: ${when}`, code: status, mediaType: JSON_TYPE, body }),
    ),
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
