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

/** Whether this connection's role owns tables, or may become a role that does. */
export const OWNS_TABLES = statement({
  name: 'owns_tables',
  text: `
SELECT current_user::text AS role, EXISTS (
  SELECT FROM pg_class c
  WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p') AND pg_has_role(c.relowner, 'MEMBER')
) AS owns`,
  row: z.object({ role: z.string(), owns: z.boolean() }),
});
