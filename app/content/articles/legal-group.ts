/** The group of the terms and privacy pages (contract/erp.md 6.17). */
export const legalGroup = 'legal';
