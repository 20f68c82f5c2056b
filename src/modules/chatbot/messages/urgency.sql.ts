/**
 * SQL expression: the urgency of message `m`. It is stored as `emergency` or `none`, which the previous release knows, and a column
 * that it ignores.
 */
export const URGENCY = `CASE WHEN m.same_day THEN 'today' WHEN m.urgency = 'none' THEN 'routine' ELSE m.urgency END`;

/** SQL assignments that store an urgency. @param value SQL expression of a text */
export function storeUrgency(value: string): string {
  return `urgency = CASE ${value} WHEN 'emergency' THEN 'emergency' ELSE 'none' END, same_day = ${value} = 'today'`;
}
