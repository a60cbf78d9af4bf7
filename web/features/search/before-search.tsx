import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Skeleton, SkeletonList } from '#web/ui/skeleton.tsx'
import { DatesPlace, ResultsPlace, SearchTop, titles } from './search-places.tsx'

/**
 * The prerendered screen, with a view for each case, because the query string is unknown then. CSS
 * shows one of them by `data-asks`, set on `<html>` before the first paint (see web/root.tsx).
 */
export function BeforeSearch() {
  return (
    <>
      <div data-address="asks">
        <Page title={titles.results} width="page" dense="everywhere">
          <SearchTop>
            <Card padded={false} className="flex h-14.5 items-center px-4 sm:h-17">
              <Skeleton className="h-6 w-40" />
            </Card>
            <DatesPlace />
          </SearchTop>
          <div className="grid content-start gap-4">
            <p className="font-display text-xl font-bold text-muted">
              Buscamos cupos en viajes directos y también en los que pasan por tu ruta, con el
              precio final de cada uno…
            </p>
            <ResultsPlace />
          </div>
        </Page>
      </div>
      <div data-address="plain">
        <Page title={titles.start} width="page">
          <SkeletonList rows={1} rowClass="h-112 lg:h-64" />
        </Page>
      </div>
    </>
  )
}
