import { z } from 'zod';
import type { AuditedCall, Touched } from '../../platform/contract/audit-rule';
import { storedCountry } from '../../shared/country';
import { resolveScope } from '../../platform/access/country-scope';

const inputWithCountry = z.object({ country: storedCountry.optional() });

/** The audit rule of statistics: they touch the requested country, or all that the caller may see. */
export const AUDITED_STATISTICS = {
  touched({ caller, input }: AuditedCall): readonly Touched[] {
    if (!caller) return [];
    const { data } = inputWithCountry.safeParse(input);
    return [{ country: resolveScope(caller, data?.country) }];
  },
};
