/**
 * Closes an advertisement without loading the page again, which would scroll to the top and lose the focus (CMS-03). The
 * focus moves to the next one.
 */
export function closeAdvertisementsInPlace(): void {
  addEventListener('submit', (event) => {
    const { target: form, submitter } = event;
    const item = form instanceof HTMLFormElement && form.closest('.ad');
    if (!item) return;
    event.preventDefault();
    const body = new URLSearchParams();
    for (const [name, value] of new FormData(form, submitter))
      if (typeof value === 'string') body.append(name, value);
    // If the request fails, the advertisement returns on the next page.
    fetch(form.action, { method: 'POST', body, redirect: 'manual', keepalive: true }).catch(
      () => undefined,
    );
    item.remove();
    document.querySelector<HTMLElement>('.ad .close')?.focus();
  });
}
