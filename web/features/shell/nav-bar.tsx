import { Menu, Wallet } from 'lucide-react'
import { useState } from 'react'
import { paths } from '#web/lib/paths.ts'
import { useAuth } from '#web/lib/session.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { ButtonLink, PlainLink } from '#web/ui/link.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { navLinks } from './nav-links.ts'
import { SessionButton } from './session-button.tsx'

/** Sticky, on every screen. */
export function NavBar() {
  const { user } = useAuth()
  const [open, setOpen] = useState(false)
  return (
    <header className="sticky top-0 z-40 border-b border-line bg-surface">
      <div className="mx-auto flex h-16 max-w-page items-center gap-2 px-4 sm:px-6">
        <PlainLink to={paths.home()} aria-label="Cupo, inicio" className="mr-auto lg:mr-4">
          <Logo />
        </PlainLink>
        <nav aria-label="Principal" className="mr-auto hidden items-center lg:flex">
          {navLinks(user).map((link) => (
            <PlainLink
              key={link.to}
              to={link.to}
              className="inline-flex min-h-11 items-center rounded-control px-3 font-semibold
                hover:bg-bosque-soft"
            >
              {link.text}
            </PlainLink>
          ))}
        </nav>
        <ButtonLink
          to={paths.wallet()}
          variant="secondary"
          size="sm"
          icon={<Wallet aria-hidden="true" className="size-4" />}
        >
          Recargar
        </ButtonLink>
        <SessionButton className="hidden! lg:inline-flex!" />
        <IconButton
          label="Abrir menú"
          aria-haspopup="dialog"
          aria-expanded={open}
          onClick={() => setOpen(true)}
          className="-mr-2 lg:hidden"
        >
          <Menu aria-hidden="true" className="size-6" />
        </IconButton>
      </div>
      <MobileMenu open={open} onClose={() => setOpen(false)} />
    </header>
  )
}
