import { EnvironmentError } from '../../src/platform/config/environment';

type Variables = Readonly<Record<string, string | undefined>>;

/** The parts of the stack that are embedded, and the portal's port. */
export interface StackSettings {
  readonly embedsDatabase: boolean;
  readonly embedsPortal: boolean;
  readonly portalPort: number;
}

const PORTAL_VARIABLES = ['OAUTH_ISSUER', 'OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_USERINFO_URL'];

/**
 * Reads the settings of the stack: the database and the portal are embedded unless a variable names another one.
 * @throws EnvironmentError if PORTAL_PORT is not a port
 */
export function readStackSettings(variables: Variables): StackSettings {
  const isSet = (name: string) => variables[name] !== undefined && variables[name] !== '';
  const port = isSet('PORTAL_PORT') ? Number(variables.PORTAL_PORT) : 4400;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new EnvironmentError('Settings to mend:\n  PORTAL_PORT: expected a port, 0 to 65535');
  }
  return {
    embedsDatabase: !isSet('DATABASE_URL'),
    embedsPortal: !PORTAL_VARIABLES.some(isSet),
    portalPort: port,
  };
}
