/**
 * What people of the trade type for one and the same thing, in the three languages of the shop. A row is one thing:
 * French, Dutch and English words, apart by `|`. A word of any column stands for all words of the column of the page's
 * language, so that a synonym, an abbreviation or a foreign word finds what the catalogue calls otherwise.
 *
 * Trade words only: no brands, and nothing that the catalogue itself says in the same words.
 */
type Row = readonly [fr: string, nl: string, en: string];

/** Animals. An article that names no animal at all serves each of them. */
export const animals: readonly Row[] = [
  ['chien|canin|chienne', 'hond|honden|reu|teef', 'dog|canine|bitch'],
  ['chiot|jeune chien', 'pup|puppy|jonge hond', 'puppy|pup'],
  ['chat|félin|chatte|matou', 'kat|poes|kater', 'cat|feline|tomcat'],
  ['chaton|jeune chat', 'kitten|jonge kat', 'kitten|young cat'],
  ['cheval|équin|jument|poney', 'paard|merrie|pony', 'horse|equine|mare|pony'],
  ['bovin|vache|taureau', 'rund|koe|koeien|stier', 'cattle|cow|bovine'],
  ['veau', 'kalf|kalveren', 'calf|calves'],
  ['porc|cochon|truie', 'varken|zeug', 'pig|swine|sow'],
  ['porcelet', 'big|biggen', 'piglet'],
  ['mouton|ovin|brebis|agneau', 'schaap|schapen|ooi|lam', 'sheep|ewe|lamb'],
  ['chèvre|caprin', 'geit', 'goat'],
  ['lapin', 'konijn', 'rabbit|bunny'],
  ['furet', 'fret', 'ferret'],
  ['cobaye|cochon d’inde', 'cavia', 'guinea pig|cavy'],
  ['poule|volaille|poulet', 'kip|kippen|pluimvee', 'chicken|poultry|hen'],
  ['pigeon', 'duif|duiven', 'pigeon'],
  ['abeille', 'bij|bijen|honingbij', 'bee|honeybee|honey bee'],
];

const forms: readonly Row[] = [
  ['comprimé|cachet', 'tablet|pil', 'tablet|pill'],
  ['comprimé à croquer|croquable', 'kauwtablet', 'chewable tablet|chewable|chew'],
  ['gélule|capsule', 'capsule', 'capsule'],
  ['suspension buvable|sirop', 'orale suspensie|siroop', 'oral suspension|syrup'],
  ['injectable|injection|inj|piqûre', 'injectie|inj|inspuiting', 'injection|inj|injectable'],
  ['perfusion|baxter|drip', 'infusie|infuus|baxter', 'infusion|drip'],
  ['spot-on|pipette', 'spot-on|pipet|pipetten', 'spot-on|pipette'],
  ['pour-on|dorsal', 'pour-on|rugoplossing', 'pour-on'],
  ['collier', 'halsband|band', 'collar'],
  ['pâte orale|pâte', 'pasta', 'oral paste|paste'],
  ['spray|pulvérisateur', 'spray|verstuiver', 'spray'],
  ['pommade|onguent', 'zalf', 'ointment|salve'],
  ['shampooing|shampoing', 'shampoo', 'shampoo'],
  ['collyre|gouttes oculaires|gouttes pour les yeux', 'oogdruppels', 'eye drops'],
  ['auriculaire|oreille', 'oor|oordruppels', 'ear'],
  ['nettoyant auriculaire|nettoyant oreille', 'oorreiniger', 'ear cleaner'],
  ['intramammaire|injecteur', 'intramammair|injector|uiertube', 'intramammary|udder tube|tube'],
  ['dispositif intravaginal|spirale', 'vaginaal|spiraal', 'vaginal|spiral'],
  ['lingette', 'doekje', 'wipe'],
];

