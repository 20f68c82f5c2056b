export interface CatalogueSpecialty {
  /** Kebab-case, such as `general-practice`; it never changes. */
  readonly code: string;
  readonly name: string;
  /** One sentence. */
  readonly description: string;
}

/** Where the offline assistant finds the platform's specialties. */
export abstract class SpecialtyCatalogue {
  abstract list(): Promise<readonly CatalogueSpecialty[]>;
}
