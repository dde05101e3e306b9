/**
 * Maps known error messages of the ERP (contract/erp.md 3.4) to the shop's own texts in the customer's language. ERP
 * modules respond with 400 in English whatever language is requested; Odoo's own messages are translated. Unknown
 * messages get the generic text of their step.
 */
import type { TextKey } from '~/base/i18n/keys';

const known: readonly (readonly [RegExp, TextKey])[] = [
  [
    /code is (invalid|not valid)|n.est pas valide|is (niet geldig|ongeldig)|ongeldige? (code|promo)/i,
    'checkout:refusal.code-invalid',
  ],
  [
    /(code|coupon) (is|has) expired|plus valable|expiré|vervallen|verlopen/i,
    'checkout:refusal.code-expired',
  ],
  [
    /already (applied|been used|used)|déjà (été )?(appliqué|utilisé)|al (toegepast|gebruikt)/i,
    'checkout:refusal.code-applied',
  ],
  [/minimum of|minimum de|minimaal/i, 'checkout:refusal.code-minimum'],
  [
    /no reward|nothing to discount|aucun avantage|geen voordeel|required product quantities/i,
    'checkout:refusal.code-no-reward',
  ],
  [
    /several (rewards|free products)|plusieurs (avantages|articles)|meerdere (voordelen|artikelen)/i,
    'checkout:refusal.code-choice',
  ],
  [
    /reward is not allowed|avantage n.est pas permis|voordeel is niet toegestaan/i,
    'checkout:refusal.code-no-reward',
  ],
  [
    /delivery method is not available|mode de livraison n.est pas disponible|leveringswijze is niet beschikbaar/i,
    'checkout:refusal.carrier',
  ],
  [
    /invalid code for pickup|point de retrait invalide|ongeldige code voor het afhaalpunt|does not take pickup|propose pas de points|kent geen afhaalpunten/i,
    'checkout:refusal.point',
  ],
  [
    /may not place orders|ne permet pas de commander|kan niet besteld worden/i,
    'checkout:refusal.may-not-order',
  ],
  [/cart is empty|panier est vide|winkelwagen is leeg/i, 'checkout:refusal.empty'],
];

/** Faults of Odoo's data base and of its host, in any language: known by the names of constraints (contract/erp.md 3.4). */
const neverShown =
  /\w_(?:fkey|uniq|check)\b|(?:Constraint|Contrainte|Beperking)\s?:|The operation cannot be completed|op[ée]ration ne peut pas [êe]tre termin[ée]e|bewerking kan niet worden voltooid|Wkhtmltopdf/i;

/** Key of the shop's text for an ERP error, or `fallback`. */
export function refusalText(detail: string, fallback: TextKey): TextKey {
  if (neverShown.test(detail)) return fallback;
  return known.find(([pattern]) => pattern.test(detail))?.[1] ?? fallback;
}
