import type { z } from 'zod';
import {
  alertsContract,
  comparisonContract,
  countryTrendContract,
  statisticsContract,
} from '../../../modules/health';
import { toJsonSchema } from '../openapi/json-schema';
import { capitalize, toCamelCase } from '../names';
import type { PlainRoute, RouteContent } from './plain-route';
import { listAccessFailures, limitFailures, outageFailures, toRouteFailure } from './route-failures';

const { access } = statisticsContract.pathologies;

/** @param field that a request may have wrong */
const listFailures = (field: string) =>
  [
    {
      name: 'wrongParameter',
      status: 400,
      when: 'a parameter is missing or wrong',
      text: `${field}: expected an ISO 3166-1 country code such as KE or KEN`,
    },
    ...listAccessFailures(access),
    ...limitFailures,
    ...outageFailures,
  ].map(toRouteFailure);

/** An exported table and the procedure with the same figures and parameters. */
interface Table {
  readonly name: string;
  readonly summary: string;
  readonly procedure: { readonly input: z.ZodType; readonly example: { readonly input?: unknown } };
}

const TABLES: readonly Table[] = [
  { name: 'summary', summary: 'Totals of a period', procedure: statisticsContract.summary },
  { name: 'pathologies', summary: 'Cases by pathology', procedure: statisticsContract.pathologies },
  {
    name: 'comparison',
    summary: 'Cases by pathology, with earlier periods',
    procedure: comparisonContract.pathologyComparison,
  },
  { name: 'medications', summary: 'Units sold by medication', procedure: statisticsContract.medications },
  { name: 'countries', summary: 'Numbers by country', procedure: statisticsContract.countryBreakdown },
  { name: 'trend', summary: 'Cases by month or week', procedure: statisticsContract.pathologyTrend },
  {
    name: 'country-trend',
    summary: 'Cases by country and month or week',
    procedure: countryTrendContract.countryTrend,
  },
  { name: 'alerts', summary: 'Alerts', procedure: alertsContract.alerts },
];

const NOTES = {
  name: 'notes',
  in: 'query' as const,
  required: false,
  description:
    'With `true`, lines with title, period, country, source and date of the export before the header, each beginning with `#`.',
  schema: { type: 'boolean' as const },
};

const CSV: Format = { format: 'csv', response: { mediaType: 'text/csv', schema: { type: 'string' } } };
const XLSX: Format = {
  format: 'xlsx',
  response: {
    // As in `tables.controller.ts`.
    mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    schema: { type: 'string', format: 'binary' },
  },
};

/** Lists the export routes: one per table and format. */
export function listExportRoutes(): PlainRoute[] {
  return [
    ...TABLES.flatMap((table) => [buildRoute(table, CSV), buildRoute(table, XLSX)]),
    buildRoute(
      {
        name: 'measure-report',
        summary: 'Cases by pathology, as MeasureReports of FHIR R4',
        procedure: statisticsContract.pathologies,
      },
      {
        format: 'json',
        response: {
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

function buildRoute({ name, summary, procedure }: Table, { format, response }: Format): PlainRoute {
  const parameters = listParameters(procedure);
  const field = parameters.some((each) => each.name === 'country') ? 'country' : 'countries[0]';
  return {
    module: 'exports',
    operationId: `exports${capitalize(toCamelCase(name))}${capitalize(format)}`,
    method: 'get',
    path: `/api/exports/${name}.${format}`,
    summary: `${summary}: ${format === 'json' ? 'JSON' : format.toUpperCase()}.`,
    description: 'Small numbers are withheld where the installation says so.',
    access,
    parameters: format === 'csv' ? [...parameters, NOTES] : parameters,
    response,
    failures: listFailures(field),
  };
}

interface Format {
  readonly format: string;
  readonly response: RouteContent;
}

function listParameters({ input, example }: Table['procedure']): NonNullable<PlainRoute['parameters']> {
  const { properties = {}, required = [] } = toJsonSchema(input, 'input');
  const exampleInput = new Map(Object.entries(Object(example.input) as object));
  return Object.entries(properties).flatMap(([name, schema]) => {
    if (typeof schema === 'boolean') return [];
    const { description = 'As in the procedure of the same numbers.', ...rest } = schema;
    const value: unknown = exampleInput.get(name);
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
