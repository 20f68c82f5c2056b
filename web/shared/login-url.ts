import { LOGIN_PATH } from '../../src/shared/login-paths';

/** Returns the URL of the login, which then redirects to the current page. */
export function loginUrl(): string {
  const returnTo = new URLSearchParams({ returnTo: location.pathname + location.search });
  return `${LOGIN_PATH}?${returnTo.toString()}`;
}
