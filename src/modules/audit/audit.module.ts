import { Module } from '@nestjs/common';
import { AuditListService } from './audit-list.service';
import { AuditRouter } from './audit.router';

/** Lists the audit trail; `src/platform/audit` writes it. */
@Module({ providers: [AuditListService, AuditRouter], exports: [AuditListService] })
export class AuditListModule {}
