/** SQL condition: the record of a claim is not erased. Content that is sent again must not bring an erased one back. */
export const isNotErased = (claim: string): string => `${claim}.digest <> ''`;

/**
 * SQL condition: a claim was made with other content than that of an item. Digests of earlier releases count only for their
 * claims: in one of this release, the same digest is that of another name.
 */
export const hasOtherContent = (claim: string, item: string): string =>
  `(${claim}.digest <> ${item}.digest AND NOT (${claim}.is_by_spelling AND ${claim}.digest = ANY (${item}.earlier_digests)))`;
