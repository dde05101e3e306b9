/** Name of the group that contains the pages with terms and privacy policy (contract/erp.md 6.17). */
export const legalGroup = 'legal';
