/** The cart's lines as a file that the import reads again. */
import type { LoaderFunctionArgs } from '@remix-run/node';
import { downloadCartLines } from '~/features/cart/csv/downloads.server';
import { customerPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) => customerPage(args, downloadCartLines);
