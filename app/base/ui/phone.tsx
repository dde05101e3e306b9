/** A telephone link whose number does not break across lines. */
export function Phone({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number.replaceAll(' ', '\u00a0')}</a>;
}
