/** Fields of the contract that the shop displays, and how the shop behaves if they are missing. */
export interface Field {
  path: string;
  /** Accepted JSON types; `null` only if listed. */
  kinds: readonly string[];
  without: string;
}

const text = ['text'];
const maybeText = ['text', 'null'];
const number = ['number'];
const object = ['object'];
const maybeObject = ['object', 'null'];
const list = ['list'];

const saleFields = (at: string): Field[] => [
  { path: `${at}id`, kinds: number, without: 'the record is left out' },
  { path: `${at}name`, kinds: text, without: 'no number is shown' },
  { path: `${at}state`, kinds: text, without: 'a neutral word stands for the state' },
  { path: `${at}typology`, kinds: text, without: 'orders and quotations are not told apart' },
  { path: `${at}uuid`, kinds: maybeText, without: 'the order of a cart is found by its number' },
  { path: `${at}date_order`, kinds: maybeText, without: 'no date is shown' },
  { path: `${at}amount`, kinds: maybeObject, without: 'no totals are shown' },
  { path: `${at}lines`, kinds: list, without: 'no lines are shown' },
  {
    path: `${at}amount_without_delivery`,
    kinds: maybeObject,
    without: 'goods are reckoned from total and delivery',
  },
  { path: `${at}state_label`, kinds: maybeText, without: 'the shop’s own words for states' },
  { path: `${at}channel`, kinds: maybeText, without: 'no channel is shown' },
  { path: `${at}suite_name`, kinds: maybeText, without: 'no serial number is shown' },
  { path: `${at}payment`, kinds: maybeObject, without: 'no way of payment is shown' },
];

const lineFields = (at: string): Field[] => [
  {
    path: `${at}product`,
    kinds: maybeObject,
    without: 'codes come from the product index, names as Odoo writes them',
  },
  { path: `${at}unit_price`, kinds: maybeObject, without: 'a piece’s price is amount / quantity' },
  { path: `${at}discount`, kinds: maybeObject, without: 'no discount in percent is shown' },
  { path: `${at}qty_delivered`, kinds: number, without: 'deliveries are not shown' },
];

export const shapes: Readonly<Record<string, { query?: string; fields: readonly Field[] }>> = {
  'GET customer': {
    fields: [{ path: 'data', kinds: object, without: 'read flat, as released modules send it' }],
  },
  'GET sales': {
    query: '?page=1&page_size=10',
    fields: [
      { path: 'count', kinds: number, without: 'the list cannot be shown' },
      { path: 'items', kinds: list, without: 'the list cannot be shown' },
      { path: 'total', kinds: number, without: '`count` is read' },
      ...saleFields('items[].'),
      ...lineFields('items[].lines[].'),
    ],
  },
  'GET sales/{id}': { fields: [...saleFields(''), ...lineFields('lines[].')] },
  'GET quotations': {
    query: '?page=1&page_size=10',
    fields: [
      { path: 'count', kinds: number, without: 'the list cannot be shown' },
      { path: 'items', kinds: list, without: 'the list cannot be shown' },
      {
        path: 'items[].quotation_state',
        kinds: maybeText,
        without: 'tabs, banner and "Accept" are hidden; what was asked for here is remembered',
      },
    ],
  },
  'GET wishlists': {
    query: '?page=1&page_size=10',
    fields: [
      { path: 'items', kinds: list, without: 'the list cannot be shown' },
      { path: 'items[].lines[].product_id', kinds: number, without: 'lines cannot be shown' },
    ],
  },
  'GET settings': {
    fields: [
      { path: 'countries', kinds: list, without: 'the own list of countries' },
      { path: 'currencies', kinds: list, without: 'euro' },
      { path: 'lead_subjects', kinds: list, without: 'the own subjects of the contact form' },
    ],
  },
  'GET addresses/delivery': {
    fields: [
      {
        path: 'items[].country',
        kinds: maybeObject,
        without: 'the country is looked up by its id',
      },
    ],
  },
  'GET documents': {
    fields: [
      { path: 'size', kinds: number, without: 'the list cannot be shown' },
      { path: 'data', kinds: list, without: 'the list cannot be shown' },
    ],
  },
  'GET orders': {
    fields: [
      { path: 'size', kinds: number, without: 'the list cannot be shown' },
      { path: 'data', kinds: list, without: 'the list cannot be shown' },
    ],
  },
};
