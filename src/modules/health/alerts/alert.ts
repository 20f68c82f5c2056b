import type { z } from 'zod';
import { storedCountry } from '../../../shared/country';
import { alertSchema } from './alerts.contract';

/** Schema of an alert as it is stored. */
export const storedAlert = alertSchema.extend({ country: storedCountry });

export type Alert = Readonly<z.output<typeof storedAlert>>;
