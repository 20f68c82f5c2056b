import type { z } from 'zod';
import { alertsContract, statisticsContract } from '../../../modules/health';
import { toJsonSchema } from '../openapi/json-schema';
import { toCamelCase, capitalize } from '../names';
import type { PlainRoute, RouteContent } from './plain-route';
import { accessFailures, outageFailures, toRouteFailure } from './route-failures';

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const { access } = statisticsContract.pathologies;

const failures = [
  {
    name: 'wrongParameter',
    status: 400,
    when: 'a parameter is missing or wrong',
    text: 'country: expected an ISO 3166-1 country code such as KE or KEN',
  },
  ...accessFailures,
  ...outageFailures,
].map(toRouteFailure);

/** A table and the procedure that has the same numbers: its input is the table's parameters. */
interface Table {
  readonly name: string;
  readonly summary: string;
  readonly procedure: { readonly input: z.ZodType; readonly example: { readonly input?: unknown } };
}

const TABLES: readonly Table[] = [
  { name: 'summary', summary: 'Totals of a period', procedure: statisticsContract.summary },
  { name: 'pathologies', summary: 'Cases by pathology', procedure: statisticsContract.pathologies },
  { name: 'medications', summary: 'Units sold by medication', procedure: statisticsContract.medications },
  { name: 'countries', summary: 'Numbers by country', procedure: statisticsContract.countryBreakdown },
  { name: 'trend', summary: 'Cases by month or week', procedure: statisticsContract.pathologyTrend },
  { name: 'alerts', summary: 'Alerts', procedure: alertsContract.alerts },
];

/** The ministry's tables, by the formats that they leave in. */
export function listExportRoutes(): PlainRoute[] {
  return [
    ...TABLES.flatMap((table) => [
      route(table, {
        format: 'csv',
        answer: { mediaType: 'text/csv', schema: { type: 'string' } },
      }),
      route(table, {
        format: 'xlsx',
        answer: { mediaType: XLSX, schema: { type: 'string', format: 'binary' } },
      }),
    ]),
    route(
      {
        name: 'measure-report',
        summary: 'Cases by pathology, as MeasureReports of FHIR R4',
        procedure: statisticsContract.pathologies,
      },
      {
        format: 'json',
        answer: {
          mediaType: 'application/fhir+json',
          schema: {
            type: 'object',
            required: ['resourceType'],
            properties: { resourceType: { type: 'string', const: 'Bundle' } },
            additionalProperties: true,
          },
        },
      },
    ),
  ];
}

function route({ name, summary, procedure }: Table, { format, answer }: Format): PlainRoute {
  return {
    module: 'exports',
    operationId: `exports${capitalize(toCamelCase(name))}${capitalize(format)}`,
    method: 'get',
    path: `/api/exports/${name}.${format}`,
    summary: `${summary}: ${format === 'json' ? 'JSON' : format.toUpperCase()}.`,
    description: 'Small numbers are withheld where the installation says so.',
    access,
    parameters: parametersOf(procedure),
    answer,
    failures,
  };
}

interface Format {
  readonly format: string;
  readonly answer: RouteContent;
}

function parametersOf({ input, example }: Table['procedure']): PlainRoute['parameters'] {
  const { properties = {}, required = [] } = toJsonSchema(input, 'input');
  const shown = new Map(Object.entries(Object(example.input) as object));
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema === 'boolean') return [];
    const { description = 'As in the procedure of the same numbers.', ...rest } = schema;
    const value: unknown = shown.get(name);
    return {
      name,
      in: 'query' as const,
      required: required.includes(name),
      description,
      schema: rest,
      ...(value !== undefined && { example: value }),
    };
  });
}
