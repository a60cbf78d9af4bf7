/** The session on content pages, which have no app code: the person's links and the logout. */

import type { Agenda } from '#contract/agenda.ts'
import { api } from '#web/lib/api.ts'
import { paths } from '#web/lib/paths.ts'
import { onSessionLost, onTokenChangedElsewhere } from '#web/lib/token-store.ts'
import { rememberedName, shortName } from '#web/shared/access/auth/account-memory.ts'
import { landingAfterSignIn } from '#web/shared/access/auth/landing.ts'
import { type SessionActions, sessionActions } from '#web/shared/access/auth/session-actions.ts'
import { markSession } from '#web/shared/access/auth/session-mark.ts'
import {
  balanceText,
  type SessionEvent,
  type SessionUser,
} from '#web/shared/access/auth/session-state.ts'
import { AFTER_TOKEN_MS, arriveAt } from '#web/shared/access/oauth/oauth-return.ts'
import { accountWaits, markWaiting } from '#web/shared/agenda/waiting-mark.ts'

/** Fills the menu's line about the person; null: the server has not identified the person. */
function showPerson(user: SessionUser | null): void {
  // Another tab that signs out deletes the token before the name.
  const isIn = 'session' in document.documentElement.dataset
  const known = user ? shortName(user) : (isIn && rememberedName()) || ''
  for (const person of document.querySelectorAll<HTMLElement>('[data-person]')) {
    const [name, balance] = person.children
    if (name) name.textContent = known
    if (balance) balance.textContent = known && balanceText(user)
    person.hidden = !known
  }
}

/** The home page's part for signed-in people; null on other pages. */
const home = document.querySelector<HTMLElement>('[data-home]')

/** Draws it, or clears it after a session. Visitors do not load its code. */
function showHome(user: SessionUser | null, agenda: Promise<Agenda> | null = null): void {
  if (!home || !('session' in document.documentElement.dataset || home.dataset.owner)) return
  import('#web/shared/agenda/home-now.ts').then(
    (it) => it.showHome(home, { user, agenda }),
    () => undefined,
  )
}

/** Folds the sections of the home page for signed-in people, all but the one of the address. */
function fold(): void {
  for (const section of document.querySelectorAll<HTMLDetailsElement>('[data-fold]')) {
    section.dataset.fold = ''
    section.open = !document.documentElement.dataset.session || !!section.querySelector(':target')
  }
}

function mark(viewer: SessionUser | null): void {
  const { dataset } = document.documentElement
  const before = dataset.session
  markSession(viewer)
  if (dataset.session !== before) fold()
}

/** Hides what is for signed-in people, and deletes it from the page. */
function end(): void {
  mark(null)
  showPerson(null)
  markWaiting({ trips: 0, news: 0, messages: 0, account: 0 })
  showHome(null)
}

/** Page to open after a returning sign-in; the person's roles decide once they are known. */
let landing: string = paths.wallet()

function show(event: SessionEvent): void {
  if (event.type === 'signedOut' || event.type === 'noToken') end()
  if (event.type === 'unreachable') showPerson(null)
  if (event.type !== 'signedIn') return
  const user = { ...event.user, ...event.wallet }
  landing = landingAfterSignIn(user, null)
  mark(user)
  showPerson(user)
  markWaiting({ account: accountWaits(user) })
  const agenda = api.agenda.mine({})
  agenda.then(
    ({ waiting, unread, unreadConversations }) =>
      markWaiting({ trips: waiting, news: unread, messages: unreadConversations }),
    () => {},
  )
  showHome(user, agenda)
}

/** Handles a returning sign-in that this browser began, like web/shared/access/auth/session.tsx. */
function arrive({ keepTokens, reload }: SessionActions): void {
  const { tokens, address } = arriveAt(new URL(location.href))
  if (address !== null) history.replaceState(null, '', address)
  if (!tokens) {
    void reload()
    return
  }
  keepTokens(tokens)
  setTimeout(() => void reload().then(() => location.replace(landing)), AFTER_TOKEN_MS)
}

/** Ends the session. Where something waits to be sent, a page with the app's code asks first. */
async function leave({ logout }: SessionActions): Promise<void> {
  const it = await import('#web/stored/unsent.ts').catch(() => null)
  if (await it?.hasUnsent()) return location.assign(`${paths.profile()}#salir`)
  await logout()
  location.assign(paths.home())
}

export function enhanceSession(): void {
  const actions = sessionActions({ dispatch: show })
  fold()
  showHome(null)
  arrive(actions)
  onSessionLost(end)
  onTokenChangedElsewhere(() => void actions.reload())
  window.addEventListener('online', () => void actions.reload())
  window.addEventListener('hashchange', fold)
  document.addEventListener('visibilitychange', () => {
    if (!home || document.hidden) return
    // First what the device knows: meanwhile somebody else may have signed in, or nobody.
    showHome(null)
    void actions.reload()
  })
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-logout]')) return
    void leave(actions)
  })
}
