/**
 * Validates VAT numbers like Odoo: Belgian ones by check digits, those of other countries only by form (section 13).
 */
import type { Call } from '../call';
import { badRequest } from '../protocol/exchange';
import type { Text } from '../../world';

const SENTENCE: Text = {
  fr: '\nLe numéro TVA [{vat}] pour partenaire [{name}] ne semble pas être valide. \nRemarque : le format attendu est BE0477472701',
  nl: '\nHet btw-nummer [{vat}] van relatie [{name}] lijkt niet geldig. \nOpmerking: het verwachte formaat is BE0477472701',
  en: '\nThe VAT number [{vat}] for partner [{name}] does not seem to be valid. \nNote: the expected format is BE0477472701',
};

function isValidVat(vat: string): boolean {
  const plain = vat.toUpperCase().replace(/[\s.-]/g, '');
  const belgian = /^BE([01]\d{7})(\d\d)$/.exec(plain);
  if (!belgian) return /^(?!BE)[A-Z]{2}[0-9A-Z]{7,12}$/.test(plain);
  const body = Number(belgian[1]);
  return body > 0 && 97 - (body % 97) === Number(belgian[2]);
}

/** Odoo's message begins with a line break. The stand-in omits it unless the quirk is on. */
export function checkVat(call: Call, vat: string): void {
  if (isValidVat(vat)) return;
  const name = call.customer?.name ?? '';
  const sentence = SENTENCE[call.lang].replace('{vat}', vat).replace('{name}', name);
  throw badRequest(call.erp.quirks.has('raw-400-texts') ? sentence : sentence.trim());
}
