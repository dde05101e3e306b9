/** Maps categories to drawings. */
import type { CategoryNode } from '../catalogue/placement';
import type { PictureKind } from '../catalogue/product';

/** The first rule that matches the id of the category or of an ancestor applies. */
const CATEGORY_PICTURES: readonly (readonly [RegExp, PictureKind])[] = [
  [
    /antibiotics-oral|nsaids|behaviour|antiepileptics|wormers|flea-tablets|cardiology|^heart/,
    'blister',
  ],
  [/spot-ons|^fleas-ticks|^antiparasitics/, 'pipette'],
  [/flea-collars/, 'collar'],
  [/flea-sprays|disinfect-surface/, 'spray'],
  [/bees|poultry-mites|^ectoparasites/, 'spray'],
  [/udder|uterine/, 'injector'],
  [/farm-pour|teat-dips|disinfect-farm|^disinfection|^hygiene/, 'can'],
  [
    /vaccines|antibiotics-injectable|hormones|local-anaes|general-anaes|opioids|sedatives|^anaesthesia-drugs/,
    'vial',
  ],
  [/otology|ophthalmology|^skin/, 'dropper'],
  [/dermatology|care-dental|disinfect-hands|^care/, 'tube'],
  [/fluids|infusion-fluids/, 'infusion'],
  [/infusion|iv-catheters|tubes-probes/, 'catheter'],
  [/food-milk|^supp|minerals|vitamins/, 'pot'],
  [/treats/, 'pouch'],
  [/^food/, 'bag'],
  [/syringes|^injection|^consumables|blood/, 'syringe'],
  [/needles/, 'needle'],
  [/gloves|protection/, 'gloves'],
  [/bandages|wound/, 'roll'],
  [/dressings|paper/, 'swab'],
  [/sutures|staples/, 'suture'],
  [/drapes|sterilisation|theatre/, 'box'],
  [/instr-general|^surgery|^instruments/, 'instrument'],
  [/instr|theatre/, 'forceps'],
  [/^tables|cages|storage|furniture|hospitalisation|^practice/, 'furniture'],
  [/scrubs|farm-wear|clothing|recovery/, 'clothing'],
  [/lab|tests|laboratory/, 'test'],
  [/imaging|monitoring|exam|anaesthesia-circuits|diagnostics|^equipment/, 'device'],
  [/e-collars|post-op|^accessories/, 'cone'],
  [/muzzles|walking/, 'collar'],
  [/bowls|feeding|comfort/, 'bowl'],
  [/microchips|marking|identification/, 'tag'],
  [/waste|milking|insemination/, 'bucket'],
  [/farm|calving|hoof|tools|restraint|obstetrics|grooming|dosing/, 'tool'],
];

export function categoryPictureKind(node: CategoryNode): PictureKind {
  for (let at: CategoryNode | null = node; at; at = at.up) {
    const id = at.id;
    const kind = CATEGORY_PICTURES.find(([words]) => words.test(id))?.[1];
    if (kind) return kind;
  }
  return 'box';
}
