import { Injectable, NotImplementedException } from '@nestjs/common';
import type { Caller } from '../access/caller';
import type { CountryCode } from '../access/country';
import { PathologyCountsService } from '../consultations/pathology-counts.service';
import type { NamedPeriod } from '../fields/calendar';
import type { ALERT_RULES } from './alerts.contract';

export interface Alert {
  readonly rule: (typeof ALERT_RULES)[number];
  readonly pathology: string;
  readonly icd10: string | null;
  readonly country: string;
  readonly week: string;
  readonly count: number;
  readonly expected: number | null;
  readonly threshold: number;
}

/** TODO: being written. */
@Injectable()
export class AlertsService {
  constructor(private readonly counts: PathologyCountsService) {}

  // eslint-disable-next-line
  async alerts(
    _input: { week?: NamedPeriod; country?: CountryCode },
    _caller: Caller,
  ): Promise<{ weeks: string[]; alerts: Alert[] }> {
    throw new NotImplementedException(String(this.counts));
  }
}
