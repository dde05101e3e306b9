/** Picture or file of a news item (CMS-01): streamed from the ERP, if its media type is an expected one. */
import type { LoaderFunctionArgs } from '~/base/framework/server';
import { listArticles } from '~/content/articles/articles.server';
import { documentTypes, pictureTypes, sendFile } from '~/base/page/files/download.server';
import { notFound, openPage, recordId } from '~/base/page/page';

const parts = ['thumbnail', 'image', 'file'] as const;

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, async (page) => {
    const id = recordId(page);
    const part = parts.find((one) => one === page.params['part']);
    const article = (await listArticles(page, 'news')).find((one) => one.id === id);
    const medium = part && article?.[part];
    if (!part || !medium) throw notFound(page.url.pathname);
    return sendFile(
      page,
      { path: `web/content/${part}`, at: medium.at, anonymous: true },
      {
        allowed: part === 'file' ? documentTypes : pictureTypes,
        fallbackName: medium.name || String(id),
        cacheControl: 'public, max-age=3600',
        refused: () => {
          throw notFound(page.url.pathname);
        },
      },
    );
  });
