import { shareSchemas } from './component-schemas';
import { writeGettingStarted } from '../getting-started/getting-started';
import { describeModule } from '../module-descriptions';
import { EXAMPLE_KEY } from '../../../platform/idempotency/idempotency-key';
import { proceduresOf } from '../../../platform/contract/procedures';
import type { ReferenceSource } from '../reference-source';
import { BASE_PATH } from '../../../platform/trpc/transport/target';
import { listPlainRoutes } from '../routes/plain-routes';
import { errorSchemas } from './error-schema';
import { type JsonSchema, toJsonSchema } from './json-schema';
import { nameUnions } from './named-unions';
import type { OpenApiDocument } from './openapi-document';
import { headerComponents } from './response-headers';
import { buildRouteOperation } from './route-operations';
import { buildTokenScheme } from './security';
import { IDEMPOTENCY_KEY_PARAMETER, PREFER_PARAMETER, buildComponentName, buildPathItem } from './operations';

/** Builds the OpenAPI 3.1 document of all procedures and plain HTTP routes. */
export function buildOpenApi(source: ReferenceSource): OpenApiDocument {
  const { contracts, purposes, publicUrl, version } = source;
  const procedures = proceduresOf(contracts);
  const routes = listPlainRoutes(publicUrl);
  const baseUrl = publicUrl + BASE_PATH;
  const schemas: Record<string, JsonSchema> = { ...errorSchemas };
  for (const procedure of procedures) {
    const { input, output } = procedure.contract;
    if (input) schemas[buildComponentName(procedure, 'Input')] = toJsonSchema(input, 'input');
    schemas[buildComponentName(procedure, 'Output')] = toJsonSchema(output, 'output');
  }
  return {
    openapi: '3.1.1',
    info: {
      title: 'Africa Health Platform',
      version,
      summary: 'Record consultations, ask the health assistant, read a ministry’s numbers.',
      description: writeGettingStarted(source),
      license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: publicUrl }],
    security: [{ sessionCookie: [] }, { accessToken: [] }],
    tags: [...new Set([...Object.keys(contracts), ...routes.map(({ module }) => module)])].map((name) => ({
      name,
      description: describeModule(name, purposes),
    })),
    paths: Object.fromEntries([
      ...procedures.map(
        (procedure) => [`${BASE_PATH}/${procedure.path}`, buildPathItem(procedure, baseUrl)] as const,
      ),
      ...routes.map(
        (route) => [route.path, { [route.method]: buildRouteOperation(route, publicUrl) }] as const,
      ),
    ]),
    components: {
      schemas: shareSchemas(nameUnions(schemas)),
      headers: headerComponents,
      parameters: {
        [IDEMPOTENCY_KEY_PARAMETER]: {
          name: 'Idempotency-Key',
          in: 'header',
          description:
            'A new random value for each call, and the same one when the call is repeated: 1 to 255 visible ASCII characters. Of callers who are not signed in, only a random UUID (version 4) counts, and for calls that say so.',
          schema: { type: 'string', minLength: 1, maxLength: 255 },
          example: EXAMPLE_KEY,
        },
        [PREFER_PARAMETER]: {
          name: 'Prefer',
          in: 'header',
          description:
            '`handling=strict` (RFC 7240): fields that the procedure does not have are refused with 400 instead of being ignored. The query parameter `strict=1` does the same.',
          schema: { type: 'string' },
          example: 'handling=strict',
        },
      },
      securitySchemes: {
        sessionCookie: {
          type: 'apiKey',
          in: 'cookie',
          name: 'session',
          description: 'The cookie that signing in at `/api/oauth/login` sets. For browsers.',
        },
        accessToken: buildTokenScheme(source),
      },
    },
  };
}
