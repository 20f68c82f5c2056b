export { ImportAccountService, sourceKey } from './accounts/import-account.service';
export { AuthModule } from './auth.module';
export { AuthService, type User } from './auth.service';
export { PortalAddressesService } from './portal/portal-addresses.service';
export { PageUserService } from './sessions/page-user.service';
