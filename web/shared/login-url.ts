import { writeLoginPath } from '../../src/shared/login-paths';

/** Returns the URL of the login, which then redirects to the current page. */
export function loginUrl(): string {
  return writeLoginPath({ returnTo: location.pathname + location.search });
}
