import { Globe, Smartphone } from 'lucide-react'
import type { ReactNode } from 'react'
import { brand } from '#web/lib/brand.ts'
import { pageMeta } from '#web/lib/page-meta.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Landscape } from '#web/ui/landscape.tsx'
import { ButtonLink } from '#web/ui/link.tsx'
import { LogoMark } from '#web/ui/logo.tsx'
import { SocialLinks } from '#web/ui/social-links.tsx'

export const handle = { content: true }

export const meta = () => pageMeta('/links')

/** Landing page of posters, cards and profiles: networks, stores and the site. No site header. */
export default function Links() {
  return (
    <div className="flex min-h-dvh flex-col">
      <main className="mx-auto grid w-full max-w-md flex-1 content-start gap-8 px-4 pb-10">
        <header className="grid justify-items-center gap-3 text-center">
          <Landscape region="paramo" className="h-36 w-full rounded-t-none!" />
          <LogoMark
            className="-mt-14 size-20 rounded-full border-4 border-paper bg-surface p-3
              text-bosque"
          />
          <h1 className="text-3xl">{brand.name}</h1>
          <p className="text-lg">Hay un cupo libre en tu camino. Síguenos y descarga la app.</p>
        </header>
        <Group title="Síguenos">
          <SocialLinks wide />
        </Group>
        <Group title="Descarga la app">
          <Store href={brand.app_store}>Descargar para iOS</Store>
          <Store href={brand.google_play}>Descargar para Android</Store>
        </Group>
        <Group title="O entra desde aquí">
          <ButtonLink to={paths.home()} Icon={Globe}>
            Ir al portal web
          </ButtonLink>
        </Group>
      </main>
      <footer className="border-t border-line px-4 py-5 text-center text-sm text-muted">
        © 2025 {brand.name} · Hecho en Colombia
      </footer>
    </div>
  )
}

function Group({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="grid gap-3">
      <h2 className="text-center text-lg">{title}</h2>
      {children}
    </section>
  )
}

function Store({ href, children }: { href: string; children: string }) {
  return (
    <a
      href={href}
      target="_blank"
      rel="noopener noreferrer"
      className={buttonClass('secondary', 'md')}
    >
      <Smartphone className="size-5" />
      {children}
    </a>
  )
}
