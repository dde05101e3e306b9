/** The cart's lines as a file that the import reads again. */
import type { LoaderFunctionArgs } from '~/framework/server';
import { downloadCartLines } from '~/features/quick-order/csv/downloads.server';
import { customerPage } from '~/page/page';

export const loader = (args: LoaderFunctionArgs) => customerPage(args, downloadCartLines);
