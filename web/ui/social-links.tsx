import { ExternalLink } from 'lucide-react'
import { brand } from '#web/lib/brand.ts'
import { buttonClass } from './button.tsx'
import { cx } from './cx.ts'

const networks = [
  { name: 'Instagram', href: brand.instagram },
  { name: 'Facebook', href: brand.facebook },
] as const

/** Follow buttons for the company's two social networks. */
export function SocialLinks({ wide }: { wide?: boolean }) {
  return (
    <ul className={cx('gap-3', wide ? 'grid' : 'flex flex-wrap')}>
      {networks.map(({ name, href }) => (
        <li key={name}>
          <a
            href={href}
            target="_blank"
            rel="noopener noreferrer"
            className={buttonClass('secondary', 'md', wide ? 'w-full' : '')}
          >
            Seguir en {name}
            <ExternalLink role="img" aria-label="(se abre en otra pestaña)" className="size-4" />
          </a>
        </li>
      ))}
    </ul>
  )
}
