import { z } from 'zod';
import type { AuditedCall, Touched } from '../../platform/contract/audit-rule';
import { storedCountry } from '../../shared/country';
import { isInScope, resolveScope } from '../../platform/access/country-scope';

const inputWithCountry = z.object({
  country: storedCountry.optional(),
  countries: z.array(storedCountry).optional(),
});

/** The audit rule of statistics: they touch the requested countries that the caller may see, or else all of these, also if none of the requested is one. */
export const AUDITED_STATISTICS = {
  touched({ caller, input }: AuditedCall): readonly Touched[] {
    if (!caller) return [];
    const { data } = inputWithCountry.safeParse(input);
    const scope = resolveScope(caller, data?.country);
    const visible = data?.countries?.filter((each) => isInScope(scope, each)) ?? [];
    return [...new Set(visible.length > 0 ? visible : [scope])].map((country) => ({ country }));
  },
};
