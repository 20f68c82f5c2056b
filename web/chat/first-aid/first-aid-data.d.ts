/** Modules of `first-aid-plugin.ts`. */

declare module 'virtual:first-aid/cards' {
  const data: {
    readonly cards: readonly import('../../../src/modules/triage/advice/first-aid-cards').FirstAidCard[];
    /** Guideline and year of each step. */
    readonly sources: Readonly<Record<string, string>>;
  };
  export default data;
}

/** The sentence of each step, in the language that ends the name. */
declare module 'virtual:first-aid/*' {
  const sentences: Readonly<Record<string, string>>;
  export default sentences;
}
