/**
 * Script of content pages, which are served without the app's code (`handle = { content: true }`).
 * Their markup is prerendered from the app's components, and these few kB make it interactive.
 */

import { paths } from '#web/lib/paths.ts'
import { leaveForHome } from '#web/shared/access/oauth/site-host.ts'
import { reportLater } from '#web/shared/files/browser-reports/report-later.ts'
import { loadEnds } from '#web/shared/places/load-places.ts'
import { controlSearch } from '#web/shared/search/search-control.ts'
import { enhanceMenu } from './menu.ts'
import { enhanceNextTrips } from './next-trips.ts'
import { enhanceSession } from './session.ts'
import { enhanceTheme } from './theme.ts'

if (!leaveForHome()) {
  enhanceMenu()
  enhanceTheme()
  enhanceSession()
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) {
    controlSearch(form, {
      loadPlaces: loadEnds,
      onSearch: ({ from, to, date, seats }) =>
        location.assign(paths.search({ from: from.id, to: to.id, date, seats })),
    })
  }
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-help-search]')) {
    // On the first touch: most visitors of the help only read.
    const attach = () =>
      void import('./help-search.ts').then(
        (it) => it.controlHelpSearch(form),
        () => undefined,
      )
    form.addEventListener('focusin', attach, { once: true })
    if (form.contains(document.activeElement)) attach()
  }
  for (const box of document.querySelectorAll<HTMLElement>('[data-next-trips]')) {
    void enhanceNextTrips(box)
  }
  window.addEventListener('load', reportLater, { once: true })
}
