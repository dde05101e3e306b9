/**
 * Normalizes all spellings that an ERP may treat as the same login (P-90): some ERPs trim, others compose or fold
 * characters. Only the counters of wrong passwords use it, because otherwise each spelling would have its own counter.
 * Two logins that differ only in spelling share a counter.
 */
export const foldedLogin = (login: string): string =>
  login
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}]/gu, '');
