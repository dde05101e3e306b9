/**
 * `npm run tool -- erp-stand-in`: starts only the ERP stand-in and its media server, for use with a real identity
 * provider and a real Elasticsearch (compose.yaml, `npm run proof -- whole`).
 *
 *     npm run tool -- erp-stand-in --port 4101 --media-port 4104 --media-base https://shop.example/media \
 *       --issuer https://id.example/realms/shop --shop-url https://shop.example --products 400 --data .data/erp-stand-in
 */
import { z } from 'zod';
import { checkedOptions, commandLine } from './command-line';
import { startParts } from './start';
import { whenToStop } from './when-to-stop';

const text = { type: 'string' } as const;
const usage =
  'Usage: npm run tool -- erp-stand-in --issuer ADDRESS [--host HOST] [--port N] [--media-port N] [--media-base ADDRESS] [--shop-url ADDRESS] [--products N] [--data FOLDER]';
const { values } = commandLine(usage, {
  options: {
    host: { ...text, default: '127.0.0.1' },
    port: { ...text, default: '4101' },
    'media-port': { ...text, default: '4104' },
    'media-base': text,
    issuer: text,
    'shop-url': { ...text, default: 'http://localhost:3000' },
    products: { ...text, default: '400' },
    data: text,
  },
});

const port = z.coerce.number().int().min(0).max(65_535);
const address = z.url({ protocol: /^https?$/ });
const Arguments = z.object({
  host: z.string().min(1),
  port,
  'media-port': port,
  'media-base': address.optional(),
  issuer: address,
  'shop-url': address,
  products: z.coerce.number().int().min(1).max(100_000),
  data: z.string().min(1).optional(),
});

async function main(): Promise<void> {
  const given = checkedOptions(usage, Arguments, values);
  const { host, issuer, products, data, 'media-base': mediaBase } = given;
  const parts = await startParts(
    {
      host,
      issuer,
      products,
      shopUrl: given['shop-url'],
      ports: { erp: given.port, media: given['media-port'] },
      ...(data === undefined ? {} : { dataDir: data }),
      ...(mediaBase === undefined ? {} : { mediaBase: mediaBase.replace(/(?<!\/)\/+$/, '') }),
    },
    ['media', 'erp'],
  );
  whenToStop(() => void parts.close().then(() => process.exit(0)));
  console.log(`ERP at ${parts.urls.erp ?? ''}, pictures at ${parts.urls.media ?? ''}`);
}

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error);
  process.exit(1);
});
