import { type DocumentedError, listDocumentedErrors } from '../documented-errors';
import { type ExampleLink, findExampleLinks, replaceValues } from '../example-links';
import { toJsonSchema, wrapSchema } from '../openapi/json-schema';
import { describeProcedure } from '../openapi/operation-description';
import type { ContractedProcedure } from '../../../platform/contract/procedures';
import { EVENT_STREAM, buildEventStream, buildRequestBody, buildResponseBody } from '../envelopes';
import { buildJsonBody, buildSavedResponse } from './saved-response';
import type { PostmanItem, PostmanRequest, PostmanResponse } from './postman-collection';
import { buildProcedureTests, buildRouteTests } from './scripts';

const JSON_TYPE = 'application/json';

/**
 * Builds the request of a procedure with its example input.
 * @param folder all procedures of the folder, in order
 */
export function buildRequestItem(
  procedure: ContractedProcedure,
  folder: readonly ContractedProcedure[],
): PostmanItem {
  const { contract, path } = procedure;
  const earlier = folder.slice(0, folder.indexOf(procedure));
  const request = buildRequest(procedure, findExampleLinks(procedure, earlier));
  const errors = listDocumentedErrors(procedure);
  const permission = {
    access: contract.access,
    forbiddenBody: errors.find(({ name }) => name === 'role')?.body,
  };
  return {
    name: path,
    request,
    response: buildSavedResponses(procedure, { request: buildRequest(procedure, []), errors }),
    event: [
      contract.kind === 'subscription'
        ? buildRouteTests({ mediaType: EVENT_STREAM, statements: [], ...permission })
        : buildProcedureTests({
            schema: wrapSchema(toJsonSchema(contract.output, 'output'), 'result', 'data', 'json'),
            stored: listStoredVariables(procedure, folder),
            endsSession: contract.endsSession,
            ...permission,
          }),
    ],
    protocolProfileBehavior: { disableBodyPruning: true },
  };
}

/** Lists the values of a response that other requests of the folder use. */
function listStoredVariables(procedure: ContractedProcedure, folder: readonly ContractedProcedure[]) {
  const links = folder.flatMap((other, index) => findExampleLinks(other, folder.slice(0, index)));
  const ownLinks = links.filter(({ source }) => source.procedure === procedure.path);
  const variables = ownLinks.map((link) => ({
    variable: nameVariable(link),
    path: ['result', 'data', 'json', ...link.source.path],
  }));
  return [...new Map(variables.map((stored) => [stored.variable, stored])).values()];
}

function buildRequest({ contract, path }: ContractedProcedure, links: ExampleLink[]): PostmanRequest {
  const { kind, input, example } = contract;
  const replacements = links.map((link) => ({ target: link.target, value: `{{${nameVariable(link)}}}` }));
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

function nameVariable({ source: { procedure, path } }: ExampleLink): string {
  return [procedure, ...path].join('.');
}

function buildSavedResponses(
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
