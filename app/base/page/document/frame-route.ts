/** The route whose loader provides the data of every page's frame, and access to that data. */
import { isViewData, viewOf, type ViewData } from '../view-data';

export const frameRoute = 'routes/locale/layout';

/**
 * The frame's view data in the loader's result; null when the loader did not run. The caller supplies the type of the
 * view data.
 */
export const frameOf = <View>(loaded: unknown): View | null =>
  isViewData(loaded) ? viewOf(loaded as ViewData<View>) : null;
