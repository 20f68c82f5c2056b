import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import type { Caller } from '../../../src/access/caller';
import { filingCountry } from '../../../src/access/filing-country';
import { LabSample } from './lab-sample.entity';

export interface AnsweredLabSample {
  readonly id: string;
  readonly remark: string;
  /** ISO 8601. */
  readonly recordedAt: string;
}

/** The most that a list answers. */
const LONGEST_LIST = 100;

@Injectable()
export class LabSamplesService {
  constructor(@InjectRepository(LabSample) private readonly labSamples: Repository<LabSample>) {}

  /** Files it under the account's country. */
  async record({ remark }: { readonly remark: string }, caller: Caller): Promise<AnsweredLabSample> {
    return answered(await this.labSamples.save(this.labSamples.create({ remark, ...ownedBy(caller) })));
  }

  /** The last hundred of the account's own, latest first. */
  async list(caller: Caller): Promise<AnsweredLabSample[]> {
    const found = await this.labSamples.find({
      where: ownedBy(caller),
      order: { recordedAt: 'DESC', id: 'DESC' },
      take: LONGEST_LIST,
    });
    return found.map(answered);
  }
}

/** Whose they are is a condition of every query. */
function ownedBy(caller: Caller): Pick<LabSample, 'country' | 'recordedBy'> {
  return { country: filingCountry(caller, undefined, 'country'), recordedBy: caller.userId };
}

/** The entity itself never leaves the service. */
function answered({ id, remark, recordedAt }: LabSample): AnsweredLabSample {
  return { id, remark, recordedAt: recordedAt.toISOString() };
}
