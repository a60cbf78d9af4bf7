import { ChevronLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './cx.ts'
import { PlainLink } from './link.tsx'

const widths = { flow: 'max-w-flow', page: 'max-w-page', full: 'max-w-none' } as const

type PageProps = {
  title: ReactNode
  lead?: ReactNode
  /** Width: `flow` 680 px (one decision at a time), `page` 1120 px, `full` for tables. */
  width?: keyof typeof widths
  /** Target of the arrow above the title. */
  back?: { to: string; label: string }
  /** Content beside the title. */
  actions?: ReactNode
  /** On a phone: title visually hidden and small gaps, because the content names the screen. */
  dense?: boolean
  /** Fills the height, for a bar at the end of a screen without footer (`handle.noFooter`). */
  fill?: boolean
  /** Place and gaps of title and actions, in place of the usual ones. */
  headClass?: string
  children: ReactNode
}

/** Frame of a screen: its width, one `h1`, the link back. */
export function Page(props: PageProps) {
  const { title, lead, width = 'flow', back, actions, dense, fill, headClass, children } = props
  return (
    <div
      className={cx(
        'mx-auto w-full px-4 sm:px-6 sm:py-10',
        dense ? 'py-2' : 'py-6',
        fill && 'flex grow flex-col pb-0 sm:pb-0',
        widths[width],
      )}
    >
      {back && (
        <PlainLink
          to={back.to}
          className="mb-2 -ml-1 inline-flex min-h-11 items-center gap-1 font-semibold text-bosque"
        >
          <ChevronLeft aria-hidden="true" className="size-5" />
          {back.label}
        </PlainLink>
      )}
      <header
        className={cx(
          'flex flex-wrap justify-between',
          headClass ?? 'mb-6 items-end gap-4',
          dense && 'max-sm:sr-only',
        )}
      >
        <div className="min-w-0">
          {/* With a large text size, a title gets no wider than a phone: names must not break. */}
          <h1
            className="text-[min(1.75rem,12vw)] leading-[1.2] break-words
              sm:text-[min(2.25rem,12vw)] sm:leading-[1.1]"
          >
            {title}
          </h1>
          {lead && <p className="mt-2 text-lg text-muted">{lead}</p>}
        </div>
        {actions}
      </header>
      <div
        className={cx(
          fill ? 'flex grow flex-col' : 'grid grid-cols-[minmax(0,1fr)]',
          dense ? 'gap-2 sm:gap-6' : 'gap-6',
        )}
      >
        {children}
      </div>
    </div>
  )
}
