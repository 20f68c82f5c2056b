import { InjectRepository } from '@nestjs/typeorm';
import { Ctx, Input, Query, Router, UseMiddlewares } from 'nestjs-trpc';
import { type ObjectLiteral, Repository, type SelectQueryBuilder } from 'typeorm';
import { Consultation } from '../../../src/modules/consultations/consultation.entity';
import { healthContract } from '../../../src/modules/health/health.contract';
import { MedicationSale } from '../../../src/modules/health/medications/medication.entity';
import type { InputOf } from '../../../src/platform/contract/implementation-types';
import { calendarPeriod } from '../../../src/shared/period';
import type { IdiomaticContext } from './request-context';
import { MinistryMiddleware } from './session.middleware';

/** Statistics by a live `GROUP BY`. */
@Router({ alias: 'health' })
export class HealthRouter {
  constructor(
    @InjectRepository(Consultation) private readonly consultations: Repository<Consultation>,
    @InjectRepository(MedicationSale) private readonly sales: Repository<MedicationSale>,
  ) {}

  @UseMiddlewares(MinistryMiddleware)
  @Query({ input: healthContract.pathologyStats.input, output: healthContract.pathologyStats.output })
  async pathologyStats(
    @Input() { year, month }: InputOf<typeof healthContract.pathologyStats>,
    @Ctx() { account }: IdiomaticContext,
  ) {
    const { from, before } = calendarPeriod(year, month);
    const query = this.consultations
      .createQueryBuilder('c')
      .innerJoin('c.pathology', 'p')
      .select('p.name', 'name')
      .addSelect('count(*)::integer', 'count')
      .where('c.consultedAt >= :from AND c.consultedAt < :before', { from, before })
      .groupBy('p.name')
      .orderBy('count(*)', 'DESC')
      .addOrderBy('p.name');
    return inCountryOf(account, query).getRawMany<{ name: string; count: number }>();
  }

  @UseMiddlewares(MinistryMiddleware)
  @Query({ input: healthContract.medicationStats.input, output: healthContract.medicationStats.output })
  async medicationStats(
    @Input() { year }: InputOf<typeof healthContract.medicationStats>,
    @Ctx() { account }: IdiomaticContext,
  ) {
    const { from, before } = calendarPeriod(year);
    const query = this.sales
      .createQueryBuilder('c')
      .innerJoin('c.medication', 'm')
      .select('m.name', 'name')
      .addSelect('sum(c.units)::integer', 'unitsSold')
      .where('c.soldAt >= :from AND c.soldAt < :before', { from, before })
      .groupBy('m.name')
      .orderBy('sum(c.units)', 'DESC')
      .addOrderBy('m.name');
    const data = await inCountryOf(account, query).getRawMany<{ name: string; unitsSold: number }>();
    return { success: true as const, data };
  }
}

function inCountryOf<Entity extends ObjectLiteral>(
  { country }: IdiomaticContext['account'],
  query: SelectQueryBuilder<Entity>,
): SelectQueryBuilder<Entity> {
  return country === '*' ? query : query.andWhere('c.country = :country', { country: country ?? '' });
}
