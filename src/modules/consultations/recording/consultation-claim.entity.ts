import { Column, Entity, Index } from 'typeorm';
import { Claim } from '../../../platform/database/claim.entity';

/** An account's own number for a consultation. Statements use the table; the entity serves the schema comparison. */
@Entity('consultation_claim')
@Index('consultation_claim_consultation_idx', ['country', 'consultationId'])
@Index('consultation_claim_erased_idx', ['accountId'], { where: `digest = ''` })
export class ConsultationClaim extends Claim {
  @Column('uuid', { name: 'consultation_id' })
  consultationId!: string;

  /** Whether an earlier release made the digest, with the key of the name's spelling. */
  @Column('boolean', { name: 'is_by_spelling', default: false })
  isBySpelling!: boolean;
}
