import { STATUS_CODES } from 'node:http';
import { mapInTurns } from '../../../platform/limits/current-turns';
import type { EntryOutcome, StoredOutcome } from './entry-outcome';
import {
  MAX_ISSUES,
  type OperationOutcome,
  informationOutcome,
  toOperationOutcome,
  warningOutcome,
} from '../operation-outcome';
import type { RecordedResource } from '../reading/records.service';

/** After so many issues, each further entry has one, and the number of its others: the response is serialized in one piece. */
const MANY_ISSUES = 5_000;

/** The `return` preference of the header `Prefer` (RFC 7240). */
export type Preference = 'minimal' | 'representation' | 'OperationOutcome';

export interface ResponseBundle {
  readonly resourceType: 'Bundle';
  readonly type: 'transaction-response' | 'batch-response';
  /** One for each entry of the request, in order; absent if there are none, since FHIR forbids empty arrays. */
  readonly entry?: ResponseEntry[];
}

interface ResponseEntry {
  readonly fullUrl?: string;
  readonly resource?: RecordedResource;
  readonly response: {
    readonly status: string;
    readonly location?: string;
    readonly lastModified?: string;
    readonly outcome?: OperationOutcome;
  };
}

interface ResponseOptions {
  readonly type: 'transaction' | 'batch';
  readonly preference: Preference;
  /** The URL of `/fhir`. */
  readonly baseUrl: string;
  /** The stored resources to include, keyed by `Type/id`. */
  readonly resources: ReadonlyMap<string, RecordedResource>;
}

/** Returns the preference of the header, and `minimal` for an unknown one. */
export function parsePreference(header: string | undefined): Preference {
  const [, wanted] = /(?:^|[,;\s])return=(representation|OperationOutcome)\b/i.exec(header ?? '') ?? [];
  if (wanted === undefined) return 'minimal';
  return wanted.toLowerCase() === 'representation' ? 'representation' : 'OperationOutcome';
}

export async function buildResponseBundle(
  outcomes: readonly EntryOutcome[],
  options: ResponseOptions,
): Promise<ResponseBundle> {
  let issues = 0;
  const entry = await mapInTurns(outcomes, (outcome) => {
    const responseEntry = buildResponseEntry(outcome, options, issues < MANY_ISSUES ? MAX_ISSUES : 1);
    issues += responseEntry.response.outcome?.issue.length ?? 0;
    return responseEntry;
  });
  const type = options.type === 'transaction' ? 'transaction-response' : 'batch-response';
  return entry.length === 0 ? { resourceType: 'Bundle', type } : { resourceType: 'Bundle', type, entry };
}

function buildResponseEntry(
  outcome: EntryOutcome,
  { baseUrl, preference, resources }: ResponseOptions,
  maxIssues: number,
): ResponseEntry {
  switch (outcome.kind) {
    case 'ignored': {
      const createOutcome = outcome.severity === 'warning' ? warningOutcome : informationOutcome;
      return { response: { status: formatStatus(200), outcome: createOutcome(outcome.text) } };
    }
    case 'refused':
      return {
        response: {
          status: formatStatus(outcome.problems[0]?.status ?? 400),
          outcome: toOperationOutcome(outcome.problems, maxIssues),
        },
      };
    case 'stored': {
      const { type, id, isNew, recordedAt } = outcome;
      const location = `${baseUrl}/${type}/${id}`;
      const resource = resources.get(`${type}/${id}`);
      const summary = isNew ? 'recorded' : 'recorded before';
      const text = findNotice(outcome) ?? (preference === 'OperationOutcome' ? summary : undefined);
      return {
        ...(resource && { fullUrl: location, resource }),
        response: {
          status: formatStatus(isNew ? 201 : 200),
          location,
          lastModified: resource?.meta.lastUpdated ?? recordedAt.toISOString(),
          ...(text !== undefined && { outcome: informationOutcome(text) }),
        },
      };
    }
  }
}

/** Returns a text that every preference gets: the HTTP status alone would mislead. */
function findNotice({ isNew, hasIdentity, note }: StoredOutcome): string | undefined {
  switch (note) {
    case 'voided':
      return 'recorded before, and voided since: it does not count';
    case 'duplicate':
      return 'not counted again: another Condition of this Encounter has the same pathology, and this one has no identifier of its own';
    case undefined:
      if (hasIdentity) return undefined;
      return isNew
        ? 'recorded; it has neither an identifier nor a UUID as its fullUrl, and would be recorded again if it were sent again'
        : 'recorded before';
  }
}

function formatStatus(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}
