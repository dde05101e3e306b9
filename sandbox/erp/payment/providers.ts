/** Payment providers of the stand-in: a bank whose page lets a person choose the outcome, and a transfer. */
import type { Lang, Text } from '../../world';

export interface Provider {
  id: number;
  code: 'demo' | 'custom';
  name: Text;
  state: 'enabled' | 'test';
  icons: readonly { name: string; image: string }[];
}

/** A one-pixel picture, encoded twice in base64, as the supported ERP versions send icons (6.12). */
const PIXEL =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
const ICON = Buffer.from(PIXEL).toString('base64');

export const PROVIDERS: readonly Provider[] = [
  {
    id: 14,
    code: 'demo',
    name: { fr: 'Paiement en ligne', nl: 'Online betalen', en: 'Pay online' },
    state: 'test',
    icons: [
      { name: 'Bancontact', image: ICON },
      { name: 'Visa', image: ICON },
    ],
  },
  {
    id: 15,
    code: 'custom',
    name: { fr: 'Virement bancaire', nl: 'Overschrijving', en: 'Wire transfer' },
    state: 'enabled',
    icons: [],
  },
];

export const TRANSFER_MESSAGE: Text = {
  fr: '<h3>Merci d’utiliser les coordonnées suivantes</h3><h4>Compte bancaire</h4><ul><li>BE00 0000 0000 0000</li></ul><h4>Communication</h4><p>Indiquez le numéro de votre commande.</p>',
  nl: '<h3>Gebruik de volgende gegevens</h3><h4>Bankrekening</h4><ul><li>BE00 0000 0000 0000</li></ul><h4>Mededeling</h4><p>Vermeld het nummer van uw bestelling.</p>',
  en: '<h3>Please use the following transfer details</h3><h4>Bank account</h4><ul><li>BE00 0000 0000 0000</li></ul><h4>Communication</h4><p>Please use the order number as communication reference.</p>',
};

export function providerShape(provider: Provider, lang: Lang, reference: string | null) {
  return {
    id: provider.id,
    code: provider.code,
    name: provider.name[lang],
    state: provider.state,
    inline_form_view_rendered: null,
    express_checkout_form_view_rendered: null,
    payment_icons: provider.icons.map(({ name, image }, sequence) => ({ name, sequence, image })),
    ...(reference === null ? {} : { payable_reference: reference }),
  };
}
