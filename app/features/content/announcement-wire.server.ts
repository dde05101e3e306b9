/** Documents of the banner and advertisement indices (contract/search.md 1.6, 1.7); `npm run index` checks them. */
import { z } from 'zod';

export const BannerWire = z.object({ id: z.int(), html: z.unknown(), type: z.unknown() });
export const AdvertisementWire = z.object({
  id: z.int(),
  name: z.string().min(1),
  display_slot: z.string().min(1).nullish(),
  display_time: z.number().nullish(),
  file_url: z.unknown(),
  site_url: z.unknown(),
  image: z.unknown(),
});
