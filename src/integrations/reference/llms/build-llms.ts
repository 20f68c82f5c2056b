import type { ProcedureContract } from '../../../platform/trpc/contract/contract';
import { BASE_PATH } from '../../../platform/trpc/transport/target';
import { routeCurlSample } from '../code-samples/route-curl';
import { errorAnswersOf } from '../error-answers';
import { gettingStarted } from '../getting-started/getting-started';
import { purposeOf } from '../modules';
import { jsonSchemaOf } from '../openapi/json-schema';
import { descriptionOf, whoMayCall } from '../openapi/operation-description';
import { type ContractedProcedure, proceduresOf } from '../../../platform/trpc/contract/procedures';
import { answerBody, eventData, requestBody } from '../envelopes';
import type { ReferenceSource } from '../reference-source';
import type { PlainRoute } from '../routes/plain-route';
import { byModule, plainRoutes } from '../routes/plain-routes';
import { fieldLines, typeOf } from './fields';

/** Everything that a client needs, as Markdown in the form of llmstxt.org: for language models, and for people at a terminal. */
export function buildLlms(source: ReferenceSource): string {
  const { contracts, publicUrl, version } = source;
  return `${[
    '# Africa Health Platform',
    `> The API of a health platform for Africa, version ${version}: JSON over HTTP at ${publicUrl}${BASE_PATH}, described completely below.`,
    gettingStarted(source),
    `## Documents

- [OpenAPI 3.1](${publicUrl}/api/openapi.json): every procedure with schemas, errors and programs in five languages
- [Postman collection](${publicUrl}/api/postman-collection.json): every procedure as a request that can be sent
- [Reference](${publicUrl}/api/docs): the same to read and to try in a browser`,
    ...Object.entries(contracts).map(([router, procedures]) =>
      [
        `## ${router}`,
        purposeOf(router),
        ...proceduresOf({ [router]: procedures }).map((procedure) => procedureText(procedure)),
      ].join('\n\n'),
    ),
    ...routeSections(plainRoutes(publicUrl), publicUrl),
  ].join('\n\n')}\n`;
}

function procedureText(procedure: ContractedProcedure): string {
  const { contract, path } = procedure;
  const { example, input, output } = contract;
  return [
    `### ${path}`,
    `${contract.kind === 'mutation' ? 'POST' : 'GET or POST'} \`${BASE_PATH}/${path}\`. ${contract.summary}`,
    descriptionOf(contract),
    ...(input
      ? [
          `Input:\n\n${fieldLines(jsonSchemaOf(input, 'input')).join('\n')}`,
          `Example: \`${JSON.stringify(requestBody(example.input))}\``,
        ]
      : []),
    outputText(jsonSchemaOf(output, 'output'), contract.kind === 'subscription' ? 'Each event' : 'Result'),
    `Example: \`${JSON.stringify(answerOf(contract))}\``,
    `Errors:\n\n${errorLines(procedure).join('\n')}`,
  ].join('\n\n');
}

function answerOf({ kind, example }: ProcedureContract): object {
  return kind === 'subscription' ? eventData(example.output) : answerBody(example.output);
}

function outputText(schema: ReturnType<typeof jsonSchemaOf>, what: string): string {
  return `${what}, ${typeOf(schema)}:\n\n${fieldLines(schema).join('\n')}`;
}

function errorLines(procedure: ContractedProcedure): string[] {
  return errorAnswersOf(procedure).map(
    ({ status, code, when, message }) => `- ${status} \`${code}\` when ${when}: ${message}`,
  );
}

function routeSections(routes: readonly PlainRoute[], publicUrl: string): string[] {
  return byModule(routes).map(([module, own]) =>
    [
      `## ${module}`,
      `${purposeOf(module)} Plain HTTP, without the envelope.`,
      ...own.map((route) => routeText(route, publicUrl)),
    ].join('\n\n'),
  );
}

function routeText(route: PlainRoute, publicUrl: string): string {
  const { access, answer, description, failures, method, parameters = [], path, summary } = route;
  return [
    `### ${method.toUpperCase()} ${path}`,
    [summary, description ?? ''].join(' ').trim(),
    `**Who may call:** ${whoMayCall(access)}. Answers \`${answer.mediaType}\`.`,
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
    `\`\`\`sh\n${routeCurlSample(route, publicUrl)}\n\`\`\``,
    ...(answer.example === undefined ? [] : [`Answer: \`${JSON.stringify(answer.example)}\``]),
    `Errors:\n\n${failures.map(({ status, when }) => `- ${status} when ${when}`).join('\n')}`,
  ].join('\n\n');
}
