import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Caller } from '../../../src/platform/access/caller';
import { ownCountry } from '../../../src/platform/access/record-country';
import { LabSample } from './lab-sample.entity';

export interface LabSampleResponse {
  readonly id: string;
  readonly remark: string;
  /** ISO 8601. */
  readonly recordedAt: string;
}

/** Maximum number of rows that `list` returns. */
const MAX_LISTED = 100;

@Injectable()
export class LabSamplesService {
  constructor(@InjectRepository(LabSample) private readonly labSamples: Repository<LabSample>) {}

  /** Records a new lab sample in the account's current country. */
  async record({ remark }: { readonly remark: string }, caller: Caller): Promise<LabSampleResponse> {
    const labSample = this.labSamples.create({ remark, country: ownCountry(caller), ...ownedBy(caller) });
    return toResponse(await this.labSamples.save(labSample));
  }

  /** Returns the last hundred lab samples that the account recorded, in any country, latest first. */
  async list(caller: Caller): Promise<LabSampleResponse[]> {
    const found = await this.labSamples.find({
      where: ownedBy(caller),
      order: { id: 'DESC' },
      take: MAX_LISTED,
    });
    return found.map(toResponse);
  }
}

/** Returns the condition of every query: the rows that the account recorded, in any country. */
function ownedBy({ userId }: Caller): Pick<LabSample, 'recordedBy'> {
  return { recordedBy: userId };
}

/** Returns the fields that a caller may see. The service never returns the entity itself. */
function toResponse({ id, remark, recordedAt }: LabSample): LabSampleResponse {
  return { id, remark, recordedAt: recordedAt.toISOString() };
}
