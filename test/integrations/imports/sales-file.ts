/** The header and a line of a file of sales, and the sale of the line. */
export const HEADER = 'country,medicationName,units,soldAt';
export const LINE = 'KE,Paracetamol,20,2026-03-14';
export const SALE = { country: 'KE', name: 'Paracetamol', units: 20, at: '2026-03-14 12:00' };
