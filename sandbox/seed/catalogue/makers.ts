/** Invented brands that make a product, most likely first: specialists of the field, then all others. */
import { facts, brandOf, type Brand } from '../facts';
import type { Chance } from '../random';

/** Specialist brands by substance group, equipment leaf category, food kind or species. */
const SPECIALISTS: Readonly<Record<string, readonly string[]>> = {
  vaccine: ['belgivax-biologicals', 'immunarde', 'vaccinordia'],
  immunology: ['immunarde', 'belgivax-biologicals'],
  endoparasiticide: ['parasinelle-animal-care', 'nordanima', 'vetoriane'],
  endectocide: ['parasinelle-animal-care', 'animarix', 'lysarde'],
  ectoparasiticide: ['parasinelle-animal-care', 'sanimundo', 'curavele'],
  antibiotic: ['polderbiotics', 'ardovet-pharma', 'dierigon', 'falkenvet-arzneimittel'],
  anaesthetic: ['anescura', 'kempavet'],
  sedative: ['anescura', 'hesbavet'],
  opioid: ['anescura', 'dierigon'],
  'local-anaesthetic': ['anescura', 'injectalia'],
  euthanasia: ['anescura', 'zwinvet'],
  antidote: ['anescura', 'tervanis'],
  otic: ['otoderme', 'dermavolt'],
  dermatology: ['dermavolt', 'otoderme'],
  antifungal: ['dermavolt', 'otoderme'],
  ophthalmic: ['oculanima', 'vetoriane'],
  cardiology: ['cardiovelle', 'orvalis-sante-animale'],
  diuretic: ['cardiovelle', 'kempavet'],
  haematology: ['cardiovelle', 'tervanis'],
  hormone: ['hormovian', 'meuseline'],
  endocrine: ['hormovian', 'felixandre-labs'],
  gastro: ['gastrelis', 'canivera'],
  fluid: ['injectalia', 'scaldimed'],
  vitamin: ['bestiolab', 'scaldimed'],
  mineral: ['ruminalda-farma', 'scaldimed'],
  nutraceutical: ['bestiolab', 'canivera', 'equidora-pharma'],
  antiseptic: ['meuseline', 'scaldimed', 'propralys-hygiene'],
  udder: ['ruminalda-farma', 'hesbavet'],
  nsaid: ['orvalis-sante-animale', 'curavele', 'ardovet-pharma'],
  'species:horse': ['equidora-pharma'],
  'species:poultry': ['avimunda'],
  'species:laying-hen': ['avimunda'],
  'species:pigeon': ['columbarix'],
  'species:bee': ['apiflora-vet'],
  'species:piglet': ['porcimmune'],
  'species:pig': ['porcimmune', 'zwinvet'],
  'species:cattle': ['ruminalda-farma'],
  'species:sheep': ['pecoralis'],
  'species:goat': ['pecoralis'],
  'species:dog': ['canivera'],
  'species:cat': ['felixandre-labs'],
  'food:diet': ['nutrivelle-vet', 'renavita-nutrition', 'dieetvoor', 'gamelline'],
  'food:daily': ['croquenval', 'bonnepatte', 'snoetje-co', 'nordkibble', 'lupovero'],
  'food:treat': ['petitoria', 'purzacht', 'wolfsbos-voeding'],
  'food:milk': ['weidemilk', 'kalverlust'],
  'food:cat': ['felidou', 'kattenhof'],
  'food:horse': ['hippofourrage', 'haverhof', 'grasduin'],
  'food:rabbit': ['lapinelle', 'grasduin'],
  'food:cage-bird': ['voliere-d-or'],
  'food:pigeon': ['voliere-d-or'],
  'food:calf': ['kalverlust', 'weidemilk'],
  'mono-duck-dog': ['monoprotea'],
  'mono-cat': ['monoprotea'],
  syringes: ['naaldwijk-medical', 'tianhe-lin-vet-supplies'],
  needles: ['naaldwijk-medical', 'tianhe-lin-vet-supplies'],
  'blood-collection': ['naaldwijk-medical', 'labvitro-vet'],
  'iv-catheters': ['cathelis', 'perfusalys'],
  'infusion-lines': ['perfusalys', 'cathelis'],
  'tubes-probes': ['cathelis', 'perfusalys'],
  dressings: ['bandalise-vet', 'sterilmeer'],
  bandages: ['bandalise-vet', 'purzacht'],
  gloves: ['handskin', 'tianhe-lin-vet-supplies'],
  protection: ['handskin', 'sterilmeer'],
  'sutures-absorbable': ['couturis', 'draadwerk'],
  'sutures-nonabsorbable': ['couturis', 'draadwerk'],
  'staples-glue': ['couturis', 'draadwerk'],
  'instr-general': ['instrumarc', 'scherpmeyer', 'vlamesteel', 'pakvet-instruments'],
  'instr-ortho': ['orthopatte', 'scherpmeyer'],
  'instr-dental': ['dentanimal', 'instrumarc'],
  'drapes-blades': ['sterilmeer', 'scherpmeyer', 'voltabloc-surgical'],
  sterilisation: ['sterilmeer', 'kiremont-medical'],
  'exam-tools': ['monitoria', 'kiremont-medical', 'poignelle'],
  imaging: ['rayonval', 'echovalis'],
  'anaesthesia-circuits': ['anestech-benelux', 'kiremont-medical'],
  monitoring: ['monitoria', 'anestech-benelux'],
  'rapid-tests': ['testanima', 'labvitro-vet'],
  'lab-supplies': ['labvitro-vet', 'microskoop-noord'],
  'disinfect-surface': ['propralys-hygiene', 'ontsmetta', 'savonor-pro'],
  'disinfect-hands': ['savonor-pro', 'propralys-hygiene'],
  'disinfect-farm': ['ontsmetta', 'stalgemak'],
  paper: ['savonor-pro', 'purzacht'],
  waste: ['ontsmetta', 'propralys-hygiene'],
  calving: ['velagri', 'farmstede-tools'],
  insemination: ['glacivax', 'velagri'],
  'restraint-tools': ['stalgemak', 'farmstede-tools'],
  'dosing-tools': ['farmstede-tools', 'velagri'],
  'hoof-dehorn': ['hoefsmid-zoon', 'farmstede-tools'],
  'milking-supplies': ['melkora', 'stalgemak'],
  microchips: ['chipora', 'puceval-identification'],
  marking: ['puceval-identification', 'stalgemak'],
  cages: ['inoxkennel', 'chenilys'],
  comfort: ['chenilys', 'inoxkennel'],
  tables: ['pesanim', 'inoxkennel'],
  storage: ['glacivax', 'instrumarc'],
  scrubs: ['kledivet', 'handskin'],
  'farm-wear': ['bottieres', 'kledivet'],
  'e-collars': ['kraagje', 'colleraie'],
  'recovery-wear': ['colleraie', 'kraagje', 'orthopatte'],
  'muzzles-leads': ['poignelle', 'colleraie'],
  'bowls-toys': ['chenilys', 'poignelle'],
  'care-dental': ['dentanimal', 'toilettalia'],
  'care-grooming': ['tondexia', 'toilettalia'],
};

