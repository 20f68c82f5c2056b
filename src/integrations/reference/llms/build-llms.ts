import type { ProcedureContract } from '../../../platform/trpc/contract/contract';
import { BASE_PATH } from '../../../platform/trpc/transport/target';
import { writeRouteCurlSample } from '../code-samples/route-curl';
import { listDocumentedErrors } from '../documented-errors';
import { writeGettingStarted } from '../getting-started/getting-started';
import { describeModule } from '../module-descriptions';
import { toJsonSchema } from '../openapi/json-schema';
import { describeProcedure, describeAccess } from '../openapi/operation-description';
import { type ContractedProcedure, proceduresOf } from '../../../platform/trpc/contract/procedures';
import { buildResponseBody, buildEventData, buildRequestBody } from '../envelopes';
import type { ReferenceSource } from '../reference-source';
import type { PlainRoute } from '../routes/plain-route';
import { groupByModule, listPlainRoutes } from '../routes/plain-routes';
import { listFields, describeType } from './field-list';

/** Everything that a client needs, as Markdown in the form of llmstxt.org: for language models, and for people at a terminal. */
export function buildLlms(source: ReferenceSource): string {
  const { contracts, publicUrl, version } = source;
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
        describeModule(router),
        ...proceduresOf({ [router]: procedures }).map((procedure) => procedureText(procedure)),
      ].join('\n\n'),
    ),
    ...routeSections(listPlainRoutes(publicUrl), publicUrl),
  ].join('\n\n')}\n`;
}

function procedureText(procedure: ContractedProcedure): string {
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
    outputText(toJsonSchema(output, 'output'), contract.kind === 'subscription' ? 'Each event' : 'Result'),
    `Example: \`${JSON.stringify(answerOf(contract))}\``,
    `Errors:\n\n${errorLines(procedure).join('\n')}`,
  ].join('\n\n');
}

function answerOf({ kind, example }: ProcedureContract): object {
  return kind === 'subscription' ? buildEventData(example.output) : buildResponseBody(example.output);
}

function outputText(schema: ReturnType<typeof toJsonSchema>, what: string): string {
  return `${what}, ${describeType(schema)}:\n\n${listFields(schema).join('\n')}`;
}

function errorLines(procedure: ContractedProcedure): string[] {
  return listDocumentedErrors(procedure).map(
    ({ status, code, when, message }) => `- ${status} \`${code}\` when ${when}: ${message}`,
  );
}

function routeSections(routes: readonly PlainRoute[], publicUrl: string): string[] {
  return groupByModule(routes).map(([module, own]) =>
    [
      `## ${module}`,
      `${describeModule(module)} Plain HTTP, without the envelope.`,
      ...own.map((route) => routeText(route, publicUrl)),
    ].join('\n\n'),
  );
}

function routeText(route: PlainRoute, publicUrl: string): string {
  const { access, answer, description, failures, method, parameters = [], path, summary } = route;
  return [
    `### ${method.toUpperCase()} ${path}`,
    [summary, description ?? ''].join(' ').trim(),
    `**Who may call:** ${describeAccess(access)}. Answers \`${answer.mediaType}\`.`,
    ...(parameters.length > 0
      ? [
          parameters
            .map(
              ({ name, required, description: about }) =>
                `- \`${name}\`${required ? '' : ' (optional)'}: ${about}`,
            )
            .join('\n'),
        ]
      : []),
    `\`\`\`sh\n${writeRouteCurlSample(route, publicUrl)}\n\`\`\``,
    ...(answer.example === undefined ? [] : [`Answer: \`${JSON.stringify(answer.example)}\``]),
    `Errors:\n\n${failures.map(({ status, when }) => `- ${status} when ${when}`).join('\n')}`,
  ].join('\n\n');
}
