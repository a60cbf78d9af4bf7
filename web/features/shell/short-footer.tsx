import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { PlainLink } from '#web/ui/link.tsx'
import type { NavLink } from './nav-links.ts'

const shortLinks: readonly NavLink[] = [
  { to: paths.help(), text: 'Ayuda' },
  { to: paths.terms(), text: 'Términos' },
  { to: paths.privacy(), text: 'Tus datos' },
]

export function FooterLink({ to, text }: NavLink) {
  return (
    <li>
      <PlainLink
        to={to}
        className="inline-flex min-h-11 items-center text-muted hover:text-ink hover:underline"
      >
        {text}
      </PlainLink>
    </li>
  )
}

/** One-line footer of app screens. */
export function ShortFooter() {
  return (
    <footer className="border-t border-line bg-surface text-sm text-muted">
      <div className="mx-auto flex max-w-page flex-wrap items-center gap-x-4 px-4 sm:px-6">
        <p className="mr-auto py-2">© 2025 {brand.name}</p>
        <ul className="flex flex-wrap gap-x-4">
          {shortLinks.map((link) => (
            <FooterLink key={link.to} {...link} />
          ))}
        </ul>
      </div>
    </footer>
  )
}
