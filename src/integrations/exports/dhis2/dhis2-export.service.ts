import { writeFile } from 'node:fs/promises';
import { HttpException } from '@nestjs/common';
import type { DataSource } from 'typeorm';
import type { CountryCode } from '../../../shared/country';
import type { ExportSettings } from '../../../platform/config/environment';
import { PathologyCountsService } from '../../../modules/consultations';
import { dayOf, type NamedPeriod, parsePeriod } from '../../../shared/calendar';
import { MedicationSalesService } from '../../../modules/health';
import { type DataValueSet, DataValueSetsService, type Unmapped } from './data-value-sets.service';
import { type Dhis2Mapping, MappingError, readMapping } from './dhis2-mapping';
import { Dhis2Error, Dhis2Server, type ImportSummary } from './dhis2-server';
import { SmallNumbersService } from '../small-numbers/small-numbers.service';

/** How an export ended, as an exit code. */
export const OUTCOME = {
  done: 0,
  /** The server's dry run found conflicts, so that nothing was sent. */
  refused: 2,
  /** Conflicts came up although the dry run found none; the others were taken. */
  partly: 3,
} as const;

export interface Dhis2Export {
  readonly period: NamedPeriod;
  /** All countries when absent. */
  readonly country?: CountryCode | undefined;
  /** The file of `DHIS2_MAPPING_FILE` when absent. */
  readonly mappingFile?: string | undefined;
  /** A file to write the data value set to. */
  readonly out?: string | undefined;
  /** The address of a DHIS2 server to send it to. */
  readonly push?: string | undefined;
}

interface Surroundings {
  readonly dataSource: DataSource;
  readonly settings: ExportSettings;
  /** Where results go. */
  readonly print: (text: string) => void;
  /** Where remarks go. */
  readonly remark: (text: string) => void;
}

/** What whoever runs an export can mend. */
export class Dhis2ExportError extends Error {
  override name = 'Dhis2ExportError';
}

/** Reads a period as DHIS2 writes it (`202603`, `2026W11`) or as we do; undefined where it is no month or week. */
export function parseDhis2Period(text: string): NamedPeriod | undefined {
  const [, year = '', week, month] = /^(\d{4})(?:-?W(\d{1,2})|-?(\d{2}))$/.exec(text) ?? [];
  return parsePeriod(week === undefined ? `${year}-${month ?? ''}` : `${year}-W${week.padStart(2, '0')}`);
}

/**
 * Writes the cases of a month or week as a data value set of DHIS2, and sends it where that is asked for: first as a dry run,
 * then, if that found no conflict, for real.
 * @returns one of `OUTCOME`
 * @throws Dhis2ExportError
 */
export async function exportToDhis2(request: Dhis2Export, surroundings: Surroundings): Promise<number> {
  const { print, remark } = surroundings;
  try {
    const mapping = await mappingOf(request, surroundings.settings);
    const server = request.push === undefined ? undefined : serverAt(request.push, surroundings.settings);
    const { dataValueSet, unmapped } = await build(request, mapping, surroundings);
    const text = `${JSON.stringify(dataValueSet, null, 2)}\n`;
    if (request.out !== undefined) await writeFile(request.out, text);
    else if (!server) print(text);
    remark(contentOf(dataValueSet, unmapped));
    if (!isOver(request.period))
      remark(`${request.period.name} is not over: its numbers will still change\n`);
    return server ? await push(server, { dataValueSet, mapping }, print) : OUTCOME.done;
  } catch (error) {
    if (error instanceof MappingError || error instanceof Dhis2Error || error instanceof HttpException) {
      throw new Dhis2ExportError(error.message);
    }
    throw error;
  }
}

function isOver({ before }: NamedPeriod): boolean {
  return before <= dayOf(new Date());
}

function mappingOf({ mappingFile }: Dhis2Export, settings: ExportSettings): Promise<Dhis2Mapping> {
  const path = mappingFile ?? settings.DHIS2_MAPPING_FILE;
  if (path !== undefined) return readMapping(path);
  throw new Dhis2ExportError('mapping: name the mapping file with --mapping or DHIS2_MAPPING_FILE');
}

function serverAt(url: string, settings: ExportSettings): Dhis2Server {
  const { DHIS2_TOKEN, DHIS2_USERNAME, DHIS2_PASSWORD, DHIS2_TIMEOUT_MS } = settings;
  return new Dhis2Server({
    url,
    token: DHIS2_TOKEN,
    username: DHIS2_USERNAME,
    password: DHIS2_PASSWORD,
    timeout: DHIS2_TIMEOUT_MS,
  });
}

async function build(
  { period, country }: Dhis2Export,
  mapping: Dhis2Mapping,
  { dataSource, settings }: Surroundings,
): Promise<{ dataValueSet: DataValueSet; unmapped: Unmapped }> {
  const counts = new PathologyCountsService(dataSource);
  const smallNumbers = new SmallNumbersService(settings, counts, new MedicationSalesService(dataSource));
  return new DataValueSetsService(counts, smallNumbers).build({ period, scope: country ?? '*' }, mapping);
}

async function push(
  server: Dhis2Server,
  { dataValueSet, mapping }: { dataValueSet: DataValueSet; mapping: Dhis2Mapping },
  print: (text: string) => void,
): Promise<number> {
  if (dataValueSet.dataValues.length === 0) {
    print('Nothing to send: no country of the mapping has figures\n');
    return OUTCOME.done;
  }
  const rehearsal = await server.send(dataValueSet, mapping, true);
  print(`Dry run: ${described(rehearsal)}`);
  if (hasFailed(rehearsal)) {
    print('Nothing was sent.\n');
    return OUTCOME.refused;
  }
  const summary = await server.send(dataValueSet, mapping, false);
  print(`Sent: ${described(summary)}`);
  return hasFailed(summary) ? OUTCOME.partly : OUTCOME.done;
}

function hasFailed({ status, conflicts }: ImportSummary): boolean {
  return status === 'ERROR' || conflicts.length > 0;
}

/** Codes of a server that takes no comment without a value. */
const VALUE_REQUIRED = ['E7618', 'E8120', 'E8121'];

function described({ status, description, importCount, conflicts }: ImportSummary): string {
  const { imported, updated, ignored, deleted } = importCount;
  const lines = [
    `${status}, ${imported} new, ${updated} updated, ${ignored} unchanged or ignored, ${deleted} deleted`,
    ...(status === 'ERROR' && description !== undefined ? [`  ${description}`] : []),
    ...conflicts.map(({ object, value, errorCode }) =>
      ['  conflict:', errorCode, object, value].filter((part) => part !== undefined).join(' '),
    ),
  ];
  if (conflicts.some(({ errorCode }) => errorCode !== undefined && VALUE_REQUIRED.includes(errorCode))) {
    lines.push(
      '  This server takes no comment without a value: set "suppressed": "deleted" in the mapping file.',
    );
  }
  return `${lines.join('\n')}\n`;
}

function contentOf({ dataValues }: DataValueSet, { pathologies, countries }: Unmapped): string {
  const withheld = dataValues.filter(({ value }) => value === undefined).length;
  const lines = [
    `${dataValues.length} data values, of which ${withheld} suppressed`,
    ...countries.map((country) => `not mapped: country ${country}`),
    ...pathologies.map(({ name, icd10 }) => `not mapped: ${icd10 === null ? name : `${icd10} ${name}`}`),
  ];
  return `${lines.join('\n')}\n`;
}
