import {
  AuditAnchorRow,
  AuditEventRow,
  AuditLinkRow,
  AuditProgressRow,
  AuditRemovalRow,
} from '../../platform/audit/audit.entity';
import { Feature } from '../../platform/feature/feature';
import { auditContract } from './audit.contract';
import { AuditListModule } from './audit.module';

export const feature = new Feature({
  router: 'audit',
  position: 6,
  purpose: 'Who read or wrote what, for administrators.',
  module: AuditListModule,
  contract: auditContract,
  entities: [AuditEventRow, AuditLinkRow, AuditProgressRow, AuditAnchorRow, AuditRemovalRow],
});
