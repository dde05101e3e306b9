/** Draws a product or a category in the size that its address names. */
import type { PictureKind } from '../catalogue/product';
import * as containers from './containers';
import * as gear from './gear';
import * as packs from './packs';
import type { Brush, Drawing } from './palette';
import * as tools from './tools';

const DRAWINGS: Readonly<Record<PictureKind, Drawing>> = {
  box: packs.box,
  blister: packs.blister,
  bag: packs.bag,
  pouch: packs.pouch,
  tin: packs.tin,
  pot: packs.pot,
  bucket: packs.bucket,
  suture: packs.suture,
  test: packs.test,
  bottle: containers.bottle,
  dropper: containers.dropper,
  vial: containers.vial,
  ampoule: containers.ampoule,
  tube: containers.tube,
  infusion: containers.infusion,
  can: containers.can,
  spray: containers.spray,
  pump: containers.pump,
  injector: containers.injector,
  pipette: containers.pipette,
  syringe: gear.syringe,
  needle: gear.needle,
  catheter: gear.catheter,
  gloves: gear.gloves,
  roll: gear.roll,
  swab: gear.swab,
  collar: gear.collar,
  cone: gear.cone,
  tag: gear.tag,
  instrument: tools.instrument,
  forceps: tools.forceps,
  tool: tools.tool,
  device: tools.device,
  furniture: tools.furniture,
  clothing: tools.clothing,
  boots: tools.boots,
  bowl: tools.bowl,
};

const PICTURE_SIZES = { small: 60, medium: 300, large: 550, xlarge: 1200 } as const;
export type PictureSize = keyof typeof PICTURE_SIZES;

export function isPictureSize(size: string): size is PictureSize {
  return size in PICTURE_SIZES;
}

/** Draws text only on the two larger sizes, where it is legible. */
export function hasWords(size: PictureSize): boolean {
  return PICTURE_SIZES[size] >= PICTURE_SIZES.large;
}

export function drawPicture(kind: PictureKind, brush: Brush, size: PictureSize): string {
  const side = PICTURE_SIZES[size];
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}" viewBox="0 0 96 96">${DRAWINGS[kind](brush)}</svg>`;
}
