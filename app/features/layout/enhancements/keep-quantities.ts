/**
 * Quantities that are typed on an order sheet or in the cart and not sent yet are there again with Back, Forward and
 * reload: the entry of the tab's history remembers them. Browsers would put nothing back into fields that they may not
 * complete. What was sent is not remembered.
 */
const fields = (): HTMLInputElement[] => [
  ...document.querySelectorAll<HTMLInputElement>('input[name^="q."]'),
];
const isTyped = ({ value, defaultValue }: HTMLInputElement): boolean => value !== defaultValue;

function note(isSent: boolean): void {
  const typed = isSent ? [] : fields().filter(isTyped);
  history.replaceState({ typed: typed.map(({ name, value }) => [name, value]) }, '');
}

export function keepQuantities(): void {
  const { typed = [] } = (history.state ?? {}) as { typed?: [name: string, value: string][] };
  for (const [name, value] of typed) {
    const field = fields().find((one) => one.name === name && !isTyped(one));
    if (field) field.value = value;
  }
  addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && fields().includes(target)) note(false);
  });
  // Where the cart's script takes a form over, it has emptied what it has kept by then.
  addEventListener('submit', (event) => {
    if (event.target instanceof HTMLFormElement && event.target.method === 'post')
      setTimeout(() => note(!event.defaultPrevented));
  });
  // Typed before this was there.
  if (fields().some(isTyped)) note(false);
}
