import type { ProcedureContract } from '../../../platform/contract/contract';
import { BASE_PATH } from '../../../platform/trpc/transport/target';
import { writeCurlSample } from '../code-samples/curl';
import { buildRouteCall } from '../code-samples/sample-call';
import { listDocumentedErrors } from '../documented-errors';
import { writeGettingStarted } from '../getting-started/getting-started';
import { describeModule } from '../module-descriptions';
import { toJsonSchema } from '../openapi/json-schema';
import { describeAccess, describeProcedure } from '../openapi/operation-description';
import { type ContractedProcedure, proceduresOf } from '../../../platform/contract/procedures';
import { buildEventData, buildRequestBody, buildResponseBody } from '../envelopes';
import type { ReferenceSource } from '../reference-source';
import type { PlainRoute } from '../routes/plain-route';
import { groupByModule, listPlainRoutes } from '../routes/plain-routes';
import { describeType, listFields } from './field-list';

/** Builds llms.txt, the whole API as Markdown (llmstxt.org), for language models and for terminals. */
export function buildLlms(source: ReferenceSource): string {
  const { contracts, purposes, publicUrl, version } = source;
  return `${[
    '# Africa Health Platform',
    `> The API of a health platform for Africa, version ${version}: JSON over HTTP at ${publicUrl}${BASE_PATH}, described completely below.`,
    writeGettingStarted(source),
    `## Documents

- [OpenAPI 3.1](${publicUrl}/api/openapi.json): every procedure with schemas, errors and programs in five languages
- [Postman collection](${publicUrl}/api/postman-collection.json): every procedure as a request that can be sent
- [Reference](${publicUrl}/api/docs): the same to read and to try in a browser`,
    ...Object.entries(contracts).map(([router, procedures]) =>
      [
        `## ${router}`,
        describeModule(router, purposes),
        ...proceduresOf({ [router]: procedures }).map((procedure) => writeProcedure(procedure)),
      ].join('\n\n'),
    ),
    ...writeRouteSections(listPlainRoutes(publicUrl), publicUrl),
  ].join('\n\n')}\n`;
}

function writeProcedure(procedure: ContractedProcedure): string {
  const { contract, path } = procedure;
  const { example, input, output } = contract;
  return [
    `### ${path}`,
    `${contract.kind === 'mutation' ? 'POST' : 'GET or POST'} \`${BASE_PATH}/${path}\`. ${contract.summary}`,
    describeProcedure(contract),
    ...(input
      ? [
          `Input:\n\n${listFields(toJsonSchema(input, 'input')).join('\n')}`,
          `Example: \`${JSON.stringify(buildRequestBody(example.input))}\``,
        ]
      : []),
    writeOutput(toJsonSchema(output, 'output'), contract.kind === 'subscription' ? 'Each event' : 'Result'),
    `Example: \`${JSON.stringify(buildExampleResponse(contract))}\``,
    `Errors:\n\n${listErrors(procedure).join('\n')}`,
  ].join('\n\n');
}

function buildExampleResponse({ kind, example }: ProcedureContract): object {
  return kind === 'subscription' ? buildEventData(example.output) : buildResponseBody(example.output);
}

function writeOutput(schema: ReturnType<typeof toJsonSchema>, label: string): string {
  return `${label}, ${describeType(schema)}:\n\n${listFields(schema).join('\n')}`;
}

function listErrors(procedure: ContractedProcedure): string[] {
  return listDocumentedErrors(procedure).map(
    ({ status, code, when, message }) => `- ${status} \`${code}\` when ${when}: ${message}`,
  );
}

function writeRouteSections(routes: readonly PlainRoute[], publicUrl: string): string[] {
  return groupByModule(routes).map(([module, moduleRoutes]) =>
    [
      `## ${module}`,
      `${describeModule(module)} Plain HTTP, without the envelope.`,
      ...moduleRoutes.map((route) => writeRoute(route, publicUrl)),
    ].join('\n\n'),
  );
}

function writeRoute(route: PlainRoute, publicUrl: string): string {
  const { access, response, description, failures, method, parameters = [], path, summary } = route;
  return [
    `### ${method.toUpperCase()} ${path}`,
    [summary, description ?? ''].join(' ').trim(),
    `**Who may call:** ${describeAccess(access)}. Answers \`${response.mediaType}\`.`,
    ...(parameters.length > 0
      ? [
          parameters
            .map(
              ({ name, required, description: text }) =>
                `- \`${name}\`${required ? '' : ' (optional)'}: ${text}`,
            )
            .join('\n'),
        ]
      : []),
    `\`\`\`sh\n${writeCurlSample(buildRouteCall(route, publicUrl))}\n\`\`\``,
    ...(response.example === undefined ? [] : [`Answer: \`${JSON.stringify(response.example)}\``]),
    `Errors:\n\n${failures.map(({ status, when }) => `- ${status} when ${when}`).join('\n')}`,
  ].join('\n\n');
}
