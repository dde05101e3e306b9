/** The drawing for a container, a texture or a kind of equipment. */
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

/** First match wins: patterns for an equipment type's id, then its leaf category. */
const BY_TYPE: readonly (readonly [RegExp, PictureKind])[] = [
  [/pump-50|syringe-driver|infusion-pump|fluid-warmer|suction-pump|electrosurgery$/, 'device'],
  [/^autoclave|hot-air|ultrasonic-bath|heat-sealer|clipper-(pro|surgical)|chip-reader/, 'device'],
  [/portable|wood-lamp|headlamp|heat-lamp|dental-unit|power-float|cast-saw|scaler-ultra/, 'device'],
  [/^syringe|drench-gun|bolus-gun|pour-on-gun|dosing-pump|ai-gun|pill-pocket/, 'syringe'],
  [/^needle-holder|scissors|mosquito|kelly|kocher|pean|allis|backhaus|babcock|doyen/, 'instrument'],
  [/^scaler|^elevator|^luxator|^curette|scalpel-handle|^probe-|tooth-rasp/, 'forceps'],
  [/^needle|scalpel-|^k-wire|steinmann|buhner-needle/, 'needle'],
  [/^tube-(edta|heparin|serum|citrate|fluoride|vacuum|capillary)|container-urine/, 'vial'],
  [/catheter|tube-|spo2|sheath|extension-line|infusion-set|transfusion|stomach/, 'catheter'],
  [/^circuit-|^drain-(p|r|t)|rectal-tube|suction-tubing|subcut-fluid/, 'catheter'],
  [/glove/, 'gloves'],
  [/instrument-tray|surgical-kit|dosimeter|plate-|screw|fixator|^trolley/, 'box'],
  [/forceps|retractor|rongeur|clamp|hook-spay|punch/, 'forceps'],
  [/bandage|tape-|padding|cast|roll|splint/, 'roll'],
  [/swab|dressing|towels|tissues|compress|wipes|pads|cotton-|tulle|sponge/, 'swab'],
  [/suture/, 'suture'],
  [/^test-|^rotor|reagent|^stain|slides/, 'test'],
  [/boot-infusion-bag|cat-bag|body-bag|-bag$|-bags$|sandbag/, 'pouch'],
  [
    /tunic|trousers|coat|jacket|gown|apron|coverall|overall|waterproof|suit|blanket|harness/,
    'clothing',
  ],
  [/boot|clog|overshoe/, 'boots'],
  [/e-collar/, 'cone'],
  [/eartag-flex|microchip|leg-band/, 'tag'],
  [/^bowl|fountain|tray|kidney-dish/, 'bowl'],
  [/collar|lead-(slip|paper)|muzzle|halter|rope/, 'collar'],
  [/-oil$|tattoo-ink|fluorescein/, 'dropper'],
  [/hand-(gel|solution|soap)|scrub-chlor|shampoo|dental-additive/, 'pump'],
  [/spray|aerosol|odour/, 'spray'],
  [/gel$|lubricant|cream|glue|toothpaste|polish-paste/, 'tube'],
  [
    /concentrate|detergent|disinfect|alcohol-70|iodophor|cleaner|fluid|footbath-copper|soda-lime|nitrogen/,
    'can',
  ],
  [/calf-bottle|colostrum|-cup$|flotation-solution/, 'bottle'],
  [/container|drum|bucket|powder|tablets|bait/, 'bucket'],
  [
    /(^|-)table$|^cage|cabinet|fridge|stand|carrier|^scale-|-lamp$|crush|trap|incubator/,
    'furniture',
  ],
];
const BY_LEAF: Readonly<Record<string, PictureKind>> = {
  imaging: 'device',
  monitoring: 'device',
  'anaesthesia-circuits': 'device',
  'lab-supplies': 'device',
  'rapid-tests': 'test',
  'exam-tools': 'device',
  'instr-general': 'forceps',
  'instr-ortho': 'tool',
  'instr-dental': 'forceps',
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
