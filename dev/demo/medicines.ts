import type { Pattern, Timing } from './intensity';

/** A medicine of the synthetic data, with its generic name in the WHO Model List of Essential Medicines. */
export interface DemoMedicine extends Pattern {
  /** Average units of a sale from a wholesaler to a pharmacy. */
  readonly units: number;
}

const afterRain: Timing = { afterRains: 1.5, low: 0.35 };
const wet: Timing = { afterRains: 0.5, low: 0.5 };
const cool: Timing = { season: { month: 1, width: 1.8 }, low: 0.5, reversedInSouth: true };
const cities = { north: 1.8, southern: 1.5, sahel: 0.6, islands: 0.7 } as const;
const southernHiv = { southern: 4, east: 1.6, north: 0.05, sahel: 0.3, islands: 0.15, horn: 0.4 } as const;

export const medicines: readonly DemoMedicine[] = [
  malaria('Artemether + lumefantrine', 26, 160),
  malaria('Artesunate + amodiaquine', 9, 120),
  malaria('Artesunate', 6, 40),
  malaria('Sulfadoxine + pyrimethamine', 5, 90),
  malaria('Quinine', 2, 40),
  medicine('Paracetamol', 34, { units: 300 }),
  medicine('Ibuprofen', 16, { units: 180 }),
  medicine('Acetylsalicylic acid', 8, { units: 150 }),
  medicine('Morphine', 1, { units: 15, growth: 1.06 }),
  medicine('Tramadol', 2, { units: 30 }),
  medicine('Amoxicillin', 30, { units: 200, timing: cool }),
  medicine('Amoxicillin + clavulanic acid', 11, { units: 90, timing: cool, growth: 1.06 }),
  medicine('Azithromycin', 9, { units: 60, timing: cool, growth: 1.05 }),
  medicine('Benzathine benzylpenicillin', 4, { units: 40 }),
  medicine('Phenoxymethylpenicillin', 4, { units: 80, timing: cool }),
  medicine('Cefalexin', 4, { units: 70 }),
  medicine('Ceftriaxone', 10, { units: 60, timing: wet }),
  medicine('Ciprofloxacin', 11, { units: 90, timing: wet }),
  medicine('Clarithromycin', 3, { units: 40, timing: cool }),
  medicine('Doxycycline', 9, { units: 100, timing: wet }),
  medicine('Gentamicin', 6, { units: 50 }),
  medicine('Metronidazole', 16, { units: 140, timing: wet }),
  medicine('Nitrofurantoin', 3, { units: 50 }),
  medicine('Sulfamethoxazole + trimethoprim', 13, { units: 160, timing: wet, growth: 0.96 }),
  medicine('Rifampicin + isoniazid + pyrazinamide + ethambutol', 5, {
    units: 120,
    regions: { southern: 2.2 },
  }),
  medicine('Rifampicin + isoniazid', 4, { units: 120, regions: { southern: 2.2 } }),
  medicine('Dolutegravir + lamivudine + tenofovir', 10, { units: 240, growth: 1.12, regions: southernHiv }),
  medicine('Efavirenz + lamivudine + tenofovir', 4, { units: 200, growth: 0.6, regions: southernHiv }),
  medicine('Abacavir + lamivudine', 2, { units: 90, regions: southernHiv }),
  medicine('Aciclovir', 3, { units: 40 }),
  medicine('Fluconazole', 5, { units: 50 }),
  medicine('Clotrimazole', 6, { units: 60 }),
  medicine('Albendazole', 12, { units: 180, timing: wet, regions: { north: 0.5 } }),
  medicine('Mebendazole', 7, { units: 150, timing: wet, regions: { north: 0.5 } }),
  medicine('Praziquantel', 5, { units: 120, regions: { north: 0.4, east: 1.4 } }),
  medicine('Ivermectin', 4, { units: 90, regions: { central: 2, north: 0.3 } }),
  medicine('Permethrin', 3, { units: 40, timing: cool }),
  medicine('Oral rehydration salts', 24, { units: 260, timing: wet }),
  medicine('Zinc sulfate', 14, { units: 160, timing: wet }),
  medicine('Ferrous salt + folic acid', 13, { units: 220 }),
  medicine('Retinol', 4, { units: 150 }),
  medicine('Ready-to-use therapeutic food', 4, {
    units: 300,
    regions: { sahel: 3, horn: 2.5, north: 0, southern: 0.4 },
  }),
  medicine('Amlodipine', 18, { units: 170, growth: 1.08, regions: cities }),
  medicine('Enalapril', 9, { units: 140, growth: 1.03, regions: cities }),
  medicine('Losartan', 8, { units: 120, growth: 1.1, regions: cities }),
  medicine('Hydrochlorothiazide', 11, { units: 160, growth: 1.02, regions: cities }),
  medicine('Bisoprolol', 4, { units: 90, growth: 1.06, regions: cities }),
  medicine('Furosemide', 5, { units: 80 }),
  medicine('Simvastatin', 5, { units: 100, growth: 1.07, regions: cities }),
  medicine('Metformin', 17, { units: 200, growth: 1.1, regions: { ...cities, north: 2.6 } }),
  medicine('Gliclazide', 7, { units: 120, growth: 1.04, regions: { ...cities, north: 2.6 } }),
  medicine('Insulin (human)', 6, { units: 40, growth: 1.08, regions: { ...cities, north: 2.2 } }),
  medicine('Salbutamol', 10, { units: 60, timing: cool, growth: 1.03 }),
  medicine('Budesonide', 3, { units: 30, timing: cool, growth: 1.1, regions: cities }),
  medicine('Prednisolone', 6, { units: 70 }),
  medicine('Loratadine', 6, { units: 90, timing: cool }),
  medicine('Omeprazole', 14, { units: 130, growth: 1.05 }),
  medicine('Ondansetron', 2, { units: 30, growth: 1.05 }),
  medicine('Carbamazepine', 4, { units: 90 }),
  medicine('Phenobarbital', 4, { units: 90, growth: 0.97 }),
  medicine('Fluoxetine', 3, { units: 60, growth: 1.1, regions: cities }),
  medicine('Ethinylestradiol + levonorgestrel', 8, { units: 150 }),
  medicine('Medroxyprogesterone acetate', 8, { units: 80, growth: 1.06, regions: { north: 0.4 } }),
  medicine('Oxytocin', 5, { units: 50 }),
  medicine('Magnesium sulfate', 2, { units: 30 }),
];

function medicine(
  name: string,
  weight: number,
  rest: Pick<DemoMedicine, 'units'> & Partial<DemoMedicine>,
): DemoMedicine {
  return { timing: 'flat', growth: 1, regions: {}, ...rest, name, weight };
}

function malaria(name: string, weight: number, units: number): DemoMedicine {
  return {
    ...medicine(name, weight, { units, timing: afterRain, regions: { north: 0 } }),
    followsMalaria: true,
  };
}
