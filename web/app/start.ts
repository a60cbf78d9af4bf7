import { keepStored, readStored } from '#web/lib/browser-storage.ts'
import { forgetBrowserEnd, watchBrowser } from './browser-window.ts'
import { pathOf } from './links.ts'
import { onNeededUpdate } from './needed-update.ts'
import { openPath } from './open-path.ts'
import { type Plugins, plugins, providePlugins } from './plugins.ts'
import { watchPush } from './push.ts'
import { loadTokens, readToken } from './token-storage.ts'
import { showUpdateScreen } from './update-screen.tsx'

/** Key for the address that started the app, once opened: a reload must not open it again. */
const OPENED = 'launch-opened'
/** The site's home page presents Cupo to visitors; people who have the app want to search. */
const FIRST_SCREEN = '/trips'

/** Prepares plugins, tokens and listeners. Must finish before the first screen. */
export async function startApp(given: Plugins): Promise<void> {
  providePlugins(given)
  await loadTokens()
  if (readToken() !== null) document.documentElement.dataset.session = 'in'
  await chooseFirstScreen()
  onNeededUpdate(showUpdateScreen)
  watchBrowser()
  watchLinks()
  void watchPush()
  // The splash screen stays until the app's first frame, so that no white page shows.
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

/** Opens links while the app runs, except the start address, which Capacitor repeats. */
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
