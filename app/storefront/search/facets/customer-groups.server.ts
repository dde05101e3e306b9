/**
 * The customer's veterinary groups, from the session's claims or else from the ERP (contract/erp.md 15.4). If the ERP
 * call fails, the shop logs it and shows no groups (SRCH-05).
 */
import { z } from 'zod';
import { findRecord } from '~/base/erp/calls.server';
import { readable } from '~/base/erp/wire-fields.server';
import type { CustomerRequest } from '~/base/page/page';
import { isUpstreamFailure } from '~/base/kernel/failure';

const Groups = z.object({ data: readable(z.object({ id: z.int().positive(), name: z.string() })) });

export async function findGroupIds(page: CustomerRequest): Promise<readonly number[]> {
  if (page.customer.veterinaryGroups.length > 0) return page.customer.veterinaryGroups;
  try {
    const found = await findRecord(
      page.context,
      { path: 'veterinary_groups', timeoutMs: 1_500 },
      Groups,
    );
    if (found === null) return [];
    return found.data.flatMap(({ id, name }) => (name.includes('RFA') ? [] : [id]));
  } catch (error) {
    if (!isUpstreamFailure(error)) throw error;
    page.context.log.warn(
      { event: 'groups.unknown', reason: error.reason },
      'veterinary groups could not be read',
    );
    return [];
  }
}
