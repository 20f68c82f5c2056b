/** Every role, highest first: of several roles that a portal names, the highest counts. */
export const ROLES = ['admin', 'ministry', 'doctor', 'pharmacist', 'user'] as const;

export type Role = (typeof ROLES)[number];

/** The highest of some roles, or undefined where there is none. */
export function highestRole(roles: readonly Role[]): Role | undefined {
  return ROLES.find((role) => roles.includes(role));
}
