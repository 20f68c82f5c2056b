import { contentDigest } from '../../../platform/database/content-digest';
import type { CountryCode } from '../../../shared/country';
import { toToken } from '../identity/identifiers';
import type { EncounterRow } from './encounters.sql';

/** An Encounter in the database; `isNew` if this request recorded it. */
export interface StoredEncounter {
  readonly isNew: boolean;
  /** False for a consultation that was not recorded by FHIR: it is its own Encounter. */
  readonly isFromFhir: boolean;
  readonly country: CountryCode;
  readonly id: string;
  readonly patientId: string;
  /** Identifier system of the patient's number. */
  readonly patientSystem: string | undefined;
  /** `system|value` of each identifier. */
  readonly tokens: readonly string[];
  /** Whether an external id was claimed for it. */
  readonly hasExternalId: boolean;
  readonly startedAt: Date;
  readonly recordedAt: Date;
}

/** The Encounter of an item; `supersedesCounted` if it took over the claim of one that has a Condition that counts. */
export interface RecordedEncounter extends StoredEncounter {
  readonly supersedesCounted: boolean;
}

/** Returns the digest of what is compared when an Encounter is sent again. */
export function digestOf({
  country,
  patientId,
  patientSystem,
  startedAt,
}: Pick<StoredEncounter, 'country' | 'patientId' | 'patientSystem' | 'startedAt'>): string {
  return contentDigest([country, patientId, patientSystem ?? null, startedAt.toISOString()]);
}

export function toStoredEncounter(row: EncounterRow): StoredEncounter {
  return {
    isNew: false,
    isFromFhir: true,
    country: row.country,
    id: row.id,
    patientId: row.patientId,
    patientSystem: row.patientSystem ?? undefined,
    tokens: (row.identifiers ?? []).flatMap((identifier) => toToken(identifier) ?? []),
    hasExternalId: row.hasExternalId,
    startedAt: row.startedAt,
    recordedAt: row.recordedAt,
  };
}
