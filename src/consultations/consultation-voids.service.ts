import { Injectable, NotImplementedException } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { Caller } from '../access/caller';

export interface VoidedConsultation {
  readonly id: string;
  readonly reason: string;
  readonly voidedAt: string;
}

/** TODO: being written. */
@Injectable()
export class ConsultationVoidsService {
  constructor(private readonly dataSource: DataSource) {}

  // eslint-disable-next-line
  async void(_input: { id: string; reason: string }, _caller: Caller): Promise<VoidedConsultation> {
    throw new NotImplementedException(String(this.dataSource.isInitialized));
  }
}
