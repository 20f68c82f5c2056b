import { z } from 'zod';
import { array, text } from './parameter';
import { statement } from './statement';

/** The role of this connection, and whether a role exists and has the rights of this one. */
export const DESCRIBE_ROLES = statement({
  name: 'describe_roles',
  text: `
SELECT current_user::text AS owner, r.oid IS NOT NULL AS exists,
  coalesce(pg_has_role(r.oid, current_user, 'MEMBER'), false) AS "hasRightsOfOwner"
FROM (SELECT) one LEFT JOIN pg_roles r ON r.rolname = $role::text`,
  parameters: { role: text() },
  row: z.object({ owner: z.string(), exists: z.boolean(), hasRightsOfOwner: z.boolean() }),
});

/**
 * Tables, views and sequences of this role whose privileges for another role differ from the wanted ones. Those of extensions are
 * left out. A table with a trigger that refuses to delete, which is one of the statement and before it, is append-only.
 */
export const FIND_WRONG_PRIVILEGES = statement({
  name: 'find_wrong_privileges',
  text: `
SELECT CASE c.relkind WHEN 'S' THEN 'SEQUENCE ' ELSE 'TABLE ' END || c.oid::regclass AS object,
  w.privileges AS wanted
FROM pg_class c
CROSS JOIN LATERAL (
  SELECT string_to_array(CASE
    WHEN c.relkind = 'S' THEN 'USAGE'
    WHEN c.relkind IN ('v', 'm') OR c.relname::text = ANY ($readOnly::text[]) THEN 'SELECT'
    WHEN c.relname::text = ANY ($appendOnly::text[]) OR EXISTS (
      SELECT FROM pg_trigger t
      WHERE t.tgrelid = c.oid AND NOT t.tgisinternal AND t.tgtype & 1 = 0 AND t.tgtype & 2 <> 0 AND t.tgtype & 8 <> 0
    ) THEN 'INSERT SELECT'
    WHEN c.relname::text = ANY ($vacuumed::text[]) THEN 'DELETE INSERT MAINTAIN SELECT UPDATE'
    ELSE 'DELETE INSERT SELECT UPDATE'
  END, ' ') AS privileges
) w
WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
  AND pg_has_role(c.relowner, 'USAGE')
  AND NOT EXISTS (
    SELECT FROM pg_depend d WHERE d.classid = 'pg_class'::regclass AND d.objid = c.oid AND d.deptype = 'e'
  )
  AND w.privileges <> ARRAY(
    SELECT a.privilege_type FROM aclexplode(c.relacl) a JOIN pg_roles r ON r.oid = a.grantee
    WHERE r.rolname = $role::text ORDER BY a.privilege_type COLLATE "C"
  )
ORDER BY 1`,
  parameters: {
    role: text(),
    readOnly: array(text()),
    appendOnly: array(text()),
    vacuumed: array(text()),
  },
  row: z.object({ object: z.string(), wanted: z.array(z.string()) }),
});
