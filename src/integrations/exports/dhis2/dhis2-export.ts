import { writeFile } from 'node:fs/promises';
import { HttpException } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { CountryCode } from '../../../shared/country';
import type { ExportSettings } from '../../../platform/config/environment';
import { PathologyCountsService } from '../../../modules/consultations';
import { writeAuditEvents } from '../../../platform/audit/write-audit-events';
import { currentOperator } from '../../../platform/command-line/operator';
import { Database } from '../../../platform/database/database';
import { dayOf, type NamedPeriod, parsePeriod } from '../../../shared/period';
import { MedicationSalesService } from '../../../modules/health';
import { type DataValueSet, DataValueSetsService, type Unmapped } from './data-value-sets.service';
import { type Dhis2Mapping, MappingError, readMapping } from './dhis2-mapping';
import { Dhis2Client, Dhis2Error, type ImportSummary } from './dhis2-client';
import { SmallNumbersService } from '../small-numbers/small-numbers.service';

const EXIT_DONE = 0;
/** The dry run found conflicts, and nothing was sent. */
const EXIT_DRY_RUN_CONFLICTS = 2;
/** The import had conflicts although the dry run had none. The other values were imported. */
const EXIT_IMPORT_CONFLICTS = 3;

export interface Dhis2ExportRequest {
  readonly period: NamedPeriod;
  /** All countries if absent. */
  readonly country?: CountryCode | undefined;
  /** If absent, the file that `DHIS2_MAPPING_FILE` names. */
  readonly mappingFile?: string | undefined;
  /** Path of the file to write. */
  readonly out?: string | undefined;
  /** Address of the DHIS2 server to send to. */
  readonly push?: string | undefined;
}

interface ExportContext {
  readonly dataSource: DataSource;
  readonly settings: ExportSettings;
  /** Writes results. */
  readonly print: (text: string) => void;
  /** Writes notes for the operator. */
  readonly printNote: (text: string) => void;
}

/** A failure that the operator can correct. */
export class Dhis2ExportError extends Error {
  override name = 'Dhis2ExportError';
}

/** Parses a month or week in DHIS2's format (`202603`, `2026W11`) or ours; undefined for any other text. */
export function parseDhis2Period(text: string): NamedPeriod | undefined {
  const [, year = '', week, month] = /^(\d{4})(?:-?W(\d{1,2})|-?(\d{2}))$/.exec(text) ?? [];
  return parsePeriod(week === undefined ? `${year}-${month ?? ''}` : `${year}-W${week.padStart(2, '0')}`);
}

/**
 * Writes the cases of a month or week as a DHIS2 data value set, and sends it if `push` is given.
 * It is sent only after a dry run without conflicts.
 * @returns the exit code
 * @throws Dhis2ExportError
 */
export async function exportToDhis2(request: Dhis2ExportRequest, context: ExportContext): Promise<number> {
  const { print, printNote } = context;
  try {
    const mapping = await loadMapping(request, context.settings);
    const client = request.push === undefined ? undefined : createClient(request.push, context.settings);
    const { dataValueSet, unmapped } = await buildDataValueSet(request, mapping, context);
    const text = `${JSON.stringify(dataValueSet, null, 2)}\n`;
    if (request.out !== undefined) await writeFile(request.out, text);
    else if (!client) print(text);
    printNote(describeContent(dataValueSet, unmapped));
    if (!hasEnded(request.period))
      printNote(`${request.period.name} is not over: its numbers will still change\n`);
    return client ? await pushDataValueSet(client, { dataValueSet, mapping }, print) : EXIT_DONE;
  } catch (error) {
    if (error instanceof MappingError || error instanceof Dhis2Error || error instanceof HttpException) {
      throw new Dhis2ExportError(error.message);
    }
    throw error;
  }
}

function hasEnded({ before }: NamedPeriod): boolean {
  return before <= dayOf(new Date());
}

