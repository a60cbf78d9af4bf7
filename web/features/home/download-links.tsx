import { Smartphone } from 'lucide-react'
import { externalLinks } from '#web/lib/external-links.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { cx } from '#web/ui/cx.ts'
import { PlainLink } from '#web/ui/link.tsx'

const stores = [
  { href: externalLinks.appStore, text: 'Descargar para iOS' },
  { href: externalLinks.googlePlay, text: 'Descargar para Android' },
] as const

/** The two stores, and the site itself. */
export function DownloadLinks({ className }: { className?: string }) {
  return (
    <div className={cx('flex flex-wrap items-center gap-3', className)}>
      {stores.map((store) => (
        <a
          key={store.href}
          href={store.href}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('secondary', 'sm')}
        >
          <Smartphone aria-hidden="true" className="size-4" />
          {store.text}
        </a>
      ))}
      <PlainLink
        to={paths.search()}
        className="inline-flex min-h-11 items-center rounded-control bg-surface px-3 font-semibold
          text-bosque underline underline-offset-3"
      >
        Abrir en la web
      </PlainLink>
    </div>
  )
}
