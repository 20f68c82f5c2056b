export { findImportAccount, findOrCreateImportAccount } from './accounts/import-account';
export { AuthModule } from './auth.module';
export { PortalAddressesService } from './portal/portal-addresses.service';
export { PageUserService } from './sessions/page-user.service';
export { type User, userOf } from './user';
