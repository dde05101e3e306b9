/**
 * One text for all spellings in which an ERP may take a login for the same (P-90): what one trims, another composes or
 * folds. Counts of wrong passwords go by it, or each spelling would be counted by itself. Logins that differ in this
 * alone share a count; nothing but a count is read from it.
 */
export const foldedLogin = (login: string): string =>
  login
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}]/gu, '');
