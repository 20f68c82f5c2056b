/** SQL condition: the record of a claim is not erased. Content that is sent again must not bring an erased one back. */
export const isNotErased = (claim: string): string => `${claim}.digest <> ''`;
