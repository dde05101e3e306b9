/** Veterinary groups and the card of the year-end rebate (contract/erp.md 15.4, 15.5). */
import type { CustomerCall } from '../call';
import { accessError, empty, json, type ErpResponse } from '../protocol/exchange';
import { sizeData } from '../protocol/paging';
import { signedIn, type Route } from '../protocol/router';
import { currentProgram, rebateBalance } from './rebate';

function groups(call: CustomerCall): ErpResponse {
  const { erp, customer, lang } = call;
  const own = erp.world.groups
    .filter((group) => customer.groups.includes(group.id))
    .sort((a, b) => a.sequence - b.sequence)
    .map(({ id, name, color, sequence }) => ({ id, name: name[lang], color, sequence }));
  return sizeData(own.length, own);
}

/** 403 for a customer who may not see rebates; 204 for one who has ordered nothing in the period. */
function card(call: CustomerCall): ErpResponse {
  const { erp, customer, lang } = call;
  if (!customer.rebateVisible) throw accessError();
  const program = currentProgram(erp, lang);
  if (!program) return empty(204);
  const balance = rebateBalance(erp, customer.id, program);
  if (balance.points === 0) return empty(204);
  return json(200, {
    id: customer.id * 100 + program.id,
    program: {
      id: program.id,
      name: program.name,
      program_type: 'year_end_rebate',
      date_from: program.date_from?.slice(0, 10) ?? null,
      date_to: program.date_to?.slice(0, 10) ?? null,
    },
    ...balance,
  });
}

const released = false;

export const loyaltyRoutes: Route[] = [
  signedIn('GET', 'veterinary_groups', groups, { released }),
  signedIn('GET', 'loyalty/card/rfa/current', card, { released }),
];
