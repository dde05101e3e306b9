/** WebP is a fifth of a PNG; the browser itself encodes it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Browser } from 'playwright';

export async function saveWebp(browser: Browser, png: Buffer, file: string): Promise<void> {
  const blank = await browser.newPage();
  const webp = await blank.evaluate(async (data) => {
    const image = new Image();
    image.src = `data:image/png;base64,${data}`;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.width;
    canvas.height = image.height;
    canvas.getContext('2d')?.drawImage(image, 0, 0);
    return canvas.toDataURL('image/webp', 0.85).split(',')[1] ?? '';
  }, png.toString('base64'));
  await blank.close();
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, Buffer.from(webp, 'base64'));
  console.log(file);
}
