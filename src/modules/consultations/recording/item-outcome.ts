import {
  BadRequestException,
  ConflictException,
  ForbiddenException,
  UnprocessableEntityException,
} from '@nestjs/common';
import type { z } from 'zod';
import type { CountryCode } from '../../../shared/country';
import type { ConsultationDetails } from '../consultation-details.sql';
import type { refusalSchema } from '../consultations.contract';
import type { NameOfCountry } from '../pathologies/named-pathologies';
import type { ConsultationRow } from './consultation-batch';
import type { ConsultationOfItem } from './consultation-recording.sql';

/** The message begins with the name of the field. */
export type Refusal = Readonly<z.output<typeof refusalSchema>>;

/** The outcome of one consultation of many. */
export type ItemOutcome =
  | { readonly status: 'recorded' | 'alreadyRecorded'; readonly consultation: ConsultationDetails }
  | Refusal;

/** A consultation that may be recorded. */
export interface AcceptedItem {
  readonly row: ConsultationRow;
  /** Identifies the pathology under all of its names and codes. */
  readonly pathologyKey: string;
  /** The name or code, if it had no pathology and what identifies the consultation depends on it. */
  readonly newName: NameOfCountry | undefined;
  /** The field that names the pathology. */
  readonly pathologyField: 'pathologyName' | 'pathologyCode';
}

/** A consultation that may be recorded, or why not. */
export type CheckedConsultation = AcceptedItem | Refusal;

/** The consultation that has the external id of one that is to be recorded, and what becomes of that one. */
export interface ClaimedConsultation {
  readonly country: CountryCode;
  readonly id: string;
  /** `replaces`: it is recorded, and takes over the external id of the one that was voided. */
  readonly fate: 'alreadyRecorded' | 'refused' | 'replaces';
}

/** Lets a consultation that may be recorded get its external id as a further one of an existing consultation of the same country. */
export function adopt(checked: CheckedConsultation, id: string | undefined): CheckedConsultation {
  return 'row' in checked ? { ...checked, row: { ...checked.row, adopted_id: id } } : checked;
}

export function refuse(code: Refusal['code'], message: string): Refusal {
  return { status: 'refused', code, message };
}

export function toException({ code, message }: Refusal): Error {
  switch (code) {
    case 'BAD_REQUEST':
      return new BadRequestException(message);
    case 'FORBIDDEN':
      return new ForbiddenException(message);
    case 'CONFLICT':
      return new ConflictException(message);
    case 'UNPROCESSABLE_CONTENT':
      return new UnprocessableEntityException(message);
  }
}

/** Returns what becomes of an item whose external id a consultation has. */
export function toClaimed(item: AcceptedItem, stored: Omit<ConsultationOfItem, 'item'>): ClaimedConsultation {
  const { country, id, isReplaced } = stored;
  const outcome = toOutcome(item, stored);
  return {
    country,
    id,
    fate: isReplaced ? 'replaces' : outcome.status === 'refused' ? 'refused' : 'alreadyRecorded',
  };
}

/** Returns the outcome of an item from the consultation that was recorded for it, or that has its external id. */
export function toOutcome(
  { row, pathologyKey, pathologyField }: AcceptedItem,
  {
    pathologyKey: storedKey,
    isSame,
    isReplaced: _isReplaced,
    ...consultation
  }: Omit<ConsultationOfItem, 'item'>,
): ItemOutcome {
  if (isSame === null) return { status: 'recorded', consultation };
  // The catalogue may have adopted a country's name since, under the key of another pathology.
  const isSamePathology = [row.key, pathologyKey].includes(storedKey);
  const differences = [
    ...(row.patient_id === consultation.patientId ? [] : ['patientId']),
    ...(isSamePathology ? [] : [pathologyField]),
    ...(row.consulted_at === consultation.consultationDate ? [] : ['consultationDate']),
    ...(row.country === consultation.country ? [] : ['country']),
  ];
  if (isSame || differences.length === 0) return { status: 'alreadyRecorded', consultation };
  return refuse(
    'CONFLICT',
    `externalId: "${row.external_id}" was recorded before with another ${new Intl.ListFormat('en').format(differences)}`,
  );
}
