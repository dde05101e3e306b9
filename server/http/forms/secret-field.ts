/** Form fields that are never stored: passwords, tokens that grant access, files. */
export const isSecretField = (name: string): boolean => /pass|token|secret|file/i.test(name);
