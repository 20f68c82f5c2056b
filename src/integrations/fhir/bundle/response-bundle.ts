import { STATUS_CODES } from 'node:http';
import type { EntryOutcome, Ignored, Stored } from './entry-outcome';
import { type OperationOutcome, information, toOperationOutcome, warning } from '../operation-outcome';
import type { RecordedResource } from '../reading/records.service';

/** What a caller wants to be answered, by the header `Prefer` (RFC 7240). */
export type Preference = 'minimal' | 'representation' | 'OperationOutcome';

export interface ResponseBundle {
  readonly resourceType: 'Bundle';
  readonly type: 'transaction-response' | 'batch-response';
  /** One for each entry of the request, in order. FHIR has no empty lists. */
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

interface Answering {
  readonly type: 'transaction' | 'batch';
  readonly preference: Preference;
  /** The address of `/fhir`. */
  readonly base: string;
  /** The resources that are stored, by type and id, where they are to be answered. */
  readonly resources: ReadonlyMap<string, RecordedResource>;
}

/** What a header `Prefer` asks for; anything else is as if it were absent. */
export function parsePreference(header: string | undefined): Preference {
  const [, wanted] = /(?:^|[,;\s])return=(representation|OperationOutcome)\b/i.exec(header ?? '') ?? [];
  if (wanted === undefined) return 'minimal';
  return wanted.toLowerCase() === 'representation' ? 'representation' : 'OperationOutcome';
}

export function buildResponseBundle(outcomes: readonly EntryOutcome[], answering: Answering): ResponseBundle {
  const entry = outcomes.map((outcome) => responseEntry(outcome, answering));
  const type = answering.type === 'transaction' ? 'transaction-response' : 'batch-response';
  return entry.length === 0 ? { resourceType: 'Bundle', type } : { resourceType: 'Bundle', type, entry };
}

function responseEntry(outcome: EntryOutcome, { base, preference, resources }: Answering): ResponseEntry {
  switch (outcome.kind) {
    case 'ignored':
      return { response: { status: statusLine(200), outcome: ignored(outcome) } };
    case 'refused':
      return {
        response: {
          status: statusLine(outcome.problems[0]?.status ?? 400),
          outcome: toOperationOutcome(outcome.problems),
        },
      };
    case 'stored': {
      const { type, id, isNew, recordedAt } = outcome;
      const location = `${base}/${type}/${id}`;
      const resource = resources.get(`${type}/${id}`);
      const notable = toldAlways(outcome);
      const told = notable ?? (preference === 'OperationOutcome' ? whatHappened(outcome) : undefined);
      return {
        ...(resource && { fullUrl: location, resource }),
        response: {
          status: statusLine(isNew ? 201 : 200),
          location,
          lastModified: resource?.meta.lastUpdated ?? recordedAt.toISOString(),
          ...(told !== undefined && { outcome: information(told) }),
        },
      };
    }
  }
}

function ignored({ severity, text }: Ignored): OperationOutcome {
  return severity === 'warning' ? warning(text) : information(text);
}

/** What the status alone would not say. */
function toldAlways({ isNew, named, note }: Stored): string | undefined {
  switch (note) {
    case 'voided':
      return 'recorded before, and voided since: it does not count';
    case 'repeated':
      return 'not counted again: another Condition of this Encounter has the same pathology, and this one has no identifier of its own';
    case undefined:
      if (named) return undefined;
      return isNew
        ? 'recorded; it has neither an identifier nor a UUID as its fullUrl, and would be recorded again if it were sent again'
        : 'recorded before';
  }
}

function whatHappened({ isNew }: Stored): string {
  return isNew ? 'recorded' : 'recorded before';
}

function statusLine(status: number): string {
  return `${status} ${STATUS_CODES[status] ?? ''}`.trim();
}
