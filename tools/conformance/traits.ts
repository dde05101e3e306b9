/**
 * Deviations from the contract other than missing calls (contract/erp.md 21.1), detected by read requests only. Each
 * reports where it looked, what it saw and what the contract requires.
 */
import { ask, isAnswer, type Asked, type Question, type Target } from './ask';
import { isObject, valuesAt } from './json';

export interface Difference {
  call: string;
  field: string;
  seen: string;
  expected: string;
  means: string;
}
export interface Trait {
  id: string;
  look(erp: Erp): Promise<Difference | null>;
}
export interface Erp {
  /** Sends the customer's token by default; null if the ERP does not respond. */
  get(path: string, more?: Partial<Question>): Promise<Asked | null>;
  send(question: Question): Promise<Asked | null>;
}

export function erpOf(target: Target, token: string): Erp {
  const send = async (question: Question): Promise<Asked | null> => {
    const answer = await ask(target, question);
    return isAnswer(answer) ? answer : null;
  };
  return { send, get: (path, more) => send({ method: 'GET', path, token, ...more }) };
}

const nobody = '00000000-0000-4000-8000-000000000000';
const items = (answer: Asked | null): unknown[] => valuesAt(answer?.json, 'items[]');
const sales = 'sales?page=1&page_size=50';

const lineNames = async (erp: Erp, language: string): Promise<string> =>
  JSON.stringify(valuesAt((await erp.get(sales, { language }))?.json, 'items[].lines[].name'));

const isNoisy = (value: unknown): boolean => !/^-?\d+(\.\d{1,2})?$/.test(String(value));
function* numbersIn(value: unknown): Generator<unknown> {
  if (typeof value === 'number') yield value;
  else if (typeof value === 'object' && value !== null)
    for (const inner of Object.values(value)) yield* numbersIn(inner);
}

const rawWords = new Set(['draft', 'sent', 'sale', 'done']);

export const traits: readonly Trait[] = [
  {
    id: 'no-v2-alias',
    look: async (erp) => {
      const answer = await erp.get('v2/cart/current');
      return answer?.status === 404 && answer.detail === 'Not Found'
        ? {
            call: 'POST v2/cart/sync',
            field: 'path',
            seen: '404',
            expected: 'an alias of carts/*',
            means: 'set CART_SYNC_PATH=carts/{uuid}/sync',
          }
        : null;
    },
  },
  {
    id: 'action-uuid-ignored',
    look: async (erp) => {
      const answer = await erp.get(`carts/${nobody}`);
      return answer && answer.status < 300
        ? {
            call: 'GET carts/{uuid}',
            field: 'uuid',
            seen: `${answer.status} for any cart`,
            expected: '404 for another cart',
            means: 'the shop compares the cart after each call',
          }
        : null;
    },
  },
  {
    id: 'slash-307',
    look: async (erp) => {
      const answer = await erp.get('sales/');
      return answer?.status === 307
        ? {
            call: 'GET sales/',
            field: 'status',
            seen: '307',
            expected: '200',
            means: 'nothing: the shop uses the exact paths and follows no redirects',
          }
        : null;
    },
  },
  {
    id: 'session-id-cookie',
    look: async (erp) => {
      const answer = await erp.get('customer');
      const cookie = answer?.cookies.find((one) => one.startsWith('session_id='));
      return cookie === undefined
        ? null
        : {
            call: 'GET customer',
            field: 'Set-Cookie',
            seen: 'session_id',
            expected: 'none',
            means: 'nothing: with tokens the shop keeps no cookie of the ERP',
          };
    },
  },
  {
    id: 'money-noise',
    look: async (erp) => {
      const all = items(await erp.get(sales)).map((item) =>
        isObject(item) ? item['amount'] : null,
      );
      const noisy = [...numbersIn(all)].find(isNoisy);
      return noisy === undefined
        ? null
        : {
            call: 'GET sales',
            field: 'items[].amount',
            seen: JSON.stringify(noisy),
            expected: 'two decimals',
            means: 'nothing: the shop rounds to cents',
          };
    },
  },
  {
    id: 'fixed-line-language',
    look: async (erp) => {
      const [french, dutch] = await Promise.all([lineNames(erp, 'fr-BE'), lineNames(erp, 'nl-BE')]);
      return french !== '[]' && french === dutch
        ? {
            call: 'GET sales',
            field: 'items[].lines[].name',
            seen: 'one language',
            expected: 'the language that is asked for',
            means: 'names come from the product index',
          }
        : null;
    },
  },
  {
    id: 'plain-carriers',
    look: async (erp) => {
      const answer = await erp.get(`delivery_carriers?cart_uuid=${nobody}`);
      return Array.isArray(answer?.json)
        ? {
            call: 'GET delivery_carriers',
            field: 'cart_uuid',
            seen: 'ignored: a plain list',
            expected: 'data of this cart',
            means: 'carriers/current/delivery_carriers is asked',
          }
        : null;
    },
  },
  {
    id: 'invoices-plural',
    look: async (erp) => {
      const answer = await erp.get('invoice/0/download');
      return answer?.status === 404 && answer.detail === 'Not Found'
        ? {
            call: 'GET invoice/{id}/download',
            field: 'path',
            seen: '404',
            expected: 'MissingError',
            means: 'orders show no invoices',
          }
        : null;
    },
  },
  {
    id: 'sales-list-quotations',
    look: async (erp) => {
      const answer = await erp.get('sales?page=1&page_size=1&name=%25_%25');
      return items(answer).length > 0
        ? {
            call: 'GET sales',
            field: 'name',
            seen: '% and _ match anything',
            expected: 'contains',
            means: 'quotations and cancelled orders are listed too',
          }
        : null;
    },
  },
  {
    id: 'small-quotations',
    look: async (erp) => {
      const found = items(await erp.get('quotations?page=1&page_size=10'));
      const untold = found.filter((item) => isObject(item) && !('quotation_state' in item));
      return untold.length > 0
        ? {
            call: 'GET quotations',
            field: 'items[].quotation_state',
            seen: 'missing',
            expected: 'text',
            means: 'no tabs, no banner; accepting is done by the representative',
          }
        : null;
    },
  },
  {
    id: 'raw-sale-states',
    look: async (erp) => {
      const words = valuesAt((await erp.get(sales))?.json, 'items[].state').map(String);
      const raw = words.find((word) => rawWords.has(word));
      return raw === undefined
        ? null
        : {
            call: 'GET sales',
            field: 'items[].state',
            seen: raw,
            expected: 'the state module’s words',
            means: 'states are read from Odoo’s own words and the lines',
          };
    },
  },
  {
    id: 'unmarked-delivery-line',
    look: async (erp) => {
      const carried = items(await erp.get(sales)).find(hidesFee);
      return carried === undefined
        ? null
        : {
            call: 'GET sales',
            field: 'items[].lines[].type',
            seen: 'product for the carrier',
            expected: 'delivery',
            means: 'the line is known by the carrier’s name and fee',
          };
    },
  },
];

/** Whether an order has a line that has the carrier's name and is marked as goods. */
function hidesFee(sale: unknown): boolean {
  const [method] = valuesAt(sale, 'delivery.selected_carrier.name');
  const [older] = valuesAt(sale, 'delivery.method.name');
  const carrier = typeof method === 'string' ? method : older;
  return (
    typeof carrier === 'string' &&
    valuesAt(sale, 'lines[]').some(
      (line) =>
        isObject(line) &&
        String(line['name']).trim() === carrier.trim() &&
        line['type'] === 'product' &&
        line['is_delivery'] !== true,
    )
  );
}
