/** Who is looking at a page that does not have the app's code: their links, and the way out. */
import { api } from '#web/lib/api.ts'
import { pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { forgetTickets } from '#web/lib/saved-tickets.ts'
import { markSession } from '#web/lib/session-mark.ts'
import {
  deleteToken,
  onSessionLost,
  onTokenChangedElsewhere,
  readToken,
} from '#web/lib/token-store.ts'

/** Fills the menu's line about the person. */
function showPerson(name: string, balance: number): void {
  for (const person of document.querySelectorAll<HTMLElement>('[data-person]')) {
    const [line, money] = person.children
    if (line) line.textContent = name
    if (money) money.textContent = pesos(balance)
    person.hidden = false
  }
}

async function readSession(): Promise<void> {
  if (readToken() === null) return markSession(null)
  const user = await api.auth.me().then(
    (answer) => answer.user,
    () => null,
  )
  // Without network nothing was refused: the token waits for the next connection.
  if (!user && navigator.onLine) deleteToken()
  markSession(user)
  if (!user) return
  const wallet = await api.wallet.balance().catch(() => null)
  if (wallet) showPerson(user.first_name ?? user.username ?? user.email, wallet.balance)
}

async function logout(): Promise<void> {
  await api.auth.logout().catch(() => null)
  deleteToken()
  forgetTickets()
  markSession(null)
  location.assign(paths.home())
}

export function enhanceSession(): void {
  void readSession()
  onSessionLost(() => markSession(null))
  onTokenChangedElsewhere(() => void readSession())
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('[data-logout]')) void logout()
  })
}
