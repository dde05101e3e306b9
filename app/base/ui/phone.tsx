/** A telephone number to tap; its spaces never break. */
export function Phone({ number }: { number: string }) {
  return <a href={`tel:${number.replace(/[^+\d]/g, '')}`}>{number.replaceAll(' ', '\u00a0')}</a>;
}
