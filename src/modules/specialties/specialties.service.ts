import { Injectable } from '@nestjs/common';
import { InjectRepository } from '@nestjs/typeorm';
import { Repository } from 'typeorm';
import { SpecialtyEntity } from './specialty.entity';

interface Specialty {
  readonly id: string;
  readonly name: string;
  readonly description: string;
}

@Injectable()
export class SpecialtiesService {
  constructor(@InjectRepository(SpecialtyEntity) private readonly specialties: Repository<SpecialtyEntity>) {}

  /** Returns all specialties, by name. */
  async list(): Promise<Specialty[]> {
    const specialties = await this.specialties.find({ order: { name: 'ASC' } });
    return specialties.map(({ id, name, description }) => ({ id, name, description }));
  }
}
