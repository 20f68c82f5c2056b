/**
 * ICD-10 codes of diseases with one or two epidemics a year in much of Africa, to which the moving epidemic method is applied.
 * In the series of other diseases, which have no season, it would mistake noise for one.
 */
export const seasonalCodes: readonly string[] = [
  // Malaria: cerebral, severe, falciparum, any other.
  'B50.0',
  'B50.8',
  'B50.9',
  'B54',
  // Respiratory infections, influenza first.
  'J11.1',
  'J00',
  'J06.9',
  'J18.0',
  'J18.9',
  'J20.9',
  'J21.9',
  'J22',
  // Diarrhoeal diseases: gastroenteritis, rotavirus, shigellosis, typhoid fever.
  'A09.9',
  'A08.0',
  'A03.9',
  'A01.0',
  // Meningitis: meningococcal, pneumococcal, bacterial, any other.
  'A39.0',
  'G00.1',
  'G00.9',
  'G03.9',
  // Measles and varicella.
  'B05.9',
  'B01.9',
  // Dengue and chikungunya.
  'A97.9',
  'A92.0',
];
