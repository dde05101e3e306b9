/** Content of customers and the ERP: classified ads, news, pages, forms (contract/erp.md 15, 16). */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { Answer, Caller } from '../../../sandbox/erp/testing/client';
import { startTestErp, type TestErp } from '../../../sandbox/erp/testing/test-erp';

let erp: TestErp;
let anne: Caller;
beforeAll(async () => {
  erp = await startTestErp();
});
afterAll(() => erp.close());
beforeEach(() => {
  erp.control.reset();
  anne = erp.as('anne');
});

const Paged = z.object({ size: z.number(), data: z.array(z.looseObject({ id: z.number() })) });

describe('classified ads of the ERP stand-in', () => {
  const parameters = {
    name: 'Échographe à vendre',
    body: 'Good condition',
    category: 'equipment',
    date_start: '2026-03-01',
    date_end: '2026-05-31',
    phone: '+32',
    contact: 'A. Person',
    email: 'a@b.example',
    country_state_code: 'WBR',
  };
  const form = (change: object = {}, file?: string, more: Record<string, string> = {}) => {
    const data = new FormData();
    data.set('parameters', JSON.stringify({ ...parameters, ...change }));
    for (const [key, value] of Object.entries(more)) data.set(key, value);
    if (file !== undefined) data.set('file', new File([file], 'x.pdf'));
    return data;
  };
  const create = (change?: object, file?: string) =>
    anne('POST', 'classified_ads', form(change, file));
  const adId = (answer: Answer) => Paged.parse(answer.body).data[0]?.id ?? 0;

  it('ADS-01 an approval publishes a draft, and a change makes it a draft again', async () => {
    const id = adId(await create({}, '%PDF-1.4 x'));
    const mine = () => anne('GET', `classified_ads/${id}`);
    expect(await mine()).toMatchObject({
      body: {
        size: 1,
        data: [
          {
            state: 'draft',
            country_state: { code: 'WBR' },
            file: { name: 'echographe-a-vendre.pdf' },
          },
        ],
      },
    });
    expect((await erp.as('bert')('GET', `classified_ads/${id}`)).status).toBe(403);
    expect(await anne('POST', `classified_ads/${id}/submit`)).toMatchObject({
      status: 202,
      body: null,
    });
    expect((await anne('POST', `classified_ads/${id}/submit`)).status).toBe(400);
    erp.control.publishAd(id);
    const found = () =>
      erp.as('bert')('GET', 'classified_ads/search?category=equipment&region=WBR');
    expect(await found()).toMatchObject({
      body: { size: 1, data: [{ id, state: null, rejection_reason: null }] },
    });
    const Files = z.object({ data: z.array(z.object({ file: z.object({ url: z.string() }) })) });
    const url = Files.parse((await found()).body).data[0]?.file.url ?? '';
    expect((await erp.guest()('GET', url.slice(1))).body).toBe('%PDF-1.4 x');
    expect(
      await anne(
        'POST',
        `classified_ads/${id}/update_set_to_draft`,
        form({ name: 'New' }, undefined, { file_delete: 'true' }),
      ),
    ).toMatchObject({
      body: { data: [{ name: 'New', state: 'draft', file: null }] },
    });
    expect(await found()).toMatchObject({ body: { size: 0 } });
    await anne('POST', `classified_ads/${id}/submit`);
    erp.control.refuseAd(id, 'No medicines');
    expect(await anne('GET', 'classified_ads/my_classified_ads?state=cancel')).toMatchObject({
      body: { size: 1, data: [{ rejection_reason: 'No medicines' }] },
    });
    expect((await erp.as('bert')('DELETE', `classified_ads/${id}`)).status).toBe(403);
    expect((await anne('DELETE', `classified_ads/${id}`)).status).toBe(204);
    expect((await mine()).status).toBe(404);
  });

  it('ADS-01 length, dates, file and fields of an ad are validated', async () => {
    expect((await create({ body: 'x'.repeat(501) })).status).toBe(400);
    expect((await create({ date_end: '2026-02-01' })).status).toBe(400);
    expect((await create({}, 'not a pdf')).status).toBe(400);
    expect((await create({ colour: 'red' })).status).toBe(422);
    expect((await create({ country_state_code: 'XXX' })).status).toBe(422);
    expect((await anne('POST', 'classified_ads', new FormData())).status).toBe(422);
  });

  it('ADS-01 an ad is public only between its dates', async () => {
    const id = adId(await create({ date_end: '2026-03-11' }));
    await anne('POST', `classified_ads/${id}/submit`);
    erp.control.publishAd(id);
    const seen = async () =>
      Paged.parse(
        (await erp.as('bert')('GET', 'classified_ads/search?per_page=50')).body,
      ).data.some((ad) => ad.id === id);
    expect(await seen()).toBe(true);
    erp.control.clock.advance(2 * 86_400_000);
    expect(await seen()).toBe(false);
  });
});

describe('CMS content of the ERP stand-in', () => {
  const Content = z.object({
    size: z.number(),
    data: z.array(
      z.looseObject({
        lang: z.string(),
        url: z.string(),
        data: z.looseObject({ type: z.string() }),
      }),
    ),
  });

  it('CMS-01 news, pages and snippets exist in each language, with valid links between them', async () => {
    const guest = erp.guest();
    for (const type of ['news', 'page', 'snippet']) {
      const all = Content.parse((await guest('GET', `cms/content?type=${type}`)).body);
      const dutch = Content.parse((await guest('GET', `cms/content?type=${type}&lang=nl`)).body);
      expect(all.size).toBe(dutch.size * 3);
      expect(
        dutch.data.every(({ lang, url }) => lang === 'nl' && url.startsWith(`nl/${type}/`)),
      ).toBe(true);
    }
    expect(await guest('GET', 'cms/content?type=news&lang=de')).toMatchObject({
      body: { size: 0 },
    });
    expect((await guest('GET', 'cms/content?type=other')).status).toBe(422);
    const [news] = Content.parse((await guest('GET', 'cms/content?type=news&lang=en')).body).data;
    const Media = z.object({
      image: z.object({ url: z.string() }),
      file: z.object({ url: z.string() }),
    });
    const media = Media.parse(news?.data);
    expect((await fetch(media.image.url)).headers.get('content-type')).toBe('image/svg+xml');
    expect((await fetch(media.file.url)).headers.get('content-type')).toBe('application/pdf');
    expect(await guest('GET', `cms/content/${news?.url ?? ''}`)).toMatchObject({
      body: { url: news?.url },
    });
  });

  it('CMS-04 the forms call returns JSON inside a string, and more forms to a signed-in customer', async () => {
    const Forms = z.object({ data: z.array(z.object({ id: z.number(), form: z.string() })) });
    const shown = async (who: Caller) => Forms.parse((await who('GET', 'form')).body).data;
    expect(await shown(erp.guest())).toHaveLength(6);
    const forms = await shown(anne);
    expect(forms).toHaveLength(7);
    expect(JSON.parse(forms[1]?.form ?? '')).toMatchObject({
      components: [{ key: 'order', validate: { required: true } }, {}, {}, {}, {}],
    });
    expect(await anne('POST', 'form/2', { data: { order: 'S1', quantity: '2' } })).toMatchObject({
      body: { status: 'OK' },
    });
    expect((await erp.guest()('POST', 'form/2', { data: {} })).status).toBe(404);
    expect((await anne('POST', 'form/2', { data: { quantity: 2 } })).status).toBe(422);
    expect((await anne('POST', 'form/2', {})).status).toBe(422);
  });
});
