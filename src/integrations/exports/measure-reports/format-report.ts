import { mapInTurns } from '../../../platform/limits/current-turns';
import type { MeasureReport, ReportBundle } from './measure-report';

/** Formats a report, or a bundle of reports, as JSON. Groups are formatted in turns of the caller. */
export async function formatReport(report: MeasureReport | ReportBundle): Promise<string> {
  if (report.resourceType === 'MeasureReport') {
    const { group, ...rest } = report;
    return appendList(rest, 'group', await mapInTurns(group, (each) => JSON.stringify(each)));
  }
  const { entry, ...rest } = report;
  const entries: string[] = [];
  for (const { resource, ...reference } of entry)
    entries.push(appendProperty(reference, 'resource', await formatReport(resource)));
  return appendList(rest, 'entry', entries);
}

function appendList(object: object, name: string, items: readonly string[]): string {
  return appendProperty(object, name, `[${items.join(',')}]`);
}

/** Formats an object that has at least one property, and appends a property. @param json the property's value */
function appendProperty(object: object, name: string, json: string): string {
  return `${JSON.stringify(object).slice(0, -1)},"${name}":${json}}`;
}
