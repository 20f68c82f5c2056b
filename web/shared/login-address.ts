import { LOGIN_PATH } from '../../src/shared/login-paths';

/** Returns the address that signs in and then returns to the current page. */
export function loginAddress(): string {
  const returnTo = new URLSearchParams({ returnTo: location.pathname + location.search });
  return `${LOGIN_PATH}?${returnTo.toString()}`;
}
