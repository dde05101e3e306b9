/** Group of terms and privacy (contract/erp.md 6.17). */
export const legalGroup = 'legal';
