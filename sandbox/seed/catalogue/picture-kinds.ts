/** Which drawing stands for a container, a texture or a kind of equipment. */
import type { PictureKind } from './product';

const BY_CONTAINER: Readonly<Record<string, PictureKind>> = {
  blister: 'blister',
  vial: 'vial',
  bottle: 'bottle',
  'dropper-bottle': 'dropper',
  'spray-bottle': 'spray',
  'pump-bottle': 'pump',
  can: 'can',
  bucket: 'bucket',
  bag: 'bag',
  sachet: 'pouch',
  'infusion-bag': 'infusion',
  'oral-syringe': 'injector',
  injector: 'injector',
  pipette: 'pipette',
  tube: 'tube',
  pot: 'pot',
  tin: 'tin',
  box: 'box',
  'bag-pack': 'pouch',
  applicator: 'syringe',
  dispenser: 'pump',
  inhaler: 'device',
  carton: 'box',
  ampoule: 'ampoule',
};

export function containerPicture(form: string, container: string): PictureKind {
  return form === 'collar' ? 'collar' : (BY_CONTAINER[container] ?? 'box');
}

const BY_TEXTURE: Readonly<Record<string, PictureKind>> = {
  dry: 'bag',
  wet: 'tin',
  liquid: 'bottle',
  powder: 'pot',
  treat: 'pouch',
  chew: 'pouch',
  feed: 'bag',
};

export function texturePicture(texture: string, pack: string): PictureKind {
  if (texture === 'wet' && /x(8|9|10)\d g/.test(pack)) return 'pouch';
  if (texture === 'powder' && / kg$/.test(pack)) return 'bag';
  return BY_TEXTURE[texture] ?? 'bag';
}

/** First match wins: the words of an equipment type's id, then its leaf category. */
const BY_TYPE: readonly (readonly [RegExp, PictureKind])[] = [
  [/^syringe|drench-gun|bolus-gun/, 'syringe'],
  [/^needle-holder/, 'instrument'],
  [/^needle|scalpel-|^k-wire|steinmann|buhner-needle/, 'needle'],
  [/catheter|tube-|probe|sheath|extension-line|infusion-set|transfusion|stomach/, 'catheter'],
  [/glove/, 'gloves'],
  [
    /forceps|scissors|instrument|retractor|curette|rongeur|elevator|luxator|clamp|-holder/,
    'forceps',
  ],
  [/bandage|tape-|padding|cast|roll|^bandage/, 'roll'],
  [/swab|dressing|towels|tissues|compress|wipes|pads/, 'swab'],
  [/suture/, 'suture'],
  [/^test-|^rotor|reagent|stain|slides/, 'test'],
  [
    /tunic|trousers|coat|jacket|gown|apron|coverall|overall|waterproof|recovery-suit|blanket|harness/,
    'clothing',
  ],
  [/boot|clog|overshoe/, 'boots'],
  [/e-collar/, 'cone'],
  [/eartag|microchip|leg-band|tattoo/, 'tag'],
  [/bowl|fountain|tray/, 'bowl'],
  [/collar|lead-|muzzle|halter|rope/, 'collar'],
  [/spray|aerosol/, 'spray'],
  [/gel|lubricant|cream|glue|soap|scrub-|shampoo/, 'tube'],
  [/concentrate|detergent|disinfectant|alcohol|iodophor|cleaner|oil|fluid|footbath-copper/, 'can'],
  [/container|drum|bucket|powder|tablets|bait/, 'bucket'],
  [/bag/, 'pouch'],
  [/table|cage|trolley|cabinet|fridge|stand|carrier|scale|lamp/, 'furniture'],
];
const BY_LEAF: Readonly<Record<string, PictureKind>> = {
  imaging: 'device',
  monitoring: 'device',
  'anaesthesia-circuits': 'device',
  'lab-supplies': 'test',
  'rapid-tests': 'test',
  'exam-tools': 'device',
  'instr-general': 'forceps',
  'instr-ortho': 'tool',
  'instr-dental': 'instrument',
  'hoof-dehorn': 'tool',
  calving: 'tool',
  'restraint-tools': 'tool',
  tables: 'furniture',
  cages: 'furniture',
  scrubs: 'clothing',
  'farm-wear': 'clothing',
  dressings: 'swab',
  bandages: 'roll',
  syringes: 'syringe',
  needles: 'needle',
};

export function equipmentPicture(type: string, category: string): PictureKind {
  return BY_TYPE.find(([words]) => words.test(type))?.[1] ?? BY_LEAF[category] ?? 'box';
}
