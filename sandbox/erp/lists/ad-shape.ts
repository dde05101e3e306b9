/** JSON shape of a classified ad (contract/erp.md 6.15); only its owner gets the private fields. */
import type { Call } from '../call';
import type { Text } from '../../world';
import type { AdRecord } from '../store/records';

/** The eleven regions, with the names of the shop's own list (contract section 9 of the specification). */
export const REGIONS: Record<string, Text> = {
  BBR: { fr: 'Bruxelles', nl: 'Brussel', en: 'Brussels' },
  WBR: { fr: 'Brabant wallon', nl: 'Waals-Brabant', en: 'Walloon Brabant' },
  WHT: { fr: 'Hainaut', nl: 'Henegouwen', en: 'Hainaut' },
  WNA: { fr: 'Namur', nl: 'Namen', en: 'Namur' },
  WLG: { fr: 'Liège', nl: 'Luik', en: 'Liège' },
  WLX: { fr: 'Luxembourg', nl: 'Luxemburg', en: 'Luxembourg' },
  VAN: { fr: 'Anvers', nl: 'Antwerpen', en: 'Antwerp' },
  VBR: { fr: 'Brabant flamand', nl: 'Vlaams-Brabant', en: 'Flemish Brabant' },
  VWV: { fr: 'Flandre-Occidentale', nl: 'West-Vlaanderen', en: 'West Flanders' },
  VOV: { fr: 'Flandre-Orientale', nl: 'Oost-Vlaanderen', en: 'East Flanders' },
  VLI: { fr: 'Limbourg', nl: 'Limburg', en: 'Limburg' },
};

const SLUG_LENGTH = 26;

export function fileName(title: string): string {
  const slug = title
    .normalize('NFD')
    .replace(/\p{Diacritic}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, SLUG_LENGTH);
  return `${slug || 'document'}.pdf`;
}

export function adShape(call: Call, ad: AdRecord, isOwner: boolean) {
  const { file } = ad;
  return {
    id: ad.id,
    name: ad.name,
    body: ad.body,
    category: ad.category,
    date_start: ad.dateStart,
    date_end: ad.dateEnd,
    phone: ad.phone,
    contact: ad.contact,
    email: ad.email,
    country_state: { code: ad.region, name: REGIONS[ad.region]?.[call.lang] ?? ad.region },
    file: file && {
      url: `/web/content/${ad.id}/${file.token}/${file.name}`,
      name: file.name,
      mimetype: 'application/pdf',
    },
    state: isOwner ? ad.state : null,
    rejection_reason: isOwner ? ad.rejectionReason : null,
  };
}
