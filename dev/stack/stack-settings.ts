import { EnvironmentError } from '../../src/platform/config/environment';

type Variables = Readonly<Record<string, string | undefined>>;

/** Which parts of the stack are embedded, and on which ports it listens. */
export interface StackSettings {
  readonly embedsDatabase: boolean;
  readonly embedsPortal: boolean;
  readonly portalPort: number;
}

const portalVariables = ['OAUTH_ISSUER', 'OAUTH_AUTHORIZATION_URL', 'OAUTH_TOKEN_URL', 'OAUTH_USERINFO_URL'];

/**
 * Decides part by part: what a variable names is used, what none names is embedded.
 * @throws EnvironmentError if PORTAL_PORT is no port
 */
export function stackSettings(variables: Variables): StackSettings {
  const isSet = (name: string) => variables[name] !== undefined && variables[name] !== '';
  const port = isSet('PORTAL_PORT') ? Number(variables.PORTAL_PORT) : 4400;
  if (!Number.isInteger(port) || port < 0 || port > 65_535) {
    throw new EnvironmentError('Settings to mend:\n  PORTAL_PORT: expected a port, 0 to 65535');
  }
  return {
    embedsDatabase: !isSet('DATABASE_URL'),
    embedsPortal: !portalVariables.some(isSet),
    portalPort: port,
  };
}
