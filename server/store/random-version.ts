import { randomInt } from 'node:crypto';

/** A version is a random number: a recreated document never gets a version that a slow writer still holds. */
export const randomVersion = (): number => randomInt(1, 2 ** 47);
