export { findImportAccount, findOrCreateImportAccount } from './accounts/import-account';
export { AuthModule } from './auth.module';
export { AuthService, type User } from './auth.service';
export { PortalAddressesService } from './portal/portal-addresses.service';
export { PageUserService } from './sessions/page-user.service';
