import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { Logo } from '#web/ui/logo.tsx'
import type { NavLink } from './nav-links.ts'
import { FooterLink } from './short-footer.tsx'
import { ThemeChoice } from './theme-choice.tsx'

const groups: readonly { title: string; links: readonly NavLink[] }[] = [
  {
    title: 'Viajar',
    links: [
      { to: paths.search(), text: 'Buscar viaje' },
      { to: paths.publish(), text: 'Publicar un viaje' },
      { to: paths.myTrips(), text: 'Mis viajes' },
      { to: paths.wallet(), text: 'Recargar billetera' },
    ],
  },
  {
    title: 'Conocer',
    links: [
      { to: paths.howItWorks(), text: 'Cómo funciona' },
      { to: paths.benefits(), text: 'Beneficios' },
      { to: paths.safety(), text: 'Seguridad' },
      { to: paths.about(), text: 'Nosotros' },
    ],
  },
  {
    title: 'Ayuda y reglas',
    links: [
      { to: paths.help(), text: 'Ayuda' },
      { to: paths.contact(), text: 'Contacto' },
      { to: paths.terms(), text: 'Términos y condiciones' },
      { to: paths.privacy(), text: 'Tus datos personales' },
      { to: paths.links(), text: 'Redes y descargas' },
    ],
  },
]

/** Footer of content pages, with all links. */
export function WholeFooter() {
  return (
    <footer className="mt-10 border-t border-line bg-surface">
      <div className="mx-auto max-w-page px-4 sm:px-6">
        <div className="grid grid-cols-2 gap-x-4 gap-y-8 py-10 lg:grid-cols-4">
          <div className="col-span-2 grid content-start gap-3 sm:col-span-1">
            <Logo />
            <p className="max-w-60 text-sm text-muted">
              Cupos libres entre ciudades de Colombia. {brand.name} es un intermediario tecnológico,
              no una empresa de transporte.
            </p>
            <ThemeChoice />
          </div>
          {groups.map((group) => (
            <nav key={group.title} aria-label={group.title}>
              <h2 className="mb-1 text-base">{group.title}</h2>
              <ul>
                {group.links.map((link) => (
                  <FooterLink key={link.to} {...link} />
                ))}
              </ul>
            </nav>
          ))}
        </div>
      </div>
      <p className="border-t border-line px-4 py-5 text-center text-sm text-muted">
        Hecho en Colombia · © 2025 {brand.name}
      </p>
    </footer>
  )
}
