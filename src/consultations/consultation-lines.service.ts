import { ForbiddenException, Injectable } from '@nestjs/common';
import { DataSource, type EntityManager } from 'typeorm';
import type { Caller } from '../access/caller';
import type { CountryCode } from '../access/country';
import { filingCountry } from '../access/filing-country';
import { type AnsweredConsultation, type AnsweredRow, answeredConsultation } from './answered-consultation';
import {
  ConsultationBatchService,
  type ConsultationRow,
  consultationRow,
} from './consultation-batch.service';
import { OUTCOMES_OF_LINES } from './consultations.sql';
import { PathologyCatalogueService } from './pathology-catalogue.service';
import { EDITIONS, type PathologyCode, writtenCode } from './pathology-code';

/** A consultation as a caller sends it. It has a name, a code, or both: then the code decides. */
export interface NewConsultation {
  readonly patientId: string;
  readonly pathologyName?: string | undefined;
  readonly pathologyCode?: PathologyCode | undefined;
  readonly consultationDate: Date;
  /** The account's own number: recorded once, however often and by how many calls at once it is sent. */
  readonly externalId?: string | undefined;
  /** The account's own country when absent. */
  readonly country?: CountryCode | undefined;
}

export interface Refusal {
  readonly status: 'refused';
  readonly code: 'BAD_REQUEST' | 'FORBIDDEN' | 'CONFLICT';
  /** Begins with the field, as in the line itself. */
  readonly message: string;
}

/** What became of a line. */
export type LineOutcome =
  { readonly status: 'recorded' | 'alreadyRecorded'; readonly consultation: AnsweredConsultation } | Refusal;

type OutcomeRow = AnsweredRow & { readonly line: number; readonly same_pathology: boolean };

/** Consultations of one caller, each with an outcome of its own. */
@Injectable()
export class ConsultationLinesService {
  constructor(
    private readonly dataSource: DataSource,
    private readonly batches: ConsultationBatchService,
    private readonly catalogue: PathologyCatalogueService,
  ) {}

  /** Records lines in one transaction: a line that is refused does not stop the others. Outcomes are in their order. */
  async recordMany(lines: readonly NewConsultation[], caller: Caller): Promise<LineOutcome[]> {
    return this.dataSource.transaction((manager) => this.recordIn(manager, lines, caller));
  }

  /** Likewise, as a part of the caller's own transaction, and once in it: as `ConsultationBatchService.recordFrom`. */
  async recordIn(
    manager: EntityManager,
    lines: readonly NewConsultation[],
    caller: Caller,
  ): Promise<LineOutcome[]> {
    const checked = await this.check(manager, lines, caller);
    const rows = checked.filter((line): line is ConsultationRow => !('status' in line));
    const recorded = await this.batches.recordRows(manager, rows, caller.userId);
    const outcomes = await manager.query<OutcomeRow[]>(OUTCOMES_OF_LINES, [
      JSON.stringify(rows.map((row) => ({ ...row, id: recorded.get(row.line) ?? null }))),
      caller.userId,
    ]);
    const byLine = new Map(outcomes.map((outcome) => [outcome.line, outcome]));
    return checked.map((line) => {
      if ('status' in line) return line;
      const outcome = byLine.get(line.line);
      if (!outcome) throw new Error('a line was neither recorded nor claimed');
      if (recorded.has(line.line)) return { status: 'recorded', consultation: answeredConsultation(outcome) };
      return comparedOutcome(line, outcome);
    });
  }

  /** The rows of the lines, in order, or why a line has none. */
  private async check(
    manager: EntityManager,
    lines: readonly NewConsultation[],
    caller: Caller,
  ): Promise<(ConsultationRow | Refusal)[]> {
    const codes = lines.flatMap(({ pathologyCode }) => pathologyCode ?? []);
    const catalogue = await this.catalogue.byCodes(codes, manager);
    return lines.map((consultation, line) => {
      const { pathologyCode, externalId } = consultation;
      const known = pathologyCode && catalogue.get(writtenCode(pathologyCode));
      if (pathologyCode && !known) return refusal('BAD_REQUEST', unknownCode(pathologyCode));
      const pathologyName = known?.name ?? consultation.pathologyName;
      if (pathologyName === undefined) throw new TypeError('a consultation without a pathology');
      const country = countryOrRefusal(caller, consultation.country);
      if (typeof country !== 'string') return country;
      return consultationRow({ ...consultation, pathologyName, country }, { line, externalId });
    });
  }
}

export function refusal(code: Refusal['code'], message: string): Refusal {
  return { status: 'refused', code, message };
}

function countryOrRefusal(caller: Caller, named: CountryCode | undefined): CountryCode | Refusal {
  try {
    return filingCountry(caller, named, 'country');
  } catch (error) {
    if (error instanceof ForbiddenException) return refusal('FORBIDDEN', error.message);
    throw error;
  }
}

function unknownCode(code: PathologyCode): string {
  return `pathologyCode: "${writtenCode(code)}" is not in the catalogue, which follows ${EDITIONS[code.classification]}; send pathologyName where no code fits`;
}

/** The outcome of a line whose external id had been claimed: the first record, where it says the same. */
function comparedOutcome(line: ConsultationRow, stored: OutcomeRow): LineOutcome {
  const differing = [
    ...(line.patient_id === stored.patient_id ? [] : ['patientId']),
    ...(stored.same_pathology ? [] : ['pathology']),
    ...(line.consulted_at === stored.consulted_at.toISOString() ? [] : ['consultationDate']),
    ...(line.country === stored.country ? [] : ['country']),
  ];
  if (differing.length === 0) {
    return { status: 'alreadyRecorded', consultation: answeredConsultation(stored) };
  }
  return refusal(
    'CONFLICT',
    `externalId: "${line.external_id}" was recorded before with another ${new Intl.ListFormat('en').format(differing)}`,
  );
}
