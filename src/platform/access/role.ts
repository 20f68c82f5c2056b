/** All roles, highest first. If the portal gives an account several roles, the highest counts. */
export const ROLES = ['admin', 'ministry', 'doctor', 'pharmacist', 'user'] as const;

export type Role = (typeof ROLES)[number];

/** Returns the highest role of a list, or undefined if the list is empty. */
export function highestRole(roles: readonly Role[]): Role | undefined {
  return ROLES.find((role) => roles.includes(role));
}