const complaints: readonly Row[] = [
  ['puces|puce|anti-puces', 'vlooien|vlo', 'fleas|flea'],
  ['tiques|tique', 'teken|teek|tekenband', 'ticks|tick'],
  ['vermifuge|vermifuger|vers', 'ontworming|ontwormen|wormen|wormmiddel', 'wormer|worming|worms'],
  ['arthrose|articulations', 'artrose|gewrichten', 'osteoarthritis|arthritis|joints'],
  ['démangeaisons|prurit|gratte', 'jeuk|krabben', 'itching|itch|itchy|pruritus'],
  ['rénal|rein|insuffisance rénale', 'nier|nieren|nierfalen|nierinsufficiëntie', 'renal|kidney'],
  ['diabète|diabétique', 'diabetes|suikerziekte', 'diabetes|diabetic'],
  ['mammite|mastite', 'mastitis|uierontsteking', 'mastitis'],
  ['tarissement|vache tarie', 'droogzetten|droogzetter|droogzetters', 'dry cow'],
  ['diarrhée', 'diarree', 'diarrhoea|diarrhea|scour'],
  ['otite', 'otitis|oorontsteking', 'otitis|ear infection'],
  ['plaie|plaies|blessure', 'wond|wonden|wondzorg|wondverzorging', 'wound|wounds'],
  ['toux', 'hoest', 'cough'],
  ['vomissements|vomitif', 'braken', 'vomiting'],
  ['allergie aux piqûres de puces|dapp', 'vlooienallergie', 'flea allergy|fad'],
  ['struvite|calculs urinaires', 'struviet|blaasgruis|blaasstenen', 'struvite|urinary stones'],
  ['hypoallergénique', 'hypoallergeen', 'hypoallergenic'],
  ['cardiaque|coeur', 'hart|hartfalen', 'heart|cardiac'],
  ['rage', 'hondsdolheid|rabiës|rabies', 'rabies'],
  ['carence en fer|fer', 'ijzertekort|ijzer', 'iron'],
  ['cétose|acétonémie', 'ketose|slepende melkziekte', 'ketosis'],
  ['fièvre de lait|hypocalcémie', 'melkziekte', 'milk fever'],
  ['thyroïde', 'schildklier', 'thyroid'],
  ['pou rouge', 'vogelmijt|bloedluis', 'red mite'],
  ['gale', 'schurft', 'mange|scabies'],
  ['teigne', 'ringworm|schimmelinfectie', 'ringworm'],
  ['mal des transports', 'reisziekte|wagenziekte', 'motion sickness|travel sickness'],
];

const feeding: readonly Row[] = [
  ['croquettes|aliment', 'droogvoer|voer|voeding|brokken|dieet', 'dry food|food|kibble|diet'],
  ['humide|pâtée', 'natvoer', 'wet food'],
  ['friandises|récompense', 'snacks|beloning', 'treats|treat'],
  ['grande taille|grande race', 'groot|groot ras', 'large|large breed'],
  ['petite taille|petite race', 'klein|klein ras', 'small|small breed'],
  ['low fat|pauvre en graisses', 'vetarm|low fat', 'low fat'],
  [
    'gastro-intestinal|digestif',
    'maag-darm|gastro intestinal',
    'gastrointestinal|gastro intestinal',
  ],
  ['stérilisé|castré', 'gesteriliseerd|gecastreerd', 'neutered|sterilised'],
];

