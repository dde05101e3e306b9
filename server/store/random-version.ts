import { randomInt } from 'node:crypto';

/** A version is a random number: a document made anew never has one that a slow writer still holds. */
export const randomVersion = (): number => randomInt(1, 2 ** 47);
