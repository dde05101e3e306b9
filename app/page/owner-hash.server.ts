import { createHash } from 'node:crypto';

/** A name for the customer that says nothing about who it is. */
export const ownerHash = (owner: string): string =>
  createHash('sha256').update(owner).digest('base64url').slice(0, 22);
