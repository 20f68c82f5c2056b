import { z } from 'zod';
import { storedCountry } from '../../../shared/country';
import { alertSchema, memberSchema, seriesSchema } from './alerts.contract';

/** What identifies a pathology: several of a country can have one name. */
const pathologyKey = z.string();

/** Schema of an alert as it is stored. */
export const storedAlert = alertSchema.extend({
  country: storedCountry,
  pathologyKey,
  series: seriesSchema.extend({ members: z.array(memberSchema.extend({ pathologyKey })) }).optional(),
});

export type Alert = Readonly<z.output<typeof storedAlert>>;
