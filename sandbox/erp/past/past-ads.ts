/** Classified ads of the featured customers, each in its author's language. */
import { createHash } from 'node:crypto';
import type { Text } from '../../world';
import type { ErpState } from '../call';
import { fileName } from '../lists/ad-shape';
import { textPdf } from '../sale/pdf';
import type { AdRecord } from '../store/records';
import { daysBefore } from './past-orders';

interface Draft {
  name: Text;
  body: Text;
  category: AdRecord['category'];
  region: string;
  state: AdRecord['state'];
  /** Number of days since the ad began; `runs` is its duration in days. */
  begun: number;
  runs: number;
  reason?: Text;
  hasDocument?: boolean;
}

const DRAFTS: readonly Draft[] = [
  {
    name: { fr: 'Échographe portable', nl: 'Draagbaar echotoestel', en: 'Portable ultrasound' },
    body: {
      fr: 'Échographe portable, deux sondes (convexe et rectale), 2019, entretenu chaque année. Valise et chargeur compris. À voir à Marche.',
      nl: 'Draagbaar echotoestel, twee sondes (convex en rectaal), 2019, jaarlijks onderhouden. Met koffer en lader. Te bezichtigen in Roeselare.',
      en: 'Portable ultrasound, two probes (convex and rectal), 2019, serviced every year. With case and charger. To be seen in Uccle.',
    },
    category: 'equipment',
    region: 'WLX',
    state: 'published',
    begun: 20,
    runs: 90,
    hasDocument: true,
  },
  {
    name: {
      fr: 'Cherche confrère ou consœur, pratique rurale',
      nl: 'Collega gezocht voor rundveepraktijk',
      en: 'Colleague wanted, mixed practice',
    },
    body: {
      fr: 'Cabinet mixte de trois vétérinaires cherche collaborateur, temps plein, une garde sur quatre. Logement possible.',
      nl: 'Praktijk met drie dierenartsen zoekt een medewerker, voltijds, één wacht op vier. Woonst mogelijk.',
      en: 'Mixed practice of three vets seeks an associate, full time, one in four on call. Housing possible.',
    },
    category: 'employment',
    region: 'WNA',
    state: 'published',
    begun: 5,
    runs: 60,
  },
  {
    name: {
      fr: 'Cède clientèle canine et féline',
      nl: 'Gezelschapsdierenpraktijk over te nemen',
      en: 'Small-animal practice for sale',
    },
    body: {
      fr: 'Départ à la retraite : clientèle fidèle, cabinet équipé au rez-de-chaussée, parking. Accompagnement de six mois.',
      nl: 'Wegens pensioen: trouw cliënteel, uitgeruste praktijk op de begane grond, parking. Zes maanden begeleiding.',
      en: 'Retirement sale: loyal clients, equipped ground-floor practice, parking. Six months of support.',
    },
    category: 'clientele',
    region: 'WLG',
    state: 'published',
    begun: 40,
    runs: 120,
  },
  {
    name: { fr: 'Chatons à placer', nl: 'Kittens zoeken een thuis', en: 'Kittens to rehome' },
    body: {
      fr: 'Quatre chatons de dix semaines, vaccinés et pucés, cherchent famille via le cabinet.',
      nl: 'Vier kittens van tien weken, gevaccineerd en gechipt, zoeken een gezin via de praktijk.',
      en: 'Four ten-week-old kittens, vaccinated and chipped, look for a home through the practice.',
    },
    category: 'animals',
    region: 'VAN',
    state: 'published',
    begun: 2,
    runs: 30,
  },
  {
    name: { fr: 'Autoclave 23 litres', nl: 'Autoclaaf 23 liter', en: '23-litre autoclave' },
    body: {
      fr: 'Autoclave de classe B, 1 200 cycles, joints neufs.',
      nl: 'Autoclaaf klasse B, 1 200 cycli, nieuwe dichtingen.',
      en: 'Class B autoclave, 1,200 cycles, new seals.',
    },
    category: 'equipment',
    region: 'VWV',
    state: 'pending',
    begun: 0,
    runs: 60,
  },
  {
    name: { fr: 'Location d’une salle', nl: 'Zaal te huur', en: 'Room to let' },
    body: {
      fr: 'Salle de réunion de vingt places au-dessus du cabinet, projecteur et cuisine.',
      nl: 'Vergaderzaal voor twintig personen boven de praktijk, projector en keuken.',
      en: 'Meeting room for twenty above the practice, projector and kitchen.',
    },
    category: 'misc',
    region: 'BBR',
    state: 'draft',
    begun: 0,
    runs: 30,
    hasDocument: true,
  },
  {
    name: { fr: 'Lots de médicaments', nl: 'Partij geneesmiddelen', en: 'Batch of medicines' },
    body: {
      fr: 'Cède stock de médicaments suite à un changement de gamme.',
      nl: 'Voorraad geneesmiddelen over te nemen wegens wijziging van gamma.',
      en: 'Stock of medicines for sale after a change of range.',
    },
    category: 'misc',
    region: 'VOV',
    state: 'cancel',
    begun: 15,
    runs: 30,
    reason: {
      fr: 'La revente de médicaments entre cabinets n’est pas autorisée.',
      nl: 'Doorverkoop van geneesmiddelen tussen praktijken is niet toegestaan.',
      en: 'Reselling medicines between practices is not allowed.',
    },
  },
  {
    name: { fr: 'Table de consultation', nl: 'Onderzoekstafel', en: 'Examination table' },
    body: {
      fr: 'Table inox réglable en hauteur, pompe hydraulique revue.',
      nl: 'Inox tafel, in hoogte verstelbaar, hydraulische pomp nagezien.',
      en: 'Stainless table, adjustable height, hydraulic pump overhauled.',
    },
    category: 'equipment',
    region: 'VLI',
    state: 'published',
    begun: 100,
    runs: 60,
  },
];

function documentOf(title: string, lines: readonly string[]): AdRecord['file'] {
  const token = createHash('sha256').update(title).digest('hex').slice(0, 24);
  const base64 = Buffer.from(textPdf(title, lines)).toString('base64');
  return { name: fileName(title), token, base64 };
}

/** Distributes the published ads over the authors in turn. The first author also gets one ad in each other state. */
export function seedAds(erp: ErpState, authors: readonly number[]): void {
  const { store, world } = erp;
  const [first] = authors;
  DRAFTS.forEach((draft, index) => {
    const isPrivate = draft.state !== 'published';
    const author = store.customers.get((isPrivate ? first : authors[index % authors.length]) ?? 0);
    if (!author) return;
    store.ads.put({
      id: store.next('ad', 6_001),
      customerId: author.id,
      name: draft.name[author.lang],
      body: draft.body[author.lang],
      category: draft.category,
      dateStart: daysBefore(world.today, draft.begun),
      dateEnd: daysBefore(world.today, draft.begun - draft.runs),
      phone: author.phone ?? '+32 84 00 00 00',
      contact: author.name,
      email: author.email,
      region: draft.region,
      state: draft.state,
      rejectionReason: draft.reason?.[author.lang] ?? null,
      file: draft.hasDocument
        ? documentOf(draft.name[author.lang], [draft.body[author.lang]])
        : null,
    });
  });
}
