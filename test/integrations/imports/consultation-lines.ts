export const HEADER = 'patient,pathology,date,country';
export const MALARIA = 'P-1,Malaria,2026-03-14,KE';
export const MEASLES = 'P-2,Measles,2026-03-15,KE';
