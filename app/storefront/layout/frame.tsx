/** The frame as views see it: data of the locale layout, and the components around a page or its error page. */
import type { ReactNode } from 'react';
import { useMatches, useRouteError, useRouteLoaderData } from '~/base/framework/view';
import { useEntryAssets } from '~/base/page/document/entry-assets';
import type { Head } from '~/base/page/document/head';
import type { StoredAnswer } from '~/base/page/forms/stored-answers.server';
import { frameOf, frameRoute } from '~/base/page/document/frame-route';
import type { Brand, Shop } from '~/base/page/shop';
import { headOf, isViewData } from '~/base/page/view-data';
import { policyOf } from '~/base/routing/match';
import type { RoutePolicy } from '../../../server/http/policy/route-policy';
import { FailedFormPanel } from './banners/saved-form-panel';
import { ErrorPage, type WayBack } from './error-page';
import type { PageLayout } from './layout';
import { Shell } from './shell';

export interface FrameView {
  layout: PageLayout;
  tag: string;
  locale: Shop['locale'];
  /** Path and query of the page, for its links. */
  here: string;
  /** The same address including the id of the stored form answer, for a retry. */
  again: string;
  /** The stored answer to the form whose redirect led to this page. */
  answer: StoredAnswer | null;
  /** Id of the stored form answer, if any language can display it; otherwise null. */
  answerId: string | null;
  reference: string;
  origin: string;
  brand: Brand;
  version: string;
  savesData: boolean;
  askAbove: number;
  /** Creates a new idempotency key for a form of this page. */
  formKey: () => string;
  /** Returns cached markup of parts of the page; null for a guest, whose whole page is cached. */
  kept: Shop['kept'];
  /**
   * Whether the ERP has a call. Called during rendering, because a loader may just have detected that the call is
   * missing.
   */
  offers: (call: string) => boolean;
  at: Date;
  /** Address of the analytics script; null unless the visitor has agreed to analytics. */
  analytics: string | null;
}

/** Data of the locale layout; null if its loader did not run or failed. */
export function useFrame(): FrameView | null {
  return frameOf<FrameView>(useRouteLoaderData(frameRoute));
}

/** The policy of the page's route, and the page's head data; `head` is null if an error replaces the page. */
export function useLeaf(): { policy: RoutePolicy | null; head: Head | null } {
  const leaf = useMatches().at(-1);
  const { error } = useEntryAssets();
  const data: unknown = leaf?.data;
  const head = isViewData(data) && error === null ? headOf(data) : null;
  return { policy: policyOf(leaf?.id), head };
}

/** Header, banners, notices and footer around a page; a bare page has only its main part. */
export function PageFrame({ children }: { children: ReactNode }) {
  const frame = useFrame();
  const { policy, head } = useLeaf();
  const { error, frameless } = useEntryAssets();
  const answer = frame?.answer ?? frameless?.answer ?? null;
  if (frame === null || policy?.layout === 'bare')
    return (
      <main id="main" className="wrap bare">
        {frame === null && answer?.kind === 'failed' ? <FailedFormPanel answer={answer} /> : null}
        {children}
      </main>
    );
  return (
    <Shell
      layout={frame.layout}
      head={head}
      failed={error !== null}
      answer={answer}
      quiet={policy?.quiet ?? false}
    >
      {children}
    </Shell>
  );
}

/** The error page that a layout's boundary displays in place of the failed page. */
export function RouteErrorPage({ way }: { way?: WayBack }) {
  const frame = useFrame();
  return (
    <ErrorPage
      error={useRouteError()}
      again={frame?.again ?? null}
      back={frame?.layout.cameFrom ?? null}
      done={frame?.layout.notifications ?? []}
      way={way ?? null}
    />
  );
}
