/** News of the distributor, as its staff would write them, newest first. */
import type { Text } from '../../world';

export interface News {
  id: number;
  slug: Text;
  title: Text;
  foreword: Text;
  content: Text;
  /** Hue of the item's picture; null for an item without one. */
  hue: number | null;
  hasFile: boolean;
}

export const NEWS: readonly News[] = [
  {
    id: 201,
    slug: {
      fr: 'campagne-vaccination-rage-printemps',
      nl: 'vaccinatiecampagne-hondsdolheid-lente',
      en: 'spring-rabies-vaccination-campaign',
    },
    title: {
      fr: 'Campagne de vaccination de printemps : anticipez vos commandes',
      nl: 'Vaccinatiecampagne in de lente: bestel tijdig',
      en: 'Spring vaccination campaign: order ahead',
    },
    foreword: {
      fr: 'La demande de vaccins canins et félins double entre mars et juin.',
      nl: 'De vraag naar honden- en kattenvaccins verdubbelt tussen maart en juni.',
      en: 'Demand for canine and feline vaccines doubles between March and June.',
    },
    content: {
      fr: '<p>Pour vous servir à temps, nous réservons un stock aux cabinets qui planifient leurs besoins.</p><ul><li>Commandez avant 13 h : livraison le lendemain en caisse réfrigérée.</li><li>Chaîne du froid contrôlée de 2 °C à 8 °C jusqu’à votre porte.</li><li>Une liste favorite reprend vos quantités de l’an dernier.</li></ul>',
      nl: '<p>Om u tijdig te bedienen, reserveren we voorraad voor praktijken die hun behoeften plannen.</p><ul><li>Bestel vóór 13.00 u.: levering de volgende dag in een koelbox.</li><li>Koudeketen van 2 °C tot 8 °C, bewaakt tot aan uw deur.</li><li>Een favorietenlijst neemt uw aantallen van vorig jaar over.</li></ul>',
      en: '<p>To serve you in time we set stock aside for practices that plan their needs.</p><ul><li>Order before 13:00: delivered the next day in a refrigerated box.</li><li>Cold chain monitored from 2 °C to 8 °C up to your door.</li><li>A favourites list brings back last year’s quantities.</li></ul>',
    },
    hue: 210,
    hasFile: true,
  },
  {
    id: 202,
    slug: {
      fr: 'antibiotiques-critiques-rappel-des-regles',
      nl: 'kritische-antibiotica-de-regels-op-een-rij',
      en: 'critical-antibiotics-the-rules-again',
    },
    title: {
      fr: 'Antibiotiques critiques : rappel des règles',
      nl: 'Kritische antibiotica: de regels op een rij',
      en: 'Critical antibiotics: the rules again',
    },
    foreword: {
      fr: 'Code couleur rouge : antibiogramme et analyse de laboratoire avant usage.',
      nl: 'Kleurcode rood: antibiogram en laboratoriumonderzoek vóór gebruik.',
      en: 'Red colour code: susceptibility test and laboratory analysis before use.',
    },
    content: {
      fr: '<p>Les quinolones et les céphalosporines de 3e et 4e génération portent le <strong>code rouge</strong>. La fiche de chaque produit indique désormais sa couleur.</p><p>Conservez le résultat de l’antibiogramme avec le document d’administration et de fourniture.</p>',
      nl: '<p>Chinolonen en cefalosporines van de 3e en 4e generatie dragen <strong>kleurcode rood</strong>. Op elke productfiche staat nu de kleur.</p><p>Bewaar het resultaat van het antibiogram bij het toedienings- en verschaffingsdocument.</p>',
      en: '<p>Quinolones and 3rd and 4th generation cephalosporins carry the <strong>red code</strong>. Every product page now shows its colour.</p><p>Keep the susceptibility result with the administration and supply document.</p>',
    },
    hue: 0,
    hasFile: false,
  },
  {
    id: 203,
    slug: {
      fr: 'heures-de-livraison-jours-feries',
      nl: 'leveringen-op-feestdagen',
      en: 'deliveries-on-public-holidays',
    },
    title: {
      fr: 'Livraisons autour des jours fériés',
      nl: 'Leveringen rond de feestdagen',
      en: 'Deliveries around public holidays',
    },
    foreword: {
      fr: 'Pas de tournée les jours fériés : la commande part le jour ouvrable suivant.',
      nl: 'Geen leverronde op feestdagen: uw bestelling vertrekt de volgende werkdag.',
      en: 'No round on public holidays: your order leaves on the next working day.',
    },
    content: {
      fr: '<p>Les commandes passées la veille d’un jour férié après 13 h sont préparées le jour ouvrable suivant. Les produits réfrigérés ne partent jamais la veille d’un week-end prolongé.</p>',
      nl: '<p>Bestellingen van na 13.00 u. op de vooravond van een feestdag worden de volgende werkdag klaargemaakt. Gekoelde producten vertrekken nooit op de vooravond van een lang weekend.</p>',
      en: '<p>Orders placed after 13:00 on the eve of a public holiday are prepared on the next working day. Refrigerated goods never leave on the eve of a long weekend.</p>',
    },
    hue: 40,
    hasFile: false,
  },
  {
    id: 204,
    slug: {
      fr: 'nouvelle-gamme-alimentation-renale',
      nl: 'nieuw-gamma-nierdieet',
      en: 'new-renal-diet-range',
    },
    title: {
      fr: 'Nouvelle gamme d’aliments pour le chat insuffisant rénal',
      nl: 'Nieuw gamma voeding voor katten met nierinsufficiëntie',
      en: 'New diet range for cats with renal failure',
    },
    foreword: {
      fr: 'Pâtée et croquettes, pauvres en phosphore, très appétentes.',
      nl: 'Natvoeding en brokken, fosforarm en zeer smakelijk.',
      en: 'Wet and dry, low in phosphorus, highly palatable.',
    },
    content: {
      fr: '<p>Trois saveurs, en sachets de 85 g et en sacs de 1,5 kg et 4 kg. Demandez le <em>colis découverte</em> à votre délégué.</p>',
      nl: '<p>Drie smaken, in zakjes van 85 g en zakken van 1,5 kg en 4 kg. Vraag het <em>kennismakingspakket</em> aan uw vertegenwoordiger.</p>',
      en: '<p>Three flavours, in 85 g pouches and bags of 1.5 kg and 4 kg. Ask your representative for the <em>starter parcel</em>.</p>',
    },
    hue: 120,
    hasFile: true,
  },
  {
    id: 205,
    slug: {
      fr: 'formation-echographie-abdominale',
      nl: 'opleiding-abdominale-echografie',
      en: 'abdominal-ultrasound-training',
    },
    title: {
      fr: 'Formation : échographie abdominale du chien et du chat',
      nl: 'Opleiding: abdominale echografie bij hond en kat',
      en: 'Training: abdominal ultrasound in dogs and cats',
    },
    foreword: {
      fr: 'Une journée de pratique par petits groupes, à Namur et à Geel.',
      nl: 'Een praktijkdag in kleine groepen, in Namen en in Geel.',
      en: 'A hands-on day in small groups, in Namur and Geel.',
    },
    content: {
      fr: '<p>Matin : réglages de l’appareil et plans de coupe. Après-midi : foie, rate, reins, vessie. Le nombre de places est limité à douze.</p>',
      nl: '<p>Voormiddag: instellingen van het toestel en snedevlakken. Namiddag: lever, milt, nieren, blaas. Het aantal plaatsen is beperkt tot twaalf.</p>',
      en: '<p>Morning: machine settings and planes. Afternoon: liver, spleen, kidneys, bladder. Limited to twelve participants.</p>',
    },
    hue: 280,
    hasFile: false,
  },
  {
    id: 206,
    slug: {
      fr: 'recyclage-aiguilles-et-flacons',
      nl: 'inzameling-naalden-en-flacons',
      en: 'collecting-needles-and-vials',
    },
    title: {
      fr: 'Collecte des aiguilles et flacons usagés',
      nl: 'Inzameling van gebruikte naalden en flacons',
      en: 'Collection of used needles and vials',
    },
    foreword: {
      fr: 'Nos chauffeurs reprennent vos conteneurs fermés.',
      nl: 'Onze chauffeurs nemen uw gesloten containers mee.',
      en: 'Our drivers take your closed containers back.',
    },
    content: {
      fr: '<p>Remettez le conteneur rempli, fermé et étiqueté lors de la livraison suivante. Un bordereau vous est remis pour votre registre.</p>',
      nl: '<p>Geef de volle, gesloten en geëtiketteerde container mee bij de volgende levering. U krijgt een borderel voor uw register.</p>',
      en: '<p>Hand over the full, closed and labelled container at the next delivery. You receive a slip for your register.</p>',
    },
    hue: null,
    hasFile: false,
  },
  {
    id: 207,
    slug: {
      fr: 'tiques-et-tiquicides-2e-generation',
      nl: 'teken-en-tekenwerende-middelen',
      en: 'ticks-and-tick-control',
    },
    title: {
      fr: 'Tiques : la saison commence plus tôt',
      nl: 'Teken: het seizoen begint vroeger',
      en: 'Ticks: the season starts earlier',
    },
    foreword: {
      fr: 'Colliers, comprimés ou pipettes : notre tableau comparatif.',
      nl: 'Halsbanden, tabletten of pipetten: onze vergelijkende tabel.',
      en: 'Collars, tablets or spot-ons: our comparison table.',
    },
    content: {
      fr: '<table><thead><tr><th>Forme</th><th>Durée</th><th>Bain</th></tr></thead><tbody><tr><td>Collier</td><td>6 à 8 mois</td><td>Retirer</td></tr><tr><td>Comprimé</td><td>1 à 3 mois</td><td>Sans effet</td></tr><tr><td>Pipette</td><td>4 semaines</td><td>Attendre 48 h</td></tr></tbody></table>',
      nl: '<table><thead><tr><th>Vorm</th><th>Duur</th><th>Bad</th></tr></thead><tbody><tr><td>Halsband</td><td>6 tot 8 maanden</td><td>Afdoen</td></tr><tr><td>Tablet</td><td>1 tot 3 maanden</td><td>Geen invloed</td></tr><tr><td>Pipet</td><td>4 weken</td><td>48 u wachten</td></tr></tbody></table>',
      en: '<table><thead><tr><th>Form</th><th>Duration</th><th>Bath</th></tr></thead><tbody><tr><td>Collar</td><td>6 to 8 months</td><td>Take off</td></tr><tr><td>Tablet</td><td>1 to 3 months</td><td>No effect</td></tr><tr><td>Spot-on</td><td>4 weeks</td><td>Wait 48 h</td></tr></tbody></table>',
    },
    hue: 90,
    hasFile: false,
  },
  {
    id: 208,
    slug: {
      fr: 'ristourne-de-fin-d-annee-mode-d-emploi',
      nl: 'eindejaarskorting-hoe-werkt-het',
      en: 'year-end-rebate-how-it-works',
    },
    title: {
      fr: 'Ristourne de fin d’année : mode d’emploi',
      nl: 'Eindejaarskorting: hoe werkt het?',
      en: 'Year-end rebate: how it works',
    },
    foreword: {
      fr: 'Plus vous progressez dans les paliers, plus le pourcentage augmente.',
      nl: 'Hoe hoger de schijf, hoe hoger het percentage.',
      en: 'The higher the tier, the higher the percentage.',
    },
    content: {
      fr: '<p>Chaque euro hors TVA vaut un point. Votre solde est visible sur le tableau de bord ; la note de crédit est établie en janvier.</p>',
      nl: '<p>Elke euro exclusief btw is één punt waard. U ziet uw saldo in het overzicht van uw account; de creditnota volgt in januari.</p>',
      en: '<p>Every euro excluding VAT is one point. Your balance is on the dashboard; the credit note follows in January.</p>',
    },
    hue: 180,
    hasFile: false,
  },
];
