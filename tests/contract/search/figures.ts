/**
 * Measures as practices enter them, on the complete sample world: each of the first names must have the intended
 * strength, size, weight or species of meat, and the first product must be the intended one.
 */
import type { Lang } from '../../../sandbox/world';

type Asked = readonly [lang: Lang, text: string, each: RegExp];
const strengths: readonly Asked[] = [
  ['fr', 'meloxicam 2%', /(?:^|[^\d,.])20 mg\/ml/],
  ['nl', 'meloxicam 2 %', /(?:^|[^\d,.])20 mg\/ml/],
  ['en', 'meloxicam 2%', /(?:^|[^\d,.])20 mg\/ml/],
  ['fr', 'méloxicam 0,5%', /(?:^|[^\d,.])5 mg\/ml/],
  ['fr', 'kétoprofène 10%', /\b100 mg\/ml/],
  ['en', 'ketoprofen 10%', /\b100 mg\/ml/],
  ['nl', 'ketoprofen 10.0%', /\b100 mg\/ml/],
  ['fr', 'amoxicilline 15%', /\b150 mg\/ml/],
  ['nl', 'amoxicilline 15% LA', /\b150 mg\/ml/],
  ['fr', 'ivermectine 1%', /(?:^|[^\d,.])10 mg\/ml/],
  ['en', 'marbofloxacin 10%', /\b100 mg\/ml/],
  ['nl', 'doxycycline 50%', /\b500 mg\/g/],
  ['fr', 'glucose 30%', /\b300 mg\/ml/],
  ['fr', 'alcool 70%', /\b70 %/],
  ['nl', 'alcohol 70 %', /\b70 %/],
  ['fr', 'NaCl 7.2%', /\b7,2 %/],
  ['fr', 'carprofene 100', /\b100 mg/],
  ['nl', 'marbofloxacine 80', /\b80 mg/],
  ['fr', 'levothyroxine 0,4 mg', /\b400 µg/],
  ['en', 'levothyroxine 400 mcg', /\b400 µg/],
  ['fr', 'meloxicam 10mg/5ml', /(?:^|[^\d,.])2 mg\/ml/],
  ['nl', 'meloxicam 15 mg / 10 ml', /(?:^|[^\d,.])1,5 mg\/ml/],
  ['en', 'ketamine 1000mg/10ml', /\b100 mg\/ml/],
  ['en', 'butorphanol 10 mg per ml', /\b10 mg\/ml/],
  ['fr', 'amoxi 250 clav', /200 \+ 50 mg/],
  ['nl', 'amoxi 250 clav', /200 \+ 50 mg/],
  ['en', 'amoxi 250 clav', /200 \+ 50 mg/],
  ['nl', 'amoxicilline clavulaanzuur 500', /400 \+ 100 mg/],
];
const weights: readonly Asked[] = [
  ['fr', 'fluralaner chien 25 kg', /chien 20–40 kg/],
  ['fr', 'fluralaner chien 30kg', /chien 20–40 kg/],
  ['fr', 'fluralaner 20-40kg', /20–40 kg/],
  ['nl', 'afoxolaner hond 12 kg', /hond (?:10–25|7,5–15) kg/],
  ['en', 'afoxolaner dog 20 kg', /dog (?:10–25|15–30) kg/],
  ['fr', 'vermifuge chat 3 kg', /chat (?:jusqu’à [48] kg|2–8|2,6–7,5|2,5–5|2–12|1–5|2–5) ?/],
  ['fr', 'vermifuge chien 12 kg', /chien (?:5–20|7,5–15|5–75|10–20|10–25|10,1–20|6,25–12,5) kg/],
  ['nl', 'vlooien pipet hond 45kg', /hond (?:40–60|40,1–60|30–60) kg/],
];
const sizes: readonly Asked[] = [
  ['fr', 'gants 7.5', /\b7,5,/],
  ['fr', 'gants 7,5', /\b7,5,/],
  ['fr', 'gants 7½', /\b7,5,/],
  ['nl', 'handschoenen 7 1/2', /\b7,5,/],
  ['en', 'gloves size 7½', /\b7\.5,/],
  ['nl', 'operatiehandschoen 8.0', / 8,/],
  ['fr', 'gants chirurgicaux 8,0', / 8,/],
  ['fr', 'sonde endotrachéale 5', / 5,0 mm/],
  ['fr', 'sonde endotrachéale 5 mm', / 5,0 mm/],
  ['fr', 'sonde urinaire chat 1.0 mm', / 1,0 x 130 mm/],
  ['en', '.5ml syringe', / 0\.5 ml/],
  ['fr', 'seringue .5 ml', / 0,5 ml/],
  ['nl', 'spuit .3ml', / 0,3 ml/],
  ['fr', 'aiguille G18', / 18G/],
  ['nl', 'naald G21', / 21G/],
  ['en', 'catheter g22', / 22G/],
  ['fr', 'aiguille 0,8 x 40', / 21G, 40 mm/],
  ['nl', 'naald 1,2x40', / 18G, 40 mm/],
  ['en', 'needle 0.8 x 25 mm', / 21G, 25 mm/],
  ['nl', 'insulinespuit 40ie', / U-40,/],
  ['nl', 'spuit insuline 40 IE', / U-40,/],
  ['fr', 'seringue U100', / U-100,/],
  ['fr', 'gants nitrile M 100x', /nitrile.* M,.*boîte de 100/],
  ['en', 'nitrile gloves M x100', /itrile.* M,.*box of 100/],
  ['nl', 'nitril handschoenen L 100st', /itril.* L,.*doos van 100/],
  ['fr', 'aiguilles boite de 100', /^Aiguille.*boîte de 100/],
  ['nl', 'injectienaalden 18g x 40', / 18G, 40 mm/],
  ['nl', 'hondenvoer kip', /met kip/],
  ['nl', 'kattenbrokken konijn', /kat.*konijn/i],
  ['en', 'lamb dog food', /(?:dog|puppy).*lamb/i],
  ['en', 'cat food rabbit', /cat.*rabbit/i],
  ['nl', 'kattenvoer niet met vis', /^(?!.*\bvis\b)/i],
  ['fr', 'croquettes chat pas de poulet', /^(?!.*poulet)/i],
  ['fr', 'croquettes chien mais pas de poisson', /^(?!.*poisson)/i],
  ['en', 'no chicken dog food', /^(?!.*chicken)/i],
  ['en', 'cat food but not fish', /^(?!.*\bfish\b)/i],
];
/** Queries whose first results must all match. */
export const askedFigures = [...strengths, ...weights, ...sizes];

/** Queries for which only the first product is fixed; any products may follow it. */
export const askedFirsts: readonly Asked[] = [
  ['fr', 'insuline U100', /^Insuline.*100 UI\/ml/],
  ['fr', 'insuline U40', /40 UI\/ml/],
  ['fr', 'carprofene 50 mg', / 50 mg comprimé/],
  ['fr', 'prednisolone 5mg chat', / 5 mg comprimé/],
  ['nl', 'prednisolon 5MG kat', / 5 mg tablet/],
  ['en', 'prednisolone 5mg cat', / 5 mg tablet/],
];
