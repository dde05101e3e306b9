import type { LoaderFunctionArgs } from '@remix-run/node';
import { hold, useView } from '~/http/held';
import { openPage } from '~/http/page';

export const loader = (args: LoaderFunctionArgs) =>
  openPage(args, ({ context, t }) =>
    Promise.resolve(
      hold(
        { signedIn: context.session.kind === 'customer' },
        { title: t('home:title'), description: t('home:description') },
      ),
    ),
  );

export default function Home() {
  const view = useView<typeof loader>();
  return <h1>{String(view.signedIn)}</h1>;
}
