/** The route whose loader has the data of every page's frame, and that data as views see it. */
import { isViewData, viewOf, type ViewData } from '../view-data';

export const frameRoute = 'routes/locale/layout';

/** View of the loader's data; null where there is none. The caller names the view: the loader of one file returns it. */
export const frameOf = <View>(loaded: unknown): View | null =>
  isViewData(loaded) ? viewOf(loaded as ViewData<View>) : null;
