import { mapInTurns } from '../../../platform/limits/current-turns';
import type { MeasureReport, ReportBundle } from './measure-report';

/** Formats a report, or a bundle of reports, as JSON: one report in each piece. Groups are formatted in turns of the caller. */
export async function* formatReports(
  reports: MeasureReport | ReportBundle,
): AsyncGenerator<string, void, undefined> {
  if (!('bundle' in reports)) {
    yield await formatReport(reports);
    return;
  }
  // With the first entry, so that nothing is sent if there is an error before.
  let separator = `${openObject(reports.bundle)}"entry":[`;
  for await (const { resource, ...reference } of reports.entries) {
    yield `${separator}${openObject(reference)}"resource":${await formatReport(resource)}}`;
    separator = ',';
  }
  yield separator === ',' ? ']}' : `${separator}]}`;
}

async function formatReport({ group, ...rest }: MeasureReport): Promise<string> {
  const groups = await mapInTurns(group, (each) => JSON.stringify(each));
  return `${openObject(rest)}"group":[${groups.join(',')}]}`;
}

/** Formats an object that has at least one property, without its end, so that a property can follow. */
function openObject(object: object): string {
  return `${JSON.stringify(object).slice(0, -1)},`;
}
