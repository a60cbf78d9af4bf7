/** The session on content pages, which have no app code: the person's links and the logout. */

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
  const known = user ? shortName(user) : rememberedName()
  if (known === null) return
  for (const person of document.querySelectorAll<HTMLElement>('[data-person]')) {
    const [name, balance] = person.children
    if (name) name.textContent = known
    if (balance) balance.textContent = balanceText(user)
    person.hidden = false
  }
}

/** Page to open after a returning sign-in; the person's roles decide once they are known. */
let landing: string = paths.wallet()

function show(event: SessionEvent): void {
  if (event.type === 'signedOut' || event.type === 'noToken') markSession(null)
  if (event.type === 'unreachable') showPerson(null)
  if (event.type !== 'signedIn') return
  const user = { ...event.user, ...event.wallet }
  landing = landingAfterSignIn(user, null)
  markSession(user)
  showPerson(user)
  markWaiting({ account: accountWaits(user) })
  api.agenda.mine({}).then(
    ({ waiting, unread, unreadConversations }) =>
      markWaiting({ trips: waiting, news: unread, messages: unreadConversations }),
    () => {},
  )
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

export function enhanceSession(): void {
  const actions = sessionActions({ dispatch: show })
  arrive(actions)
  onSessionLost(() => markSession(null))
  onTokenChangedElsewhere(() => void actions.reload())
  window.addEventListener('online', () => void actions.reload())
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof Element) || !target.closest('[data-logout]')) return
    void actions.logout().then(() => location.assign(paths.home()))
  })
}
