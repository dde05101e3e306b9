/** The documents of a month as one archive. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { downloadMonth } from '~/features/documents/month.server';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) => customerPage(args, downloadMonth);
