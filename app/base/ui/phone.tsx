/** A telephone link; its spaces are no-break spaces. */
export function Phone({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number.replaceAll(' ', '\u00a0')}</a>;
}
