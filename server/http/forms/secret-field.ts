/** Fields of a form that are never kept for later: passwords, tokens that open something, files. */
export const isSecretField = (name: string): boolean => /pass|token|secret|file/i.test(name);
