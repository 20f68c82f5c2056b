import { Global, Module } from '@nestjs/common';
import { AnchorJob } from './anchor-job';
import { AuditTrail } from './audit-trail.service';
import { AuditedCalls } from './audited-calls.service';
import { LinkJob } from './link-job';

/** Provides the audit trail to every module, and chains its events in the background. */
@Global()
@Module({ providers: [AnchorJob, AuditTrail, AuditedCalls, LinkJob], exports: [AuditTrail, AuditedCalls] })
export class AuditModule {}
