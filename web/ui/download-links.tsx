import { Globe, Smartphone } from 'lucide-react'
import { brand } from '#web/lib/brand.ts'
import { paths } from '#web/lib/paths.ts'
import { buttonClass } from './button.tsx'
import { cx } from './cx.ts'
import { PlainLink } from './link.tsx'

const stores = [
  { href: brand.app_store, text: 'Descargar para iOS' },
  { href: brand.google_play, text: 'Descargar para Android' },
] as const

type DownloadLinksProps = {
  /** Target of the link "en la web"; the search by default. */
  web?: { to: string; text: string }
  className?: string
}

/** Links to the two app stores and to the site. */
export function DownloadLinks({ web, className }: DownloadLinksProps) {
  const portal = web ?? { to: paths.search(), text: 'Abrir en la web' }
  return (
    <div
      className={cx('flex flex-wrap items-center gap-3 max-sm:w-full max-sm:*:w-full', className)}
    >
      {stores.map((store) => (
        <a
          key={store.href}
          href={store.href}
          target="_blank"
          rel="noopener noreferrer"
          className={buttonClass('secondary', 'sm')}
        >
          <Smartphone className="size-4" />
          {store.text}
        </a>
      ))}
      <PlainLink to={portal.to} className={buttonClass('primary', 'sm')}>
        <Globe className="size-4" />
        {portal.text}
      </PlainLink>
    </div>
  )
}