function loadMapping({ mappingFile }: Dhis2ExportRequest, settings: ExportSettings): Promise<Dhis2Mapping> {
  const path = mappingFile ?? settings.DHIS2_MAPPING_FILE;
  if (path !== undefined) return readMapping(path);
  throw new Dhis2ExportError('mapping: name the mapping file with --mapping or DHIS2_MAPPING_FILE');
}

function createClient(url: string, settings: ExportSettings): Dhis2Client {
  const { DHIS2_TOKEN, DHIS2_USERNAME, DHIS2_PASSWORD, DHIS2_TIMEOUT_MS } = settings;
  return new Dhis2Client({
    url,
    token: DHIS2_TOKEN,
    username: DHIS2_USERNAME,
    password: DHIS2_PASSWORD,
    timeoutMs: DHIS2_TIMEOUT_MS,
  });
}

async function buildDataValueSet(
  { period, country }: Dhis2ExportRequest,
  mapping: Dhis2Mapping,
  { dataSource, settings }: ExportContext,
): Promise<{ dataValueSet: DataValueSet; unmapped: Unmapped }> {
  const database = new Database(dataSource);
  const counts = new PathologyCountsService(database);
  const smallNumbers = new SmallNumbersService(settings, counts, new MedicationSalesService(database));
  const scope = country ?? '*';
  const built = await new DataValueSetsService(counts, smallNumbers).build({ period, scope }, mapping);
  await database.transaction((transaction) =>
    writeAuditEvents(transaction, [
      {
        country: scope,
        action: 'exports.dhis2',
        caller: null,
        details: { ...currentOperator(), subject: [period.name] },
      },
    ]),
  );
  return built;
}

async function pushDataValueSet(
  client: Dhis2Client,
  { dataValueSet, mapping }: { dataValueSet: DataValueSet; mapping: Dhis2Mapping },
  print: (text: string) => void,
): Promise<number> {
  if (dataValueSet.dataValues.length === 0) {
    print('Nothing to send: no country of the mapping has figures\n');
    return EXIT_DONE;
  }
  const dryRun = await client.sendDataValues(dataValueSet, mapping, true);
  print(`Dry run: ${describeSummary(dryRun)}`);
  if (hasFailed(dryRun)) {
    print('Nothing was sent.\n');
    return EXIT_DRY_RUN_CONFLICTS;
  }
  const summary = await client.sendDataValues(dataValueSet, mapping, false);
  print(`Sent: ${describeSummary(summary)}`);
  return hasFailed(summary) ? EXIT_IMPORT_CONFLICTS : EXIT_DONE;
}

function hasFailed({ status, conflicts }: ImportSummary): boolean {
  return status === 'ERROR' || conflicts.length > 0;
}

/** Error codes of servers that require a value beside a comment. */
const VALUE_REQUIRED_CODES = ['E7618', 'E8120', 'E8121'];

function describeSummary({ status, description, importCount, conflicts }: ImportSummary): string {
  const { imported, updated, ignored, deleted } = importCount;
  const lines = [
    `${status}, ${imported} new, ${updated} updated, ${ignored} unchanged or ignored, ${deleted} deleted`,
    ...(status === 'ERROR' && description !== undefined ? [`  ${description}`] : []),
    ...conflicts.map(({ object, value, errorCode }) =>
      ['  conflict:', errorCode, object, value].filter((part) => part !== undefined).join(' '),
    ),
  ];
  if (
    conflicts.some(({ errorCode }) => errorCode !== undefined && VALUE_REQUIRED_CODES.includes(errorCode))
  ) {
    lines.push(
      '  This server takes no comment without a value: set "suppressed": "deleted" in the mapping file.',
    );
  }
  return `${lines.join('\n')}\n`;
}

function describeContent({ dataValues }: DataValueSet, { pathologies, countries }: Unmapped): string {
  const suppressed = dataValues.filter(({ value }) => value === undefined).length;
  const lines = [
    `${dataValues.length} data values, of which ${suppressed} suppressed`,
    ...countries.map((country) => `not mapped: country ${country}`),
    ...pathologies.map(({ name, icd10 }) => `not mapped: ${icd10 === null ? name : `${icd10} ${name}`}`),
  ];
  return `${lines.join('\n')}\n`;
}
