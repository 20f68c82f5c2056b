/** SQL condition: the record of a claim is not erased. Content that is sent again must not bring an erased one back. */
export const isNotErased = (claim: string): string => `${claim}.digest <> ''`;

/** SQL condition: a claim was made with other content than that of an item, also if an earlier release made it. */
export const hasOtherContent = (claim: string, item: string): string =>
  `${claim}.digest <> ALL (${item}.digest || ${item}.earlier_digests)`;
