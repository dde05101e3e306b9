/**
 * Normalizes all spellings that an ERP may treat as the same login (P-90): some ERPs trim, others compose or fold
 * characters. Counters of wrong passwords use it, because otherwise each spelling would have its own counter. Logins
 * that differ only in this share a counter; nothing else depends on it.
 */
export const foldedLogin = (login: string): string =>
  login
    .toLowerCase()
    .normalize('NFKC')
    .replace(/[\p{C}\p{Z}]/gu, '');
