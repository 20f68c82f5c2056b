import { z } from 'zod';
import { type CountryCode, storedCountry } from '../../shared/country';
import { text, uuid } from './parameter';
import { statement } from './statement';

/** SQL condition: the row of a relation is in one of the countries, or these are NULL. On Citus, only their shards are read. */
export const isInCountries = (relation: string): string =>
  `($countries::text[] IS NULL OR ${relation}.country = ANY ($countries))`;

export const FIND_NODE_OF_COUNTRY = statement({
  name: 'find_node_of_country',
  text: 'SELECT node_of_country($country) AS node',
  parameters: { country: text<CountryCode>() },
  row: z.object({ node: z.string().nullable() }),
  connection: 'pipelined',
});

export const FIND_COUNTRIES_OF_ACCOUNT = statement({
  name: 'find_countries_of_account',
  text: 'SELECT countries FROM account WHERE id = $accountId',
  parameters: { accountId: uuid() },
  row: z.object({ countries: z.array(storedCountry).nullable() }),
  connection: 'pipelined',
});
