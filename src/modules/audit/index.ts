export { AuditListService } from './audit-list.service';
export { auditContract } from './audit.contract';
export { AuditListModule } from './audit.module';
export { type Removal, removeDaysBefore } from './retention/remove-days';
