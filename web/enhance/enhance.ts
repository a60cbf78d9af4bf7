/**
 * The behaviour of pages that are served without the app's code (`handle = { content: true }`): the
 * same markup, made ahead of time from the same components, and these few kB.
 */
import { leaveForHome } from '#web/domain/oauth/site-host.ts'
import { enhanceMenu } from './menu.ts'
import { enhanceNextTrips } from './next-trips.ts'
import { enhanceSearch } from './search-form.ts'
import { enhanceSession } from './session.ts'
import { enhanceTheme } from './theme.ts'

if (!leaveForHome()) {
  enhanceMenu()
  enhanceTheme()
  enhanceSession()
  for (const form of document.querySelectorAll<HTMLFormElement>('form[data-search]')) {
    enhanceSearch(form)
  }
  for (const box of document.querySelectorAll<HTMLElement>('[data-next-trips]')) {
    void enhanceNextTrips(box)
  }
}
