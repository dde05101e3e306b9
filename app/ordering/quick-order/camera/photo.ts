/**
 * Reads the codes of a photo (CART-11), for phones whose camera focuses badly in a browser and for browsers without a
 * camera API. The photo is processed in the page and never stored.
 */
import { enterCode, sayIn, type CameraPlace } from './camera-place';
import { pictureReader } from './picture-reader';
import { pixelCopier } from './pixels';
import { SeenCodes } from './seen-codes';

/** Maximum width or height of the picture; a larger one takes seconds on a phone. */
const mostPixels = 2_000;
/** The photo is read in three sizes: as in a film, two pictures must agree on a one-dimensional code. */
const sizes = [1, 1.3, 0.75];

async function readPhoto(place: CameraPlace, photo: Blob): Promise<void> {
  sayIn(place, 'reading');
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(photo);
  } catch {
    return sayIn(place, 'unread');
  }
  try {
    const read = await pictureReader();
    const { width, height } = picture;
    const most = Math.min(mostPixels, Math.max(width, height));
    const copy = pixelCopier();
    const seen = new SeenCodes();
    let found = 0;
    for (const [at, size] of sizes.entries()) {
      const pixels = copy(picture, width, height, most * size);
      for (const { text, replaces } of pixels ? seen.fresh(await read(pixels), at) : []) {
        if (replaces !== null) place.takeBack(replaces);
        enterCode(place, text);
        found += 1;
      }
    }
    if (found === 0) sayIn(place, 'unread');
  } catch {
    sayIn(place, 'lost');
  } finally {
    picture.close();
  }
}

/** Displays the photo button behind the camera button, once. */
export function offerPhoto(place: CameraPlace): void {
  const { form, offer } = place;
  const button = offer.content.querySelector('[data-photo]')?.cloneNode(true);
  const file = offer.content.querySelector('input')?.cloneNode(true);
  if (form.querySelector('[data-photo]') || !(button instanceof HTMLElement)) return;
  if (!(file instanceof HTMLInputElement)) return;
  offer.before(button, file);
  button.addEventListener('click', () => file.click());
  file.addEventListener('change', () => {
    const [photo] = file.files ?? [];
    // The same photo may be chosen again; the form never sends it.
    if (photo) void readPhoto(place, photo).finally(() => (file.value = ''));
  });
}
