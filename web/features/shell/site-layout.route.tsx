import { useEffect } from 'react'
import { Outlet, useMatches } from 'react-router'
import { quietPart } from '#web/lib/lazy-part.ts'
import { rememberedRoles } from '#web/shared/access/auth/account-memory.ts'
import { useAuth } from '#web/shared/access/auth/session.tsx'
import { markSession } from '#web/shared/access/auth/session-mark.ts'
import { accountWaits, markWaiting } from '#web/shared/agenda/waiting-mark.ts'
import { cx } from '#web/ui/cx.ts'
import { ConnectionBar } from './connection-bar.tsx'
import { DeskBar } from './desk-bar.tsx'
import { NavBar, PagesBar } from './nav-bar.tsx'
import { PhoneBar } from './phone-bar.tsx'
import { ShortFooter } from './short-footer.tsx'
import { useKeptFocus } from './use-kept-focus.ts'

// Lazy: only content pages have the large footer; app screens have the short one.
const WholeFooter = quietPart(() => import('./whole-footer.tsx'), 'WholeFooter')

/** Updates the session attributes of `<html>`. The inline script of root.tsx sets them first. */
function useSessionMark(): void {
  const { status, user } = useAuth()
  useEffect(() => {
    if (status === 'loading') return
    // While the server is unreachable the person counts as signed in, with the remembered roles.
    markSession(status === 'unreachable' ? { roles: rememberedRoles() } : user)
    markWaiting({ account: accountWaits(user) })
  }, [status, user])
}

/** `noFooter`: the screen ends with its own bar, as a conversation with its field. */
type Handle = { content?: true; desk?: true; noFooter?: true }

/** The frame of the site: navigation, screen, footer, a phone's bar. The desk has its own bar. */
export default function SiteLayout() {
  useSessionMark()
  const main = useKeptFocus()
  const matches = useMatches()
  const has = (name: keyof Handle) =>
    matches.some(({ handle }) => (handle as Handle | undefined)?.[name])
  const isContent = has('content')
  const isDesk = has('desk')
  const hasFooter = !has('noFooter')
  return (
    <div className="flex min-h-dvh flex-col">
      {isDesk ? (
        <DeskBar />
      ) : (
        <>
          <NavBar />
          <PagesBar />
        </>
      )}
      <ConnectionBar />
      <main
        ref={main}
        id="contenido"
        tabIndex={-1}
        className={cx('flex-1 outline-none', !hasFooter && 'flex flex-col')}
      >
        <Outlet />
      </main>
      {isContent ? <WholeFooter /> : hasFooter && <ShortFooter />}
      {!isDesk && <PhoneBar />}
    </div>
  )
}