const material: readonly Row[] = [
  ['gant', 'handschoen|handschoenen', 'glove'],
  ['gant d’exploration|gant de fouille|fouille', 'exploratiehandschoen', 'rectal glove'],
  ['nitrile', 'nitril|nitriel', 'nitrile'],
  ['seringue', 'spuit', 'syringe'],
  ['aiguille hypodermique', 'injectienaald|naald', 'hypodermic needle'],
  ['compresse|gaze', 'kompres|gaaskompres|gaasje|gaas', 'swab|gauze|compress'],
  ['bande cohésive|bande autocollante', 'cohesieve windel|zelfklevende windel', 'cohesive bandage'],
  ['cohésive|autoadhésive', 'cohesieve', 'cohesive|self adhesive'],
  [
    'collerette|carcan',
    'kap|halskap|halskraag',
    'elizabethan collar|recovery collar|cone|e-collar',
  ],
  [
    'transpondeur|puce électronique|micropuce',
    'transponder|chip|microchip',
    'microchip|transponder',
  ],
  ['lecteur de puces', 'chiplezer|scanner', 'microchip reader|scanner'],
  ['désinfectant|désinfection', 'ontsmetting|desinfectie', 'disinfectant|disinfection'],
  ['mains|hydroalcoolique', 'handen|handalcohol|handalcoholgel', 'hand|hands'],
  ['chlorées|chloré|chlore|javel|eau de javel', 'chloor|javel|bleekwater', 'chlorine|bleach'],
  ['pdo|polydioxanone', 'pdo|polydioxanon', 'pdo|polydioxanone'],
  ['pga|acide polyglycolique', 'pga|polyglycolzuur', 'pga|polyglycolic acid'],
  ['fil|suture', 'hechtdraad|hechting', 'suture|thread'],
  ['test rapide|test', 'sneltest|test', 'rapid test|test'],
  ['vaccin|vaccination|piqûre', 'vaccin|vaccinatie|entstof|inenting', 'vaccine|vaccination|jab'],
  [
    'crochet à tiques|tire-tique|pince à tiques',
    'tekenhaak|tekentang|tekenpincet',
    'tick hook|tick remover|tick twister',
  ],
  [
    'conteneur à aiguilles|boîte à aiguilles',
    'naaldcontainer|naaldencontainer',
    'sharps container|sharps bin|needle bin',
  ],
  ['lecteur de glycémie|glucomètre', 'glucosemeter|glucometer', 'glucose meter|glucometer'],
  ['bandelettes|tigette', 'strips|teststrips|teststrip', 'strips|dipstick|test strips'],
  [
    'bandelettes urinaires|tigette urinaire',
    'urinestrips|urinestick',
    'urine strips|urine dipstick',
  ],
  ['bandelettes de glycémie', 'glucosestrips|glucosemeter strips', 'glucose strips'],
  [
    'mosquito|kelly|kocher|péan|pince hémostatique',
    'mosquitoklem|kellyklem|kocherklem|péanklem|arterieklem',
    'mosquito forceps|kelly forceps|kocher forceps|péan forceps|artery forceps|haemostat',
  ],
  ['lait pour veaux|lait artificiel', 'kalvermelk|kunstmelk', 'calf milk replacer'],
  ['rouge', 'rood|rode', 'red'],
  ['bleu', 'blauw|blauwe', 'blue'],
  ['vert', 'groen|groene', 'green'],
  ['rose|roses', 'roze', 'pink'],
];

/** Substances with more than one name, and what is left of long ones in daily speech. */
const substances: readonly Row[] = [
  ['amoxicilline|amoxi', 'amoxicilline|amoxi', 'amoxicillin|amoxi'],
  ['acide clavulanique|clavulanate|clav', 'clavulaanzuur|clav', 'clavulanic acid|clavulanate|clav'],
  ['thiamazole|méthimazole', 'thiamazol|methimazol', 'thiamazole|methimazole'],
  ['phénobarbital', 'fenobarbital', 'phenobarbital|phenobarbitone'],
  ['lidocaïne', 'lidocaïne', 'lidocaine|lignocaine'],
  ['furosémide', 'furosemide', 'furosemide|frusemide'],
  ['épinéphrine|adrénaline', 'epinefrine|adrenaline', 'epinephrine|adrenaline'],
  ['lévothyroxine|thyroxine', 'levothyroxine|thyroxine', 'levothyroxine|thyroxine'],
  ['pénicilline|péni', 'penicilline|peni', 'penicillin'],
  ['dexaméthasone|dexa', 'dexamethason|dexa', 'dexamethasone|dexa'],
  ['povidone iodée|iode|iodé', 'povidonjood|jodium|jood', 'povidone iodine|iodine'],
  ['dhppi|chppi|chppil|chp', 'dhppi|dhp', 'dhppi|dhp'],
];

export const things: readonly Row[] = [
  ...forms,
  ...complaints,
  ...feeding,
  ...material,
  ...substances,
];

/** Words that say nothing about what is wanted. */
export const idleWords: ReadonlySet<string> = new Set(
  (
    'a au aux avec contre d de des du en et l la le les pour sans sur un une taille anti ' +
    'aan bij de een en het in maat met op tegen van voor zonder stuks ' +
    'against an and at by for in of on the to with size'
  ).split(' '),
);