/** Products that queries name together with the brand (facts/queries.json, kind brand+form). */
const KNOWN: Readonly<Record<string, string>> = {
  'renal-dog': 'gamelline',
  'renal-cat': 'gamelline',
  'amoxicillin-clavulanate': 'ardovet-pharma',
  'e-collar-soft': 'kraagje',
  'catheter-iv': 'cathelis',
};
const KNOWN_SECOND: Readonly<Record<string, string>> = { meloxicam: 'genericanis' };

const GENERIC_FIRMS = ['genericanis', 'sennevalis-generique'] as const;

export interface Field {
  kind: Brand['kind'];
  source: string;
  /** Keys of the specialist table, most specific first. */
  fields: readonly string[];
  /** Keys of related fields, whose specialists precede the remaining brands. */
  near: readonly string[];
  /**
   * Position of generic brands: `first` if products carry only the substance's name, `among` if generics compete with
   * brands, `none` if they do not make the product.
   */
  generics: 'first' | 'among' | 'none';
}

const ofKind = new Map<Brand['kind'], Brand[]>();
for (const brand of facts.brands) {
  ofKind.set(brand.kind, [...(ofKind.get(brand.kind) ?? []), brand]);
}

/** Every brand of the kind once, in the order in which they enter the market with this product. */
export function makersOf(chance: Chance, field: Field): Brand[] {
  const { source } = field;
  const shuffled = (key: string, fields: readonly string[]) =>
    chance.order(
      `${key}:${source}`,
      [...new Set(fields.flatMap((f) => SPECIALISTS[f] ?? []))],
      (id) => id,
    );
  const special = shuffled('maker', field.fields);
  const generics =
    field.generics === 'none' ? [] : chance.order(`generic:${source}`, GENERIC_FIRMS, (id) => id);
  const place = field.generics === 'first' ? 0 : 1 + chance.int(`place:${source}`, 0, 3);
  const rest = chance.order(
    `others:${source}`,
    (ofKind.get(field.kind) ?? []).map((brand) => brand.id).filter((id) => !isGenericFirm(id)),
    (id) => id,
  );
  const market = [...special, ...shuffled('near', field.near), ...rest];
  const known = [KNOWN[source] ?? []].flat();
  const second = [KNOWN_SECOND[source] ?? []].flat();
  const ids = [
    ...known,
    ...market.slice(0, Math.min(1, place)),
    ...second,
    ...market.slice(Math.min(1, place), place),
    ...generics,
    ...market.slice(place),
  ];
  return [...new Set(ids)].map(brandOf).filter((brand) => brand.kind === field.kind);
}

export function isGenericFirm(id: string): boolean {
  return GENERIC_FIRMS.some((firm) => firm === id);
}
