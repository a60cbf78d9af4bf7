import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { pesos } from '#web/lib/format.ts'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/lib/session.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { accountLinks, type NavLink, navLinks } from './nav-links.ts'
import { SessionButton } from './session-button.tsx'

type MobileMenuProps = { open: boolean; onClose: () => void }

/** Slides in from the right; closes outside, by button, on Escape and when the route changes. */
export function MobileMenu({ open, onClose }: MobileMenuProps) {
  const { user, status } = useAuth()
  const location = useLocation()
  const close = useRef(onClose)
  close.current = onClose
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new place is the trigger.
  useEffect(() => close.current(), [location])
  return (
    <Dialog open={open} onClose={onClose} title="Menú" shape="side">
      {user && (
        <p className="-mt-2 text-muted">
          {user.first_name ?? user.username ?? user.email}
          <span className="tnum block font-semibold text-ink">{pesos(user.balance)}</span>
        </p>
      )}
      <nav aria-label="Menú" className="grid">
        {[...navLinks(user), ...accountLinks(user)].map((link) => (
          <MenuLink key={link.to} {...link} onPress={onClose} />
        ))}
      </nav>
      <div className="mt-auto grid gap-2">
        <SessionButton />
        {status !== 'signedIn' && (
          <ButtonLink to={paths.signup()} variant="secondary" size="sm">
            Crear cuenta
          </ButtonLink>
        )}
      </div>
    </Dialog>
  )
}

function MenuLink({ to, text, onPress }: NavLink & { onPress: () => void }) {
  return (
    <PlainLink
      to={to}
      onClick={onPress}
      className="-mx-2 flex min-h-12 items-center rounded-control px-2 text-lg font-semibold
        hover:bg-bosque-soft"
    >
      {text}
    </PlainLink>
  )
}
