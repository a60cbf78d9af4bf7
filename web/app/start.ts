import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { forgetBrowserEnd, watchBrowser } from './browser-window.ts'
import { pathOf } from './links.ts'
import { onNeededUpdate } from './needed-update.ts'
import { openPath } from './open-path.ts'
import { type Plugins, plugins, providePlugins } from './plugins.ts'
import { watchPush } from './push.ts'
import { loadTokens, readToken } from './token-storage.ts'
import { showUpdateScreen } from './update-screen.tsx'

/** The address that started the app and was opened: reloads of the page must not repeat it. */
const OPENED = 'launch-opened'
/** The site's home tells visitors what Cupo is; whoever has the app wants to search. */
const FIRST_SCREEN = '/trips'

/** Everything that must be there before the first screen. */
export async function startApp(given: Plugins): Promise<void> {
  providePlugins(given)
  await loadTokens()
  if (readToken() !== null) document.documentElement.dataset.session = 'in'
  await chooseFirstScreen()
  onNeededUpdate(showUpdateScreen)
  watchBrowser()
  watchLinks()
  void watchPush()
  // The first frame of the app, and not the white page before it.
  requestAnimationFrame(() => void given.hideSplash())
}

async function chooseFirstScreen(): Promise<void> {
  const address = await plugins().links.launchAddress()
  const isNew = address !== null && readStored('session', OPENED) !== address
  const path = isNew ? pathOf(address) : null
  if (isNew) keepStored('session', OPENED, address)
  if (path !== null) history.replaceState(null, '', path)
  else if (window.location.pathname === '/') history.replaceState(null, '', FIRST_SCREEN)
}

/** Capacitor repeats the address that started the app as an event. */
function watchLinks(): void {
  plugins().links.onOpened((address) => {
    if (readStored('session', OPENED) === address) return
    const path = pathOf(address)
    if (path === null) return
    keepStored('session', OPENED, address)
    forgetBrowserEnd()
    void plugins().browser.close()
    openPath(path)
  })
}
