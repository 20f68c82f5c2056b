import { Module } from '@nestjs/common';
import { AuditListModule } from '../../modules/audit';
import { AuthModule } from '../../modules/auth';
import { AuditPageController } from './audit-page.controller';

@Module({ imports: [AuthModule, AuditListModule], controllers: [AuditPageController] })
export class AuditPageModule {}
