import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Caller } from '../../../src/platform/access/caller';
import { ownCountry } from '../../../src/platform/access/record-country';
import { LabSample } from './lab-sample.entity';

export interface AnsweredLabSample {
  readonly id: string;
  readonly remark: string;
  /** ISO 8601. */
  readonly recordedAt: string;
}

/** The length of the longest list. */
const MAX_LISTED = 100;

@Injectable()
export class LabSamplesService {
  constructor(@InjectRepository(LabSample) private readonly labSamples: Repository<LabSample>) {}

  /** Records one of the lab samples in the account's present country. */
  async record({ remark }: { readonly remark: string }, caller: Caller): Promise<AnsweredLabSample> {
    const labSample = this.labSamples.create({ remark, country: ownCountry(caller), ...ownedBy(caller) });
    return answered(await this.labSamples.save(labSample));
  }

  /** Returns the last hundred lab samples that the account recorded, in any country, latest first. */
  async list(caller: Caller): Promise<AnsweredLabSample[]> {
    const found = await this.labSamples.find({
      where: ownedBy(caller),
      order: { id: 'DESC' },
      take: MAX_LISTED,
    });
    return found.map(answered);
  }
}

/** The condition of every query: an account has its own rows, whatever country it belongs to now. */
function ownedBy({ userId }: Caller): Pick<LabSample, 'recordedBy'> {
  return { recordedBy: userId };
}

/** The fields of the answer. The entity itself is never returned to a caller. */
function answered({ id, remark, recordedAt }: LabSample): AnsweredLabSample {
  return { id, remark, recordedAt: recordedAt.toISOString() };
}
