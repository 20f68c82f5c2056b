import { z } from 'zod';
import { array, text } from './parameter';
import { statement } from './statement';

/** The role of this connection and those of the names, if they are superusers or may become one. */
export const FIND_SUPERUSER_ROLES = statement({
  name: 'find_superuser_roles',
  text: `
SELECT role.rolname::text AS role, role.rolname = session_user AS "isOwn"
FROM pg_roles role
WHERE (role.rolname = session_user OR role.rolname = ANY ($names::text[]))
  AND EXISTS (
    SELECT FROM pg_roles superuser
    WHERE superuser.rolsuper AND pg_has_role(role.oid, superuser.oid, 'MEMBER')
  )
ORDER BY role.rolname`,
  parameters: { names: array(text()) },
  row: z.object({ role: z.string(), isOwn: z.boolean() }),
});
