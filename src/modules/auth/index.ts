export { ImportAccountService, sourceKey } from './accounts/import-account.service';
export { AuthModule } from './auth.module';
export { AuthService, type User } from './auth.service';
export { PortalAddresses } from './portal/portal-addresses.service';
export { PageVisitors } from './sessions/page-visitors.service';
