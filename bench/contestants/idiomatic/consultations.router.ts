import { InjectRepository } from '@nestjs/typeorm';
import { TRPCError } from '@trpc/server';
import { Ctx, Input, Mutation, Router, UseMiddlewares } from 'nestjs-trpc';
import { Repository } from 'typeorm';
import { Consultation } from '../../../src/modules/consultations/consultation.entity';
import { consultationsContract } from '../../../src/modules/consultations/consultations.contract';
import { PathologyName } from '../../../src/modules/consultations/pathologies/pathology.entity';
import type { InputOf } from '../../../src/platform/contract/implementation-types';
import { ownCountry } from '../../../src/platform/access/record-country';
import { nameKey } from '../../../src/shared/name-key';
import type { IdiomaticContext } from './request-context';
import { DoctorMiddleware } from './session.middleware';

@Router({ alias: 'consultations' })
export class ConsultationsRouter {
  constructor(
    @InjectRepository(Consultation) private readonly consultations: Repository<Consultation>,
    @InjectRepository(PathologyName) private readonly names: Repository<PathologyName>,
  ) {}

  @UseMiddlewares(DoctorMiddleware)
  @Mutation({ input: consultationsContract.record.input, output: consultationsContract.record.output })
  async record(
    @Input() input: InputOf<typeof consultationsContract.record>,
    @Ctx() { account }: IdiomaticContext,
  ) {
    const country = ownCountry(account);
    const key = nameKey(input.pathologyName ?? '');
    const name = await this.names.findOne({
      where: [
        { scope: '*', key },
        { scope: country, key },
      ],
      order: { scope: 'ASC' },
      relations: { pathology: true },
    });
    if (!name) throw new TRPCError({ code: 'NOT_FOUND' });
    const { pathology } = name;
    const consultation = await this.consultations.save(
      this.consultations.create({
        country,
        pathologyId: pathology.id,
        patientId: input.patientId,
        consultedAt: input.consultationDate,
        recordedBy: account.id,
      }),
    );
    return {
      success: true as const,
      data: {
        country,
        id: consultation.id,
        patientId: consultation.patientId,
        pathologyName: pathology.name,
        pathologyCode: pathology.icd10 && `icd10:${pathology.icd10}`,
        consultationDate: consultation.consultedAt.toISOString(),
        recordedAt: consultation.recordedAt.toISOString(),
        externalId: null,
        voidedAt: null,
      },
    };
  }
}
