import { parseArgs } from 'node:util';
import { parseCountry } from '../../../shared/country';
import { readExportSettings } from '../../../platform/config/environment';
import { Dhis2ExportError, type Dhis2ExportRequest, exportToDhis2, parseDhis2Period } from './dhis2-export';
import { type CommandContext, CommandError } from '../../../platform/command-line/command';
import { getErrorMessage } from '../../../platform/config/operator-error';

export const USAGE = `Usage: npm run export:dhis2 -- --period 202603 [--country KE] [--mapping file] [--out file] [--push URL]

  --period   a month (202603) or an ISO week (2026W11)
  --country  one country only
  --mapping  mapping file; DHIS2_MAPPING_FILE when absent
  --out      file to write the data value set to; standard output when neither it nor --push is given
  --push     DHIS2 server to send it to, with DHIS2_TOKEN, or DHIS2_USERNAME and DHIS2_PASSWORD: first as a dry run,
             then for real; exit code 2 where the dry run found conflicts and nothing was sent`;

/** Runs `npm run export:dhis2`. */
export async function exportDhis2({ args, variables, dataSource }: CommandContext): Promise<number> {
  const request = parseRequest(args);
  try {
    return await exportToDhis2(request, {
      dataSource,
      settings: readExportSettings(variables),
      print: (text) => process.stdout.write(text),
      printNote: (text) => process.stderr.write(text),
    });
  } catch (error) {
    throw error instanceof Dhis2ExportError ? new CommandError(error.message) : error;
  }
}

function parseRequest(args: readonly string[]): Dhis2ExportRequest {
  const { period, country, mapping: mappingFile, out, push } = parseOptions(args);
  if (period === undefined) throw new CommandError(`period: required\n\n${USAGE}`);
  const parsedPeriod = parseDhis2Period(period);
  if (!parsedPeriod)
    throw new CommandError('period: expected a month or an ISO week such as 202603 or 2026W11');
  const code = country === undefined ? undefined : parseCountry(country);
  if (country !== undefined && code === undefined) {
    throw new CommandError('country: expected an ISO 3166-1 country code such as KE');
  }
  return { period: parsedPeriod, country: code, mappingFile, out, push };
}

function parseOptions(args: readonly string[]) {
  const text = { type: 'string' } as const;
  try {
    const options = { period: text, country: text, mapping: text, out: text, push: text };
    return parseArgs({ args: [...args], options, strict: true }).values;
  } catch (error) {
    throw new CommandError(`${getErrorMessage(error)}\n\n${USAGE}`);
  }
}
