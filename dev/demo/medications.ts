import type { Pattern, Timing } from './intensity';

/** A medication of the synthetic data, with its generic name in the WHO Model List of Essential Medicines. */
export interface DemoMedication extends Pattern {
  /** Average units of a sale from a wholesaler to a pharmacy. */
  readonly units: number;
}

const afterRain: Timing = { afterRains: 1.5, low: 0.35 };
const wet: Timing = { afterRains: 0.5, low: 0.5 };
const cool: Timing = { season: { month: 1, width: 1.8 }, low: 0.5, reversedInSouth: true };
const cities = { north: 1.8, southern: 1.5, sahel: 0.6, islands: 0.7 } as const;
const southernHiv = { southern: 4, east: 1.6, north: 0.05, sahel: 0.3, islands: 0.15, horn: 0.4 } as const;

export const medications: readonly DemoMedication[] = [
  malaria('Artemether + lumefantrine', 26, 160),
  malaria('Artesunate + amodiaquine', 9, 120),
  malaria('Artesunate', 6, 40),
  malaria('Sulfadoxine + pyrimethamine', 5, 90),
  malaria('Quinine', 2, 40),
  medication('Paracetamol', 34, { units: 300 }),
  medication('Ibuprofen', 16, { units: 180 }),
  medication('Acetylsalicylic acid', 8, { units: 150 }),
  medication('Morphine', 1, { units: 15, growth: 1.06 }),
  medication('Tramadol', 2, { units: 30 }),
  medication('Amoxicillin', 30, { units: 200, timing: cool }),
  medication('Amoxicillin + clavulanic acid', 11, { units: 90, timing: cool, growth: 1.06 }),
  medication('Azithromycin', 9, { units: 60, timing: cool, growth: 1.05 }),
  medication('Benzathine benzylpenicillin', 4, { units: 40 }),
  medication('Phenoxymethylpenicillin', 4, { units: 80, timing: cool }),
  medication('Cefalexin', 4, { units: 70 }),
  medication('Ceftriaxone', 10, { units: 60, timing: wet }),
  medication('Ciprofloxacin', 11, { units: 90, timing: wet }),
  medication('Clarithromycin', 3, { units: 40, timing: cool }),
  medication('Doxycycline', 9, { units: 100, timing: wet }),
  medication('Gentamicin', 6, { units: 50 }),
  medication('Metronidazole', 16, { units: 140, timing: wet }),
  medication('Nitrofurantoin', 3, { units: 50 }),
  medication('Sulfamethoxazole + trimethoprim', 13, { units: 160, timing: wet, growth: 0.96 }),
  medication('Rifampicin + isoniazid + pyrazinamide + ethambutol', 5, {
    units: 120,
    regions: { southern: 2.2 },
  }),
  medication('Rifampicin + isoniazid', 4, { units: 120, regions: { southern: 2.2 } }),
  medication('Dolutegravir + lamivudine + tenofovir', 10, { units: 240, growth: 1.12, regions: southernHiv }),
  medication('Efavirenz + lamivudine + tenofovir', 4, { units: 200, growth: 0.6, regions: southernHiv }),
  medication('Abacavir + lamivudine', 2, { units: 90, regions: southernHiv }),
  medication('Aciclovir', 3, { units: 40 }),
  medication('Fluconazole', 5, { units: 50 }),
  medication('Clotrimazole', 6, { units: 60 }),
  medication('Albendazole', 12, { units: 180, timing: wet, regions: { north: 0.5 } }),
  medication('Mebendazole', 7, { units: 150, timing: wet, regions: { north: 0.5 } }),
  medication('Praziquantel', 5, { units: 120, regions: { north: 0.4, east: 1.4 } }),
  medication('Ivermectin', 4, { units: 90, regions: { central: 2, north: 0.3 } }),
  medication('Permethrin', 3, { units: 40, timing: cool }),
  medication('Oral rehydration salts', 24, { units: 260, timing: wet }),
  medication('Zinc sulfate', 14, { units: 160, timing: wet }),
  medication('Ferrous salt + folic acid', 13, { units: 220 }),
  medication('Retinol', 4, { units: 150 }),
  medication('Ready-to-use therapeutic food', 4, {
    units: 300,
    regions: { sahel: 3, horn: 2.5, north: 0, southern: 0.4 },
  }),
  medication('Amlodipine', 18, { units: 170, growth: 1.08, regions: cities }),
  medication('Enalapril', 9, { units: 140, growth: 1.03, regions: cities }),
  medication('Losartan', 8, { units: 120, growth: 1.1, regions: cities }),
  medication('Hydrochlorothiazide', 11, { units: 160, growth: 1.02, regions: cities }),
  medication('Bisoprolol', 4, { units: 90, growth: 1.06, regions: cities }),
  medication('Furosemide', 5, { units: 80 }),
  medication('Simvastatin', 5, { units: 100, growth: 1.07, regions: cities }),
  medication('Metformin', 17, { units: 200, growth: 1.1, regions: { ...cities, north: 2.6 } }),
  medication('Gliclazide', 7, { units: 120, growth: 1.04, regions: { ...cities, north: 2.6 } }),
  medication('Insulin (human)', 6, { units: 40, growth: 1.08, regions: { ...cities, north: 2.2 } }),
  medication('Salbutamol', 10, { units: 60, timing: cool, growth: 1.03 }),
  medication('Budesonide', 3, { units: 30, timing: cool, growth: 1.1, regions: cities }),
  medication('Prednisolone', 6, { units: 70 }),
  medication('Loratadine', 6, { units: 90, timing: cool }),
  medication('Omeprazole', 14, { units: 130, growth: 1.05 }),
  medication('Ondansetron', 2, { units: 30, growth: 1.05 }),
  medication('Carbamazepine', 4, { units: 90 }),
  medication('Phenobarbital', 4, { units: 90, growth: 0.97 }),
  medication('Fluoxetine', 3, { units: 60, growth: 1.1, regions: cities }),
  medication('Ethinylestradiol + levonorgestrel', 8, { units: 150 }),
  medication('Medroxyprogesterone acetate', 8, { units: 80, growth: 1.06, regions: { north: 0.4 } }),
  medication('Oxytocin', 5, { units: 50 }),
  medication('Magnesium sulfate', 2, { units: 30 }),
];

function medication(
  name: string,
  weight: number,
  rest: Pick<DemoMedication, 'units'> & Partial<DemoMedication>,
): DemoMedication {
  return { timing: 'flat', growth: 1, regions: {}, ...rest, name, weight };
}

function malaria(name: string, weight: number, units: number): DemoMedication {
  return {
    ...medication(name, weight, { units, timing: afterRain, regions: { north: 0 } }),
    followsMalaria: true,
  };
}
